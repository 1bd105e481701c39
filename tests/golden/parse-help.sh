iodelta parse --help
