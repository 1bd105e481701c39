printf "# before\n10\n11\n12\n10.5\n" > "$TMP_FOLDER/before.txt"; printf "20\n21\n22\n20.5\n" > "$TMP_FOLDER/after.txt"
cd "$TMP_FOLDER" && iodelta compare --input-format numbers --metric latency --unit ms --better lower before.txt after.txt
