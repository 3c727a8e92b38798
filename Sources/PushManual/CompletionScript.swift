import PushCommands
import PushText

/// Completion of the process's arguments for the shells from which people start it.
///
/// The scripts complete options, files and tags; commands are completed at the prompt
/// (`PushAssist`). They never start `pushsh`: tags are found by the shell's own tools.
///
/// Forms and choices are written between single quotes as they are, so the table of options may
/// have no single quote in them; only summaries are escaped.
enum CompletionScript {
    /// An option as completions offer it.
    ///
    /// Hidden options have no entry, as completion is where people discover options.
    struct Entry {
        /// Every form: `-f`, `--file`.
        let forms: [String]
        let summary: String
        let value: ProcessOption.Value
        let placeholder: String
        /// The choices for the value; empty if it is free.
        let choices: [String]
        let isFile: Bool
        let isRepeating: Bool

        /// Whether the value is a tag of the tests in the scripts at hand.
        var isTag: Bool { placeholder == "@TAG" }
    }

    /// Prints the tags of the tests in the scripts of the directory, each once.
    ///
    /// Only what follows the title of a test counts, up to a comment. The title is in double or
    /// single quotes, or a word.
    private static let tagsCommand = #"""
        local title='"(\\.|[^"\\])*"|('\''[^'\'']*'\'')+|[^[:blank:]"'\''@][^[:blank:]]*'
            cat -- *.psh 2>/dev/null \
                | sed -nE "s/^[[:blank:]]*test[[:blank:]]+($title)([^#]*).*/\4/p" \
                | grep -o '@[A-Za-z0-9_-]*' | sort -u
        """#

    /// The same for fish, whose groups are those of PCRE.
    private static let fishTest =
        #"^\s*test\s+(?:"(?:\\\\.|[^"\\\\])*"|(?:\'[^\']*\')+|[^\s"\'@]\S*)([^#]*)"#

    /// The options that are shown, in the order of help.
    static let entries: [Entry] = ProcessOption.all.filter { !$0.isHidden }.map { option in
        var choices: [String] = []
        if case .choice(let words) = option.spec.completion { choices = words }
        return Entry(
            forms: (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.spec.name)"],
            summary: String(option.spec.summary.trimmingEnd { $0 == "." }),
            value: option.value,
            placeholder: option.spec.placeholder, choices: choices,
            isFile: option.spec.completion == .file, isRepeating: option.isRepeating)
    }

    /// The remark in the first line of each script that says how it was generated.
    static let origin = "Rendered from the table of options; scripts/generate writes it anew."

    /// The script for bash.
    ///
    /// Bash splits a word at `=` and at `@`, so the function puts the pieces together before it
    /// looks at the option.
    static var bash: String {
        let words = entries.flatMap(\.forms).joined(separator: " ")
        return """
            # Completion of pushsh for bash.
            # \(origin)

            _pushsh_tags() {
                \(tagsCommand)
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
            \(bashValues.joined(separator: "\n"))
                esac
                if [[ $current == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W '\(words)' -- "$current")
                    return
                fi
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(
                    compgen -d -- "$current"
                    compgen -f -X '!*.psh' -- "$current")
            }
            complete -F _pushsh pushsh

            """
    }

    /// The branches of bash's `case` for options with a value.
    ///
    /// A value that may be left out is completed only behind an equals sign: after a blank the next
    /// word is a script.
    private static var bashValues: [String] {
        var lines: [String] = entries.filter { $0.choices.contains { $0.hasSuffix("=") } }
            .flatMap(bashFiles)
        for entry in entries where entry.value != .none {
            lines.append("        \(entry.forms.joined(separator: " | ")))")
            if entry.value == .optional {
                let words = entry.choices.joined(separator: " ")
                lines.append("            if [[ -n $joined ]]; then")
                let offer = "compgen -W '\(words)' -- \"$current\""
                lines.append("                mapfile -t COMPREPLY < <(\(offer))")
                lines += ["                return", "            fi", "            ;;"]
                continue
            }
            if entry.isTag {
                lines += [
                    "            mapfile -t COMPREPLY < <(",
                    "                compgen -P \"$at\" -W \"$(_pushsh_tags | tr -d @)\" "
                        + "-- \"${current#@}\")",
                ]
            } else if entry.isFile {
                let kind = entry.placeholder == "DIR" ? "-d" : "-f"
                lines.append("            compopt -o filenames 2>/dev/null")
                lines.append(
                    "            mapfile -t COMPREPLY < <(compgen \(kind) -- \"$current\")")
            } else if !entry.choices.isEmpty {
                let words = entry.choices.joined(separator: " ")
                lines.append(
                    "            mapfile -t COMPREPLY < <(compgen -W '\(words)' -- \"$current\")")
            }
            lines += ["            return", "            ;;"]
        }
        return lines
    }

    /// The branch for an option with choices such as `junit=`, behind which a file follows.
    ///
    /// The choice may be behind a blank or behind an equals sign of its own.
    private static func bashFiles(_ entry: Entry) -> [String] {
        let words = entry.choices.compactMap { $0.hasSuffix("=") ? String($0.dropLast()) : nil }
        let form = entry.forms.last ?? ""
        return [
            "        \(words.joined(separator: " | ")))",
            "            local option=${COMP_WORDS[before - 1]}",
            "            if [[ $option == \"=\" ]]; then option=${COMP_WORDS[before - 2]}; fi",
            "            if [[ -n $joined && $option == \(form) ]]; then",
            "                compopt -o filenames 2>/dev/null",
            "                mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
            "                return",
            "            fi",
            "            ;;",
        ]
    }

    /// The script for zsh.
    ///
    /// A form that excludes others is listed with them, so that zsh does not offer both.
    static var zsh: String {
        let lines = entries.map { entry in
            entry.forms.map { "    '\(zshSpec(entry, form: $0))' \\" }.joined(separator: "\n")
        }
        return """
            #compdef pushsh
            # Completion of pushsh for zsh.
            # \(origin)

            _pushsh_tags() {
                local -a tags=(${(f)"$(
                    \(tagsCommand)
                )"})
                compadd -a tags
            }

            _arguments -s \\
            \(lines.joined(separator: "\n"))
                '*:script:_files -g "*.psh"'

            """
    }

    /// Writes one form of an option as `_arguments` reads it; brackets and colons in its summary
    /// are escaped, since they separate the parts.
    private static func zshSpec(_ entry: Entry, form: String) -> String {
        let others = entry.isRepeating ? "*" : "(\(entry.forms.joined(separator: " ")))"
        let summary = entry.summary.map { character in
            if character == "'" { return "'\\''" }
            return "[]:\\".contains(character) ? "\\\(character)" : String(character)
        }.joined()
        let action: String
        if entry.isTag {
            action = "_pushsh_tags"
        } else if entry.isFile {
            action = entry.placeholder == "DIR" ? "_files -/" : "_files"
        } else {
            action = entry.choices.isEmpty ? " " : "(\(entry.choices.joined(separator: " ")))"
        }
        let name = form.hasPrefix("--") ? form : form + "+"
        switch entry.value {
        case .none: return "\(others)\(form)[\(summary)]"
        case .required:
            let sign = form.hasPrefix("--") ? "=" : ""
            return "\(others)\(name)\(sign)[\(summary)]:\(entry.placeholder):\(action)"
        case .optional: return "\(others)\(form)=-[\(summary)]::\(entry.placeholder):\(action)"
        }
    }

    /// The script for fish.
    static var fish: String {
        let lines = entries.map { entry in
            var words = ["complete -c pushsh"]
            for form in entry.forms {
                words.append(
                    form.hasPrefix("--") ? "-l \(form.dropFirst(2))" : "-s \(form.dropFirst())")
            }
            if entry.value == .required { words.append(entry.isFile ? "-r -F" : "-x") }
            if entry.isTag { words.append("-a '(__pushsh_tags)'") }
            if !entry.choices.isEmpty {
                words.append("-a '\(entry.choices.joined(separator: " "))'")
            }
            let summary = entry.summary.map { "'\\".contains($0) ? "\\\($0)" : String($0) }
            words.append("-d '\(summary.joined())'")
            return words.joined(separator: " ")
        }
        return """
            # Completion of pushsh for fish.
            # \(origin)

            function __pushsh_tags
                for file in *.psh
                    string match -rg '\(fishTest)' <$file \\
                        | string match -ra '@[A-Za-z0-9_-]+'
                end | sort -u
            end

            complete -c pushsh -f
            complete -c pushsh -a '(__fish_complete_suffix .psh)'
            \(lines.joined(separator: "\n"))

            """
    }
}
