printf "{\"schema\": \"iodelta.baseline/2\", \"runs\": []}" > "$TMP_FOLDER/newer.json"
printf "{\"schema\": \"iodelta.baseline/1\", \"runs\": [" > "$TMP_FOLDER/cut.json"
for base in newer.json cut.json gone.json; do
  iodelta check "$TMP_FOLDER/$base" samples/campaign/2c-4gb/fio/jiva; echo "exit $?"
done
iodelta check samples/campaign/2c-4gb/dd/hostpath samples/campaign/2c-4gb/fio/jiva; echo "exit $?"
