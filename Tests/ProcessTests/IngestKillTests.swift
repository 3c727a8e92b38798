import Foundation
import Glibc
import PushTestSupport
import Testing

/// TD-06: a server is killed while several connections upload one event per request, each waiting
/// for its answer before it sends the next one.
///
/// Such events are stored by the thread that read them.
///
/// `PUSHSH_KILLS` asks for more kills than the suite makes.
@Suite(.serialized) struct IngestKillTests {
    static let kills =
        ProcessInfo.processInfo.environment["PUSHSH_KILLS"].flatMap { Int($0) } ?? 6
    static let options = ["--workspace", "w", "--real-time"]

    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func `what lone connections were told to be stored is, once, whoever is killed`() throws {
        var generator = SeededGenerator(seed: 20_261_123)
        var acknowledged: [String] = []
        var sent: Set<String> = []
        for round in 0..<max(1, Self.kills) {
            let server = try ServedProcess("serve --ingest 0", Self.options, in: place)
            server.discardOutput()
            let clients = try (0..<Int.random(in: 1...8, using: &generator)).map { index in
                try LoneClient("r\(round)c\(index)", server.connect())
            }
            for client in clients { client.start() }
            // The kill comes when so many answers are there, however long that takes.
            let target = Int.random(in: 1...60, using: &generator)
            while clients.reduce(0, { $0 + $1.progress }) < target,
                clients.contains(where: { !$0.hasEnded })
            {
                usleep(500)
            }
            #expect(server.end(SIGKILL).status == -SIGKILL)
            let before = acknowledged.count
            for client in clients {
                let (answered, all) = client.outcome()
                acknowledged += answered
                sent.formUnion(all)
            }
            #expect(acknowledged.count - before >= target, "round \(round): clients gave up")
            try compare(acknowledged, sent)
        }
    }

    private func compare(_ acknowledged: [String], _ sent: Set<String>) throws {
        let run = try place.inWorkspace("query \"SELECT value FROM mobile.push_events\"\n")
        #expect(run.status == 0, "\(run)")
        let stored = Array(run.lines.dropFirst())
        #expect(Set(stored).count == stored.count, "something is stored twice")
        #expect(Set(acknowledged).subtracting(stored) == [])
        // What was on its way may be stored or not, and nothing else is.
        #expect(Set(stored).subtracting(sent) == [])
    }
}

/// A client of one connection, on a thread of its own, which sends the next event when the last one
/// was answered.
private final class LoneClient: @unchecked Sendable {
    private let name: String
    private let connection: RawConnection
    private let condition = NSCondition()
    private var answered: [String] = []
    private var sent: [String] = []
    private var isOver = false

    init(_ name: String, _ connection: RawConnection) {
        (self.name, self.connection) = (name, connection)
    }

    var progress: Int { condition.withLock { answered.count } }
    var hasEnded: Bool { condition.withLock { isOver } }

    func start() {
        Thread.detachNewThread { [self] in
            upload()
            condition.withLock {
                isOver = true
                condition.broadcast()
            }
        }
    }

    private func upload() {
        for number in 0..<100_000 {
            let value = "\(name)e\(number)"
            condition.withLock { sent.append(value) }
            connection.send(WireRequest.upload(WireRequest.event(value)))
            let answer = connection.readAnswer()
            guard answer.hasPrefix("HTTP/1.1 200 "), answer.contains(#""success":true"#) else {
                return
            }
            condition.withLock { answered.append(value) }
        }
    }

    /// Waits until the connection is gone; gives what was answered, and what was sent.
    func outcome() -> (answered: [String], sent: [String]) {
        condition.withLock {
            while !isOver { condition.wait() }
            return (answered, sent)
        }
    }
}
