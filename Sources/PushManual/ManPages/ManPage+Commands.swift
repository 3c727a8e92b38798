import PushCommands
import PushText

extension ManPage {
    /// Adds how the page is to be read.
    static func commandsOverview(_ page: inout Mdoc) {
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            These are the commands that pushsh understands at its prompt and in scripts. Every \
            command prints lines for people, each starting with a word that says what happened \
            (`shown`, `tracked`, `opened`, `not`), and yields a JSON value for scripts. If \
            something expected did not happen, the line says why.

            Parameters in brackets are optional; options can go anywhere after the name. `@NAME` \
            in front of a command runs it on another device. A payload is a file, `-` for standard \
            input, a here-document, or the JSON object itself. Every example below runs as it is.
            """)
    }

    /// Adds a command as a subsection, in the order of its help page.
    static func command(_ entry: CommandEntry, _ page: inout Mdoc) {
        let command = entry.command
        page.macro("Ss", command.name)
        if !command.parameters.isEmpty {
            page.raw(".D1 " + synopsis(command))
            page.paragraph()
        }
        page.prose(command.summary)
        if !command.discussion.isEmpty { page.prose(command.discussion) }
        if !entry.aliases.isEmpty {
            page.prose("Also written \(Suggestion.list(entry.aliases)).")
        }
        let parameters = command.positionals + command.options
        if !parameters.isEmpty {
            page.raw(".Bl -tag -width Ds")
            for parameter in parameters {
                page.raw(".It " + macros(parameter))
                page.prose(parameter.explanation, naming: .options)
            }
            page.raw(".El")
        }
        let settings = SettingEntry.entries(of: command)
        if !settings.isEmpty {
            page.prose("The settings are:")
            page.raw(".Bl -tag -width Ds")
            for setting in settings {
                page.macro("It Cm", setting.key)
                page.prose(setting.text, naming: .options)
            }
            page.raw(".El")
        }
        for example in command.examples {
            page.paragraph()
            page.prose(entry.caption(of: example))
            page.literal(example.script)
        }
        if !command.errors.isEmpty {
            page.paragraph()
            let codes = command.errors.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            page.prose("Errors: \(codes).")
        }
        if !entry.seeAlso.isEmpty {
            page.paragraph()
            let names = entry.seeAlso.map { "`\($0)`" }.joined(separator: ", ")
            page.prose("See also \(names).")
        }
    }

    /// Adds the codes of failures, from the tables that `help CODE` shows.
    static func errorCodes(_ page: inout Mdoc) {
        page.raw(".Sh DIAGNOSTICS")
        page.prose(
            """
            A command that the simulated world refuses fails with one of these codes and, unless \
            the code says otherwise (`app_crashed`, `upload_failed`), changes nothing. A script \
            expects a failure by its code: `!link_refused open javascript:alert(1)`.
            """)
        diagnostics(ErrorGuide.refusals, &page)
        page.prose("Any command can fail for reasons outside the simulation:")
        diagnostics(ErrorGuide.outside, &page)
        page.prose(
            """
            Usage errors are found before a script runs, unless the statement expects them by \
            their code, as `!unknown_option tap --hard` does:
            """)
        diagnostics(ErrorGuide.usage, &page)
    }

    /// Returns a command's form in macros, required words first.
    private static func synopsis(_ command: Command) -> String {
        var words = ["Ic " + Mdoc.argument(command.name)]
        for parameter in command.positionals {
            guard case .positional(let isRequired, _) = parameter.role else { continue }
            words.append(isRequired ? macros(parameter) : "Oo \(macros(parameter)) Oc")
        }
        let options = command.options.map {
            $0.isNeeded ? macros($0) : "Oo \(macros($0)) Oc"
        }
        return (words + options).joined(separator: " ")
    }

    /// A parameter as macros: `Ar ID`, `Fl \-action Ar NAME`.
    private static func macros(_ parameter: ParameterSpec) -> String {
        let name = Mdoc.argument("-" + parameter.name)
        let value = Mdoc.argument(parameter.placeholder)
        switch parameter.role {
        case .positional(_, let isRepeating): return "Ar \(value)" + (isRepeating ? " ..." : "")
        case .option: return "Fl \(name) Ar \(value)"
        case .flag: return "Fl \(name)"
        }
    }
}
