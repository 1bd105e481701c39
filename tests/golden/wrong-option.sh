iodelta parse --bogus
