import Foundation
import Glibc
import PushTestSupport
import Testing

/// A `pushsh` that serves, with the ports it told.
final class ServedProcess {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var text = ""
    private(set) var ports: [String: UInt16] = [:]

    /// Starts it, and returns when every service listens.
    init(
        _ script: String, _ options: [String] = [], in directory: TemporaryDirectory,
        variables: [String: String] = [:], services: Int = 1
    ) throws {
        process.executableURL = URL(fileURLWithPath: try PushshBinary.path)
        process.arguments = options + ["-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
        process.environment = Pushsh.environment.merging(variables) { $1 }
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        while ports.count < services {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("serving ") {
                let words = line.split(separator: " ")
                guard words.count == 3, let port = words[2].split(separator: ":").last else {
                    continue
                }
                ports[String(words[1])] = UInt16(port)
            }
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var isRunning: Bool { process.isRunning }

    /// The memory that it has in use, in bytes.
    var residentBytes: Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ")
        return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
    }

    /// Sends a signal, waits for the end, and gives what it printed.
    func end(_ signal: Int32) -> Pushsh.Run {
        kill(process.processIdentifier, signal)
        text += String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        let status = process.terminationStatus
        return Pushsh.Run(stdout: text, stderr: complaints, status: isSignal ? -status : status)
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

    private func readPiece() -> [UInt8]? {
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
