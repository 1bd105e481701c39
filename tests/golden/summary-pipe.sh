cat samples/campaign/2c-4gb/dd/hostpath/*.throughput.* | iodelta summary
