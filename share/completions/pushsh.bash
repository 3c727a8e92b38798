# Completion of pushsh for bash.
# Rendered from the table of options; scripts/generate writes it anew.

_pushsh_tags() {
    local title='"(\\.|[^"\\])*"|('\''[^'\'']*'\'')+|[^[:blank:]"'\''@][^[:blank:]]*'
    cat -- *.psh 2>/dev/null \
        | sed -nE "s/^[[:blank:]]*test[[:blank:]]+($title)([^#]*).*/\4/p" \
        | grep -o '@[A-Za-z0-9_-]*' | sort -u
}

_pushsh() {
    local current=${COMP_WORDS[COMP_CWORD]} before=$((COMP_CWORD - 1))
    local joined= at=@
    COMPREPLY=()
    # Bash splits words at `=` and, where it completes names of hosts, at `@`.
    if [[ ${COMP_WORDS[before]} == "@" ]]; then
        before=$((before - 1)) at=
    fi
    if [[ $current == "=" ]]; then
        current= joined=1
    elif [[ ${COMP_WORDS[before]} == "=" ]]; then
        before=$((before - 1)) joined=1
    fi
    local previous=${COMP_WORDS[before]}
    case $previous in
        junit | json | html)
            local option=${COMP_WORDS[before - 1]}
            if [[ $option == "=" ]]; then option=${COMP_WORDS[before - 2]}; fi
            if [[ -n $joined && $option == --report ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                return
            fi
            ;;
        -f | --file)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        -c | --command)
            return
            ;;
        --workspace)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        --only)
            mapfile -t COMPREPLY < <(
                compgen -P "$at" -W "$(_pushsh_tags | tr -d @)" -- "${current#@}")
            return
            ;;
        --skip)
            mapfile -t COMPREPLY < <(
                compgen -P "$at" -W "$(_pushsh_tags | tr -d @)" -- "${current#@}")
            return
            ;;
        --filter)
            return
            ;;
        --from)
            return
            ;;
        --rerun)
            mapfile -t COMPREPLY < <(compgen -W 'failed' -- "$current")
            return
            ;;
        --jobs)
            return
            ;;
        --shard)
            return
            ;;
        --slowest)
            return
            ;;
        --shuffle)
            return
            ;;
        --timeout)
            return
            ;;
        --bless)
            if [[ -n $joined ]]; then
                mapfile -t COMPREPLY < <(compgen -W 'check' -- "$current")
                return
            fi
            ;;
        --mode)
            mapfile -t COMPREPLY < <(compgen -W 'table box line json jsonl csv tsv markdown' -- "$current")
            return
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W 'human tap github' -- "$current")
            return
            ;;
        --report)
            mapfile -t COMPREPLY < <(compgen -W 'junit= json= html=' -- "$current")
            return
            ;;
        --report-times)
            mapfile -t COMPREPLY < <(compgen -W 'off' -- "$current")
            return
            ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '-f --file -c --command -i --interactive --jsonl --check --list --mutate --watch --merge --workspace --ephemeral --real-time --no-rc --only --skip --filter --from --rerun --jobs --shard --slowest --shuffle --timeout --keep-going --fail-fast --bless --mode --format --report --keep-steps --report-times -h --help -V --version' -- "$current")
        return
    fi
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(
        compgen -d -- "$current"
        compgen -f -X '!*.psh' -- "$current")
}
complete -F _pushsh pushsh
