iodelta check samples/campaign/2c-4gb/fio/hostpath samples/campaign/2c-4gb/fio/jiva -f junit > "$TMP_FOLDER/x.xml"; echo "exit $?"
xmllint --noout "$TMP_FOLDER/x.xml" && cat "$TMP_FOLDER/x.xml"
