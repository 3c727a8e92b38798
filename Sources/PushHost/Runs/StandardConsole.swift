import Glibc
import PushModel
import PushRuntime
import PushTerminal
import PushText

/// Standard output and standard error, buffered and flushed after each statement.
final class StandardConsole: Console {
    private var output = ByteWriter(capacity: 2 * searchSize)
    /// The places where the lines begin that were not searched for secrets yet.
    private var unsearched: [Int] = []
    /// The size in bytes at which they are searched.
    ///
    /// Not the whole buffer: a suspicious pair of letters costs a second look at every line.
    private static let searchSize = 2048
    private let standard: Outlet
    private let errors: Outlet
    private var current: Outlet
    /// The outlet for output that `.output` does not redirect.
    private var usual: Outlet
    private var patience = ReaderPatience.always
    /// The signal that ends a wait for a reader; nil = any signal ends the process by itself.
    var interruption: Interruption?
    /// The bytes after which output is written although the command goes on.
    private static let bufferSize = 65_536
    /// The file that output goes to since `.output`; nil if that is where it usually goes.
    private var file: String?
    /// The reason why output could not be written; nil if all of it was.
    private(set) var failure: String?
    /// The place to which that output was to go.
    private(set) var failedPlace = "standard output"
    /// Whether long texts go through a pager: a person is at a terminal that can move its cursor.
    var usesPager = false

    /// Whether GitHub Actions reads the output, which obeys lines that look like its commands.
    var guardsCommands = false

    /// Makes a console over the descriptors of standard output and standard error.
    init(output: Int32 = 1, errors: Int32 = 2) {
        standard = Outlet(output)
        current = standard
        usual = standard
        let errors = Outlet(errors)
        // Lines that wait for one reader keep their order.
        self.errors = standard.isSame(as: errors) ? standard : errors
    }

    func out(_ line: String) {
        write(guardsCommands && current === usual ? GitHubReport.plain(line) : line)
    }

    private func write(_ line: String) {
        unsearched.append(output.count)
        output.append(utf8: line)
        endLine()
    }

    func out(_ verb: Fact.Verb, _ subject: String, _ text: String) {
        guard !guardsCommands else {
            return out(VisibleText.escape(Fact.line(verb, subject, text)))
        }
        let start = output.count
        unsearched.append(start)
        Fact.write(verb, subject, text, to: &output)
        let line = output.bytes(from: start)
        if !VisibleText.isPrintableASCII(line) {
            let shown = VisibleText.escape(String(decoding: line, as: UTF8.self))
            output.removeBytes(from: start)
            output.append(utf8: shown)
        }
        endLine()
    }

    /// Secrets are searched for in stretches of several lines, which is faster than line by line,
    /// and always before the bytes leave the process.
    private func endLine() {
        output.append(Ascii.lineFeed)
        if output.count - unsearched[0] >= Self.searchSize { hideSecrets() }
        if output.count >= Self.bufferSize { flush() }
    }

    /// Replaces the secrets in the lines that were not searched yet.
    ///
    /// Together they are searched faster, and most hold nothing that could be one.
    private func hideSecrets() {
        guard let first = unsearched.first else { return }
        defer { unsearched.removeAll(keepingCapacity: true) }
        let bytes = output.bytes
        guard Secrets.mayHoldSecret(output.bytes(from: first)) else { return }
        unsearched.append(output.count)
        var shown: [UInt8] = []
        for (start, end) in zip(unsearched, unsearched.dropFirst()) {
            let line = UnsafeBufferPointer(rebasing: bytes[start..<(end - 1)])
            if Secrets.mayHoldSecret(line) {
                shown += Secrets.shown(String(decoding: line, as: UTF8.self)).utf8
            } else {
                shown += line
            }
            shown.append(UInt8(ascii: "\n"))
        }
        output.removeBytes(from: first)
        shown.withUnsafeBufferPointer { output.append($0) }
    }

    /// Prints a line of the run's own report, which no `.output` of a script takes; a command is
    /// one that GitHub shall obey.
    func tell(_ line: String, isCommand: Bool = false) {
        let redirected = current
        if current !== usual { flush() }
        current = usual
        if isCommand { write(line) } else { out(line) }
        if redirected !== usual { flush() }
        current = redirected
    }

    /// Written at once, behind all output that came before it.
    func err(_ line: String) {
        // Earlier output must stay before it.
        flush()
        let told = Secrets.told(line)
        var bytes = Array((guardsCommands ? GitHubReport.plain(told) : told).utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = errors.write(bytes, patience, until: interruption)
    }

    func flush() {
        if errors.holdsLines { _ = errors.write([], patience, until: interruption) }
        guard output.count > 0 || current.holdsLines else { return }
        hideSecrets()
        note(current.write(output.bytes, patience, until: interruption), to: current)
        output.removeAll()
    }

    /// Keeps where output could not be written first, and the reason.
    private func note(_ isWritten: Bool, to outlet: Outlet) {
        guard !isWritten, failure == nil else { return }
        failure = Files.text(errno)
        if outlet !== usual, let file { failedPlace = "`\(VisibleText.escape(file))`" }
    }

    func wait(_ patience: ReaderPatience, inJSON: Bool) {
        flush()
        self.patience = patience
        guard patience != .never else {
            current.countsInJSON = inJSON
            return
        }
        note(current.settle(), to: current)
        _ = errors.settle()
    }

    var unwritten: Int32 {
        [current, errors].first(where: \.holdsLines)?.descriptor ?? -1
    }

    func page(_ lines: [String]) -> Bool {
        guard usesPager, current === standard,
            lines.count >= TerminalCapabilities.height(standard.descriptor)
        else { return false }
        flush()
        return Pager.show(lines.map { Secrets.shown($0) })
    }

    /// Redirects all other output to standard error, so that standard output holds only a report.
    func leaveOutputToReport() {
        flush()
        if current === usual { current = errors }
        usual = errors
    }

    /// Writes a report to standard output.
    func writeReport(_ text: String) {
        flush()
        note(standard.write(Array(text.utf8), patience, until: interruption), to: standard)
    }

    /// Throws if the file cannot be opened; the output then goes where it went before.
    func redirect(to path: String?) throws(Failure) {
        flush()
        var opened = usual
        if let path {
            try Files.refuseStore(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw Files.unwritable(path) }
            opened = Outlet(descriptor)
        }
        if current !== usual {
            note(current.settle(), to: current)
            close(current.descriptor)
        }
        current = opened
        file = path
    }
}
