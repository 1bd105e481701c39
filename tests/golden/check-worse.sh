iodelta baseline save "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/hostpath
iodelta check "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/jiva | sed "s/ of 20[0-9-]*$/ of DATE/"
iodelta check -q "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/jiva > /dev/null
