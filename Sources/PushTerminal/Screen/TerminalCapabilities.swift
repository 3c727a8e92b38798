import CEditLine
import Glibc

/// The capabilities of the terminal and the environment.
public enum TerminalCapabilities {
    /// The value of an environment variable, or nil.
    public typealias Environment = (String) -> String?

    /// Reads the process's own environment.
    public static func processEnvironment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether someone can type at `input` and see a prompt.
    ///
    /// A piped output still counts, as the prompt then goes elsewhere.
    public static func isInteractive(_ input: Int32 = 0, _ output: Int32 = 1) -> Bool {
        isatty(input) == 1 && screen(for: output, input: input) != nil
    }

    /// The terminal to draw on: the output, else the standard error, else the input.
    static func screen(for output: Int32, input: Int32) -> Int32? {
        [output, STDERR_FILENO, input].first {
            isatty($0) == 1 && fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY
        }
    }

    /// Whether output to a stream may have colours.
    ///
    /// `NO_COLOR` forbids them; `CLICOLOR_FORCE` asks for them even in a pipe
    /// (bixense.com/clicolors).
    public static func coloursAllowed(
        environment: Environment = processEnvironment, isTerminal: Bool = true
    ) -> Bool {
        if let value = environment("NO_COLOR"), !value.isEmpty { return false }
        if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
        if environment("CLICOLOR") == "0" { return false }
        return isTerminal && canMoveCursor(environment: environment)
    }

    /// Whether the terminal has a light background and the colours to be read on it.
    ///
    /// rxvt, Konsole and others set `COLORFGBG`: the colours of text and background by number.
    /// `PUSHSH_BACKGROUND` is for terminals that do not.
    static func isLight(environment: Environment) -> Bool {
        let term = environment("TERM") ?? ""
        guard term.contains("256color") || environment("COLORTERM") != nil else { return false }
        switch environment("PUSHSH_BACKGROUND") {
        case "light": return true
        case "dark": return false
        default:
            let last = environment("COLORFGBG")?.split(separator: ";").last
            return last == "7" || last == "15"
        }
    }

    /// Whether the terminal can do more than print lines.
    static func canMoveCursor(environment: Environment) -> Bool {
        guard let term = environment("TERM"), !term.isEmpty else { return false }
        return term != "dumb" && term != "emacs"
    }

    /// The columns of a terminal, or 80 if `descriptor` is not one or does not know.
    public static func width(_ descriptor: Int32) -> Int {
        size(descriptor).columns
    }

    /// The rows of a terminal, or 24 if `descriptor` is not one or does not know.
    public static func height(_ descriptor: Int32) -> Int { size(descriptor).rows }

    /// Whether the terminal of this process can do more than print lines.
    public static var movesCursor: Bool { canMoveCursor(environment: processEnvironment) }

    /// The columns and rows of a terminal, within limits that make layout possible.
    static func size(_ descriptor: Int32) -> (columns: Int, rows: Int) {
        var columns: Int32 = 0
        var rows: Int32 = 0
        ce_size(descriptor, &columns, &rows)
        return (columns > 0 ? max(16, Int(columns)) : 80, rows > 0 ? max(2, Int(rows)) : 24)
    }
}
