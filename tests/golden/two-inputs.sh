cd samples/campaign/1c-2gb/dd && iodelta hostpath/ jiva/
