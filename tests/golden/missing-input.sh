iodelta parse gone.log
