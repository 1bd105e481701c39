iodelta check samples/campaign/2c-4gb/fio/hostpath samples/campaign/2c-4gb/fio/jiva -f github
