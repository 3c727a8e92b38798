import Foundation
import Glibc
import PushTestSupport
import Testing

/// A `pushsh` that serves, with the ports it told.
final class ServedProcess {
    struct CannotStart: Error {}

    private(set) var identifier: pid_t = 0
    private var isOver = false
    private let output: Int32
    private let errors: Int32
    private var text = ""
    private(set) var ports: [String: UInt16] = [:]
    /// The key that it made and told.
    private(set) var key: String?
    /// The line of JSON by which a server with gateways tells its ports; empty without them.
    private(set) var announcement: [String: Any] = [:]

    /// Starts it, and returns when every service listens, or when it has ended.
    init(
        _ script: String, _ options: [String] = [], in directory: TemporaryDirectory,
        variables: [String: String] = [:], services: Int = 1, takesAnyKey: Bool = true,
        wrapper: [String] = []
    ) throws {
        // The tests' clients have keys of their own, but where a test is about keys.
        let isBare = takesAnyKey && !script.contains("--key")
        let script = isBare ? script.replacing("serve --", with: "serve --any-key --") : script
        var pipes: [[Int32]] = [[-1, -1], [-1, -1]]
        for index in 0..<2 {
            guard pipe(&pipes[index]) == 0 else { throw CannotStart() }
            for end in pipes[index] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        (output, errors) = (pipes[0][0], pipes[1][0])
        let words =
            ["env", "-C", directory.path] + wrapper + [try PushshBinary.path] + options + [
                "-c", script,
            ]
        let environment = Pushsh.environment.merging(variables) { $1 }
        identifier = try Self.spawn(words, environment, pipes.map { $0[1] })
        for pipe in pipes { close(pipe[1]) }
        while ports.count < services {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            readPorts()
        }
    }

    /// Starts a program with signals as a login shell hands them on: those that a thread of the
    /// tests blocks would never reach it.
    private static func spawn(
        _ words: [String], _ environment: [String: String], _ outputs: [Int32]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, outputs[0], 1)
        posix_spawn_file_actions_adddup2(&actions, outputs[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, "env", &actions, &attributes, &arguments, &variables) == 0
        else { throw CannotStart() }
        return child
    }

    private func readPorts() {
        key = text.split(separator: "\n").first { $0.hasPrefix("key ") }?
            .split(separator: " ").last.map(String.init)
        for line in text.split(separator: "\n") where line.hasPrefix("serving ") {
            let words = line.split(separator: " ")
            guard words.count == 3, let port = words[2].split(separator: ":").last else {
                continue
            }
            ports[String(words[1])] = UInt16(port)
        }
        for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
        where line.hasPrefix("{") && announcement.isEmpty {
            let json = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            announcement = json as? [String: Any] ?? [:]
            for (name, value) in announcement {
                if let port = value as? Int { ports[name] = UInt16(port) }
            }
        }
    }

    deinit {
        if !isOver { _ = end(SIGKILL) }
        close(output)
        close(errors)
    }

    /// The memory that it has in use, in bytes.
    var residentBytes: Int {
        let path = "/proc/\(identifier)/statm"
        let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ")
        return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
    }

    /// Reads what it prints from now on and throws it away.
    func discardOutput() {
        let copy = fcntl(output, F_DUPFD_CLOEXEC, 0)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while read(copy, &buffer, buffer.count) > 0 {}
            close(copy)
        }
    }

    /// Reads what it prints until a text is there.
    func readOutput(until wanted: String) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !text.contains(wanted) {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Sends a signal, waits for the end, and gives what it printed.
    func end(_ signal: Int32) -> Pushsh.Run {
        kill(identifier, signal)
        var state: Int32 = 0
        while waitpid(identifier, &state, 0) < 0 && errno == EINTR {}
        isOver = true
        // Another program of the tests may hold the pipes' other ends: what is there is all.
        let complaints = Self.drain(errors)
        text += Self.drain(output)
        let signal = state & 0x7F
        return Pushsh.Run(
            stdout: text, stderr: complaints,
            status: signal == 0 ? (state >> 8) & 0xFF : -signal)
    }

    private static func drain(_ descriptor: Int32) -> String {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Opens a connection to a service.
    func connect(_ service: String = "ingest") throws -> RawConnection {
        try RawConnection(port: try #require(ports[service]))
    }

    /// Sends one request on a connection of its own, and gives the whole answer.
    func ask(_ request: String, _ service: String = "ingest") throws -> String {
        let connection = try connect(service)
        connection.send(request)
        return connection.readAnswer()
    }
}

/// A socket that sends bytes as they are; it gives up reading after 20 seconds.
final class RawConnection {
    struct CannotConnect: Error {}

    private let descriptor: Int32
    /// The error number of the last read that failed.
    private(set) var failure: Int32 = 0

    init(port: UInt16) throws {
        signal(SIGPIPE, SIG_IGN)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else {
            close(descriptor)
            throw CannotConnect()
        }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Says that nothing more will be sent.
    func shutOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Hangs up, even if a child of another test has inherited the descriptor.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Reads until the other side has closed.
    func readAll() -> String {
        var bytes: [UInt8] = []
        while let piece = readPiece() { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads one answer, whose length its head tells.
    func readAnswer() -> String {
        var bytes: [UInt8] = []
        while let piece = readPiece() {
            bytes += piece
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n"),
                let field = text.range(of: "Content-Length: ")
            else { continue }
            let count = Int(text[field.upperBound...].prefix { $0.isNumber }) ?? 0
            if text[end.upperBound...].utf8.count >= count { return text }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func readPiece() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 { failure = errno }
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

/// Requests as a client of Treasure Data writes them.
enum WireRequest {
    static let key = "1/" + String(repeating: "a", count: 40)

    static func upload(
        _ body: String, path: String = "/mobile/push_events", method: String = "POST",
        more: String = ""
    ) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: TD1 \(key)\r\n"
            + "Content-Type: application/vnd.treasuredata.v1+json\r\n\(more)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    }

    static func event(_ value: String) -> String { #"{"events":[{"value":"\#(value)"}]}"# }
}
