import Foundation

/// A program in a private tmux server, whose screen is the oracle of what a user would see.
///
/// Nothing sleeps for a fixed time: `screen(where:)` looks again until the screen fits.
public final class TerminalDriver {
    /// The rows of the screen without trailing blanks, and the cursor.
    public struct Screen: Equatable, CustomStringConvertible, Sendable {
        /// The rows from the top, without empty ones at the bottom.
        public var rows: [String]
        /// The cursor's column, from 0.
        public var column: Int
        /// The cursor's row, from 0.
        public var row: Int

        /// Makes a screen to compare with.
        public init(rows: [String], column: Int, row: Int) {
            self.rows = rows
            self.column = column
            self.row = row
        }

        /// The rows from the one that begins with `prefix`, counted from the bottom.
        public func from(_ prefix: String) -> [String] {
            rows.lastIndex { $0.hasPrefix(prefix) }.map { Array(rows[$0...]) } ?? []
        }

        /// The rows as they stand, and the cursor.
        public var description: String {
            rows.joined(separator: "\n") + "\n[\(column),\(row)]"
        }
    }

    /// Whether tmux is installed.
    public static let isAvailable = run(["-V"]).status == 0

    private static let spawning = NSLock()
    private let server = "psh-" + UUID().uuidString.prefix(8)

    /// Starts a program; its exit status is shown as `exited N`.
    public init(
        _ command: [String], columns: Int = 60, rows: Int = 12, environment: [String: String] = [:],
        afterwards: String = ""
    ) {
        let settings = ["LC_ALL": "C.UTF-8", "TERM": "screen-256color", "NO_COLOR": "1"]
            .merging(environment) { $1 }.sorted { $0.key < $1.key }
        let words =
            settings.map { "\($0.key)=\(Self.quoted($0.value))" }
            + ["HOME=/dev/null/home"] + command.map(Self.quoted)
        let script =
            "env " + words.joined(separator: " ")
            + "; echo exited $?; \(afterwards.isEmpty ? ":" : afterwards); sleep 60"
        tmux([
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", script,
        ])
    }

    deinit {
        tmux(["kill-server"])
    }

    /// The path of an executable that was built beside the tests.
    public static func product(_ name: String) -> String {
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name)
            .path
    }

    /// Presses keys by tmux's names, such as `Up` or `C-c`.
    public func press(_ keys: String...) {
        tmux(["send-keys"] + keys)
    }

    /// Types text as it is.
    public func type(_ text: String) {
        tmux(["send-keys", "-l", "--", text])
    }

    /// Sends bytes of ASCII as a terminal's own answers and reports come, which nobody types.
    public func send(_ bytes: String) {
        tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
    }

    /// Pastes text, in brackets where the program asked for them.
    public func paste(_ text: String) {
        tmux(["load-buffer", "-"], input: Data(text.utf8))
        tmux(["paste-buffer", "-p", "-r"])
    }

    /// Changes the size of the terminal.
    public func resize(columns: Int, rows: Int) {
        tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The process that runs in the terminal's first pane.
    public var shellProcess: Int32? {
        Int32(
            tmux(["display", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// What is on the screen now; with `escapes`, also how it looks.
    public func screen(escapes: Bool = false) -> Screen {
        let separator = "\u{1}"
        let answer = tmux(
            ["capture-pane", "-p"] + (escapes ? ["-e"] : [])
                + [";", "display", "-p", separator + "#{cursor_x} #{cursor_y}"])
        let parts = answer.components(separatedBy: separator)
        var rows = parts[0].components(separatedBy: "\n").map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
        while rows.last?.isEmpty == true { rows.removeLast() }
        let numbers = parts.count < 2 ? [] : parts[1].split { !$0.isNumber }.compactMap { Int($0) }
        return Screen(rows: rows, column: numbers.first ?? -1, row: numbers.dropFirst().first ?? -1)
    }

    /// Looks until the screen fits, at most `seconds`; gives the screen last seen.
    public func screen(
        within seconds: Double = 60, escapes: Bool = false, where fits: (Screen) -> Bool
    ) -> Screen {
        let end = Date().addingTimeInterval(seconds)
        var seen = screen(escapes: escapes)
        while !fits(seen) && Date() < end {
            usleep(15_000)
            seen = screen(escapes: escapes)
        }
        return seen
    }

    /// Looks until a row begins with `prefix`; gives the screen last seen.
    @discardableResult
    public func wait(for prefix: String, within seconds: Double = 60) -> Screen {
        screen(within: seconds) { $0.rows.contains { $0.hasPrefix(prefix) } }
    }

    /// Looks until a row holds `text` anywhere; true when one did in time.
    public func shows(_ text: String, within seconds: Double = 60) -> Bool {
        let holds = { (screen: Screen) in screen.rows.contains { $0.contains(text) } }
        return holds(screen(within: seconds, where: holds))
    }

    private static func quoted(_ word: String) -> String {
        "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    @discardableResult
    private func tmux(_ arguments: [String], input: Data? = nil) -> String {
        Self.run(["-u", "-L", server] + arguments, input: input).output
    }

    /// Runs tmux to its end.
    ///
    /// Foundation's `Process` would wait for the server that tmux leaves
    /// behind.
    private static func run(
        _ arguments: [String], input: Data? = nil
    ) -> (status: Int32, output: String) {
        // A process started meanwhile must not inherit the pipes, or they would never end.
        spawning.lock()
        guard let feed = openPipe(), let drain = openPipe() else {
            spawning.unlock()
            return (-1, "")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, feed.read, 0)
        posix_spawn_file_actions_adddup2(&actions, drain.write, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // Test threads block signals, which tmux and its programs would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = (["tmux"] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        let hasStarted = posix_spawnp(&child, "tmux", &actions, &attributes, &words, environ) == 0
        close(feed.read)
        close(drain.write)
        spawning.unlock()
        writeAll(input ?? Data(), to: feed.write)
        close(feed.write)
        let output = FileHandle(fileDescriptor: drain.read, closeOnDealloc: true)
            .readDataToEndOfFile()
        var status: Int32 = -1
        if hasStarted { while waitpid(child, &status, 0) < 0 && errno == EINTR {} }
        return (status, String(decoding: output, as: UTF8.self))
    }

    private static func openPipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func writeAll(_ data: Data, to descriptor: Int32) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
