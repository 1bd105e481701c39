# fish completion for iodelta: commands and options are asked of the program itself.
function __iodelta_commands
    iodelta --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) *\(.*\)/\1\t\2/p'
end
function __iodelta_options
    set -l words (commandline -opc)
    iodelta $words[2] --help 2>/dev/null | sed -nE 's/^  (-[a-zA-Z], )?(--[a-z][a-z-]*)(=[^ ]*)? +(.*)/\2\t\4/p'
end
complete -c iodelta -n __fish_use_subcommand -a '(__iodelta_commands)'
complete -c iodelta -n 'not __fish_use_subcommand' -a '(__iodelta_options)'
