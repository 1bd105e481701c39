# Figures go where they were told to, further pages beside them; what was left out is said.
cd "$TMP_FOLDER" || exit 1
cat > hosts.json <<'END'
{"schema": "iodelta.results/1", "runs": [
 {"id": "1", "tool": "fio", "source": "a.log", "complete": true, "labels": {"volume": "hostpath"}, "observations": [
  {"test": "a", "op": "read", "metric": "iops", "value": 100, "labels": {}},
  {"test": "b", "op": "read", "metric": "iops", "value": 0.0001, "labels": {}}]},
 {"id": "1", "tool": "fio", "source": "b.log", "complete": true, "labels": {"volume": "jiva"}, "observations": [
  {"test": "a", "op": "read", "metric": "iops", "value": 50, "labels": {}},
  {"test": "b", "op": "read", "metric": "iops", "value": 0.0002, "labels": {}}]}]}
END
iodelta plot --by volume hosts.json -o bars.png -o bars.svg; echo "exit $?"
iodelta plot --by volume hosts.json -k table --height 200 -o table.png; echo "exit $?"
iodelta plot --by volume hosts.json -k ratio -f pdf -q | head -c 8; echo
iodelta plot --by volume hosts.json -k ratio -f svg -q | head -c 4; echo
iodelta plot --by volume hosts.json -o bars.gif; echo "exit $?"
iodelta plot --by volume hosts.json -o hosts.json; echo "exit $?"
iodelta plot --by volume hosts.json -k pie -o x.png; echo "exit $?"
iodelta plot --by volume hosts.json -k lines -o x.png; echo "exit $?"
iodelta plot --by volume hosts.json --panels colour -o x.png; echo "exit $?"
iodelta plot --by volume hosts.json --width 10 -o x.png; echo "exit $?"
ls
