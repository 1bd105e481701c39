iodelta parse --format csv samples/campaign/1c-2gb/sysbench/hostpath/*924.seqwr*
iodelta parse samples/campaign/1c-2gb/dd | iodelta compare --by dir1 --format csv | cut -d, -f1-9
