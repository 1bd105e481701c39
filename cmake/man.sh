#!/bin/sh
# Writes a manual page out of what a command's --help says. usage: man.sh PROGRAM VERSION [COMMAND] > page
program=$1 version=$2 command=$3
name=iodelta${command:+-$command}
help=$("$program" $command --help) || exit 1
printf '%s\n' "$help" | awk -v name="$name" -v version="$version" '
  function escape(text) { gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); sub(/^[.\x27]/, "\\\\\\&&", text); return text }
  BEGIN {
    title = toupper(name)
    printf ".TH %s 1 \"\" \"iodelta %s\" \"User Commands\"\n", title, version
    printf ".SH NAME\n%s \\- compare storage benchmarks: what differs, by how much, and how sure\n", escape(name)
    print ".SH DESCRIPTION\n.nf"
  }
  /^[A-Z][A-Za-z ]*:$/ { heading = substr($0, 1, length($0) - 1); printf ".fi\n.SH %s\n.nf\n", toupper(heading); next }
  { print escape($0) }
  END { print ".fi" }'
