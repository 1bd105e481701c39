iodelta compare --by volume --dirs config,_,volume --rollup iozone:block_size=mean samples/campaign
