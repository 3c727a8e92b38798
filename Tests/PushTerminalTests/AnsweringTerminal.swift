import Foundation
import Glibc
import PushTestSupport
import Testing

/// A terminal of our own, which answers as it is told to.
final class AnsweringTerminal {
    private let terminal: Int32
    private var process: pid_t = 0
    /// The answer to a question for the cursor; nil keeps quiet.
    var answer: String?

    /// TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID.
    private static let (setLock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    private static let newSession: Int16 = 0x80

    init(_ executable: String, columns: Int, rows: Int) throws {
        // The calls of <stdlib.h> for this are hidden from Swift; these are what they do on Linux.
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (Int32, Int32) = (0, 0)
        try #require(terminal >= 0 && ioctl(terminal, Self.setLock, &lock) == 0)
        try #require(ioctl(terminal, Self.number, &number) == 0)
        resize(columns: columns, rows: rows)
        let slave = "/dev/pts/\(number)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
        for copy: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, copy) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.newSession)
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(executable), nil]
        let variables = ["TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR=1", "HOME=/nonexistent"]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
        settings.append(nil)
        defer { for word in words + settings { free(word) } }
        try #require(
            posix_spawn(&process, executable, &actions, &attributes, &words, &settings) == 0)
    }

    deinit {
        close(terminal)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// The most memory that the program has had so far, in kilobytes.
    var peakMemory: Int? {
        let lines = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8))?
            .split(separator: "\n")
        let line = lines?.first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        Array(text.utf8).withUnsafeBytes { _ = write(terminal, $0.baseAddress, $0.count) }
    }

    /// Reads, and answers, until what was written since holds a text; gives all of that.
    func wait(for text: String, within seconds: Double = 10) -> String {
        let end = Date().addingTimeInterval(seconds)
        var fresh = ""
        while !fresh.contains(text) && Date() < end {
            var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, 50) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(terminal, &bytes, bytes.count)
            guard count > 0 else { break }
            let piece = String(decoding: bytes[..<count], as: UTF8.self)
            if piece.contains("\u{1B}[6n"), let answer { type(answer) }
            fresh += piece
        }
        return fresh
    }
}
