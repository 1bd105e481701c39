cat samples/campaign/2c-4gb/dd/hostpath/*.throughput.* > "$TMP_FOLDER/all.log"
iodelta compare "$TMP_FOLDER/all.log"; echo "exit $?"
iodelta compare old="$TMP_FOLDER/all.log"#1 new="$TMP_FOLDER/all.log"#2
