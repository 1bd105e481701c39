echo precious > "$TMP_FOLDER/notes.txt"
iodelta baseline save "$TMP_FOLDER/notes.txt" samples/campaign/2c-4gb/fio/hostpath; echo "exit $?"
cat "$TMP_FOLDER/notes.txt"
iodelta baseline save "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/hostpath
iodelta baseline save "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/jiva; echo "exit $?"
iodelta baseline save --replace "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/jiva
iodelta baseline add "$TMP_FOLDER/base.json" samples/campaign/2c-4gb/fio/jiva
