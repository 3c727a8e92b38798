import PushLanguage
import PushSimulation
import PushText

/// The conditions of guards: `[tty]`, `[network:real]`, `[profile:td]`.
enum Condition {
    /// The fault of a malformed condition, found before anything runs; nil for a valid one.
    static func fault(_ condition: Guard) -> (message: String, hint: String?)? {
        let choices: [String]
        switch condition.name {
        case "tty":
            return condition.argument == nil ? nil : ("`tty` takes no argument", nil)
        case "network": choices = Network.Mode.allCases.map(\.rawValue)
        case "profile": choices = Profile.allCases.map(\.rawValue)
        default:
            return (
                "there is no condition `\(VisibleText.escape(condition.name))`",
                "conditions are `tty`, `network:MODE` and `profile:NAME`"
            )
        }
        guard let argument = condition.argument, choices.contains(argument) else {
            let found = condition.argument.map { "`\(VisibleText.escape($0))`" } ?? "nothing"
            return (
                "`\(condition.name)` takes \(Suggestion.list(choices)), found \(found)", nil
            )
        }
        return nil
    }

    /// Whether a condition holds in a session.
    static func holds(_ condition: Guard, in session: Session) -> Bool {
        // A store that fails is reported by the statement that the guard lets run.
        _ = session.catchUp()
        return switch condition.name {
        case "tty": session.settings.isTerminal
        case "network":
            session.world.surroundings.network.mode.rawValue == condition.argument
        default: session.world.app?.settings.profile.rawValue == condition.argument
        }
    }
}
