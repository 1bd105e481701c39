iodelta compare --by volume --dirs _,volume --rollup iozone:block_size=mean -w 'test=copy,write,random_read,seqwrite op!=fsync' samples/campaign/1c-2gb
