/// The meaning of a run of text, from which the editor chooses its appearance.
public enum TextStyle: UInt8, Equatable, Sendable, CaseIterable {
    case plain
    case command
    case unknownCommand
    case option
    case string
    case variable
    case comment
    case number
    case identifier
    case error
    case accent
    case muted
    case warning
    case success
    case strong
    case ghost
    case match
    case selected

    /// The parameters of the "select graphic rendition" sequence; empty for plain text.
    var parameters: StaticString {
        switch self {
        case .plain: ""
        case .command, .success: "32"
        case .unknownCommand, .error: "31"
        case .option, .accent: "36"
        case .string, .warning: "33"
        case .variable: "35"
        case .comment: "90"
        case .number: "34"
        case .identifier: "94"
        case .muted, .ghost: "2"
        case .strong: "1"
        case .match: "4"
        case .selected: "7"
        }
    }

    /// The parameters for a light background, from the 256 colours: the usual green, yellow and
    /// cyan are unreadable there.
    var parametersOnLight: StaticString {
        switch self {
        case .command, .success: "38;5;22"
        case .unknownCommand, .error: "38;5;124"
        case .option, .accent: "38;5;24"
        case .string, .warning: "38;5;94"
        case .variable: "38;5;90"
        case .comment: "38;5;240"
        case .number: "38;5;19"
        case .identifier: "38;5;25"
        case .muted, .ghost: "38;5;242"
        case .plain, .strong, .match, .selected: parameters
        }
    }

    /// Whether the style means something without a colour, so that it stays when colours are off.
    var survivesWithoutColour: Bool {
        self == .ghost || self == .muted || self == .strong || self == .match
            || self == .selected
    }
}
