# bash completion for iodelta: commands and options are asked of the program itself.
_iodelta() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words
  if [ "$COMP_CWORD" = 1 ]; then
    words=$(iodelta --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
  elif [[ $word == -* ]]; then
    words=$(iodelta "$command" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
}
complete -o filenames -F _iodelta iodelta
