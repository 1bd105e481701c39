iodelta compare --by volum --dirs config,_,volume samples/campaign
