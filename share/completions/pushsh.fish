# Completion of pushsh for fish.
# Rendered from the table of options; scripts/generate writes it anew.

function __pushsh_tags
    for file in *.psh
        string match -rg '^\s*test\s+(?:"(?:\\\\.|[^"\\\\])*"|(?:\'[^\']*\')+|[^\s"\'@]\S*)([^#]*)' <$file \
            | string match -ra '@[A-Za-z0-9_-]+'
    end | sort -u
end

complete -c pushsh -f
complete -c pushsh -a '(__fish_complete_suffix .psh)'
complete -c pushsh -s f -l file -r -F -d 'Runs a script; `-` is standard input'
complete -c pushsh -s c -l command -x -d 'Runs the statements of TEXT'
complete -c pushsh -s i -l interactive -d 'Starts the prompt, even if standard input is not a terminal'
complete -c pushsh -l jsonl -d 'Answers control protocol requests, one per line'
complete -c pushsh -l check -d 'Checks scripts without running them'
complete -c pushsh -l list -d 'Lists the tests in scripts without running them'
complete -c pushsh -l mutate -d 'Runs scripts with one change at a time, and lists changes that no test notices'
complete -c pushsh -l watch -d 'Runs scripts, and reruns them when a file they use changes'
complete -c pushsh -l merge -d 'Merges several reports into one'
complete -c pushsh -l workspace -r -F -d 'Keeps the state in a directory'
complete -c pushsh -l ephemeral -d 'Starts from a fresh workspace that is deleted at exit'
complete -c pushsh -l real-time -d 'Runs scripts on the system\'s clock instead of the virtual one'
complete -c pushsh -l no-rc -d 'Does not read the startup file'
complete -c pushsh -l only -x -a '(__pushsh_tags)' -d 'Runs only the tests that have the tag'
complete -c pushsh -l skip -x -a '(__pushsh_tags)' -d 'Skips the tests that have the tag'
complete -c pushsh -l filter -x -d 'Runs only the tests whose title matches PATTERN, a regular expression'
complete -c pushsh -l from -x -d 'Starts at the first test or statement on or after LINE'
complete -c pushsh -l rerun -x -a 'failed' -d 'Runs only the tests that failed last time'
complete -c pushsh -l jobs -x -d 'Runs up to N scripts, or tests of one script, at a time'
complete -c pushsh -l shard -x -d 'Runs part I of N of the tests'
complete -c pushsh -l slowest -x -d 'Lists the N slowest tests at the end'
complete -c pushsh -l shuffle -x -d 'Runs the tests in a random order derived from SEED'
complete -c pushsh -l timeout -x -d 'Stops a test that takes longer in real time'
complete -c pushsh -l keep-going -d 'Continues with the next statement after a failure'
complete -c pushsh -l fail-fast -d 'Ends the run at the first failure'
complete -c pushsh -l bless -a 'check' -d 'Rewrites golden lines that no longer match'
complete -c pushsh -l mode -x -a 'table box line json jsonl csv tsv markdown' -d 'Sets the format of rows, like `.mode`'
complete -c pushsh -l format -x -a 'human tap github' -d 'Sets the format of the test report on standard output'
complete -c pushsh -l report -x -a 'junit= json= html=' -d 'Also writes a report to a file'
complete -c pushsh -l keep-steps -d 'Adds the steps of each test to a JSON report'
complete -c pushsh -l report-times -x -a 'off' -d 'Omits real times from reports'
complete -c pushsh -s h -l help -d 'Prints the options and exits'
complete -c pushsh -s V -l version -d 'Prints the version and exits'
