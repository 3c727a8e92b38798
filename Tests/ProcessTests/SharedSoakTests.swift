import Foundation
import PushTestSupport
import Synchronization
import Testing

/// TD-04 TD-05 TD-06: two shells and a server work at random on one workspace at the same time.
///
/// In the end no file is damaged, and everything that was acknowledged is there: each event that a
/// shell said it tracked is uploaded once, or was said to be dropped or discarded; each event that
/// the server took is stored once; each table that was made exists. `PUSHSH_SOAK` asks for more
/// seconds than the suite spends.
@Suite(.serialized) struct SharedSoakTests {
    static let seed: UInt64 = 20_261_122
    static let seconds =
        ProcessInfo.processInfo.environment["PUSHSH_SOAK"].flatMap { Double($0) } ?? 3

    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func `two shells and a server lose nothing`() throws {
        try place.write(
            "config queue.limit 6\napp launch\nflush\n", to: "first.psh")
        let first = try Pushsh.run(shell + ["first.psh"], in: place)
        #expect(first.status == 0, "\(first)")
        let server = try ServedProcess(
            "serve --ingest 0 --api 0", shell, in: place,
            variables: ["TD_WRITE_KEY": WireRequest.key], services: 2)
        let (ingest, api) = (
            try #require(server.ports["ingest"]), try #require(server.ports["api"])
        )

        server.discardOutput()
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let shells = [SoakShell(1, Self.seed, place), SoakShell(2, Self.seed, place)]
        let client = SoakClient(ingest: ingest, api: api)
        let work: [@Sendable () -> Void] =
            shells.map { shell in { shell.work(until: end) } } + [
                { client.post(until: end) }, { client.query(until: end) },
            ]
        let group = DispatchGroup()
        for body in work {
            group.enter()
            Thread.detachNewThread {
                body()
                group.leave()
            }
        }
        group.wait()
        let served = server.end(SIGTERM)
        #expect(served.status == 0, "\(served)")

        for shell in shells { #expect(shell.faults == [], "seed \(Self.seed)") }
        #expect(client.faults == [], "seed \(Self.seed)")
        #expect(shells.allSatisfy { !$0.tracked.isEmpty } && !client.stored.isEmpty)
        let rest = try Pushsh.run(
            shell + ["-c", "stub clear\n? app launch\nflush\nexpect queue == 0"], in: place)
        #expect(rest.status == 0, "\(rest)")
        var log = SoakLog(first.lines + rest.lines)
        for shell in shells { log.add(shell.log) }
        try compare(log, shells, client)
        try lookIntoFiles()
    }

    private var shell: [String] { ["--workspace", "w", "--keep-going"] }

    /// Holds what was acknowledged against what the workspace has.
    private func compare(_ log: SoakLog, _ shells: [SoakShell], _ client: SoakClient) throws {
        let states = Dictionary(
            uniqueKeysWithValues: try rows("SELECT state, count(*) FROM events GROUP BY state")
                .map { row in
                    let cells = row.split(separator: ",")
                    return (String(cells[0]), Int(cells[1]) ?? -1)
                })
        let (uploaded, dropped, poisoned) = (
            states["uploaded"] ?? 0, states["dropped"] ?? 0, states["poisoned"] ?? 0
        )
        #expect(states.values.reduce(0, +) == log.tracked)
        #expect(dropped == log.dropped)
        #expect(poisoned == log.poisoned)
        #expect(uploaded == log.tracked - log.dropped - log.poisoned)
        for shell in shells {
            // The order of a shell's own logins is the order of its events.
            let found = try rows(
                """
                SELECT user_id FROM events WHERE user_id LIKE 's\(shell.number)r%' \
                GROUP BY user_id ORDER BY min(sequence)
                """)
            #expect(found == shell.tracked)
        }
        let posted = try rows("SELECT value FROM mobile.push_events WHERE value LIKE 'post-%'")
        #expect(Set(posted).count == posted.count)
        #expect(Set(client.stored).subtracting(posted).sorted() == [])
        try compareWarehouse()
        let tables = try Pushsh.run(shell + ["-c", "tables"], in: place).stdout
        let missing = log.tables.filter { !tables.contains("\($0),") }
        #expect(missing == [])
        guard ProcessInfo.processInfo.environment["PUSHSH_SOAK"] != nil else { return }
        print(
            """
            soak of \(Self.seconds) s: \(shells.map(\.runs)) scripts, \(log.tracked) events \
            tracked (\(uploaded) uploaded, \(dropped) dropped, \(poisoned) discarded), \
            \(client.stored.count) posted, \(client.answered) queries answered, \
            \(log.tables.count) tables, \(shells.map(\.busy).reduce(0, +)) scripts found it busy
            """)
    }

    /// Holds the warehouse against the events: each that was acknowledged is there, and none twice.
    ///
    /// One that was dropped or discarded may be there, too: when the service stores a batch whose
    /// answer is lost, the queue does not learn of it.
    private func compareWarehouse() throws {
        let key = "type, coalesce(user_id, '') AS u, coalesce(value, '') AS v, time"
        func counts(_ source: String) -> String {
            "SELECT \(key), count(*) AS n FROM \(source) GROUP BY 1, 2, 3, 4"
        }
        let stored = counts("mobile.push_events WHERE coalesce(value, '') NOT LIKE 'post-%'")
        func excess(_ one: String, _ other: String) -> String {
            """
            SELECT a.* FROM (\(one)) a LEFT JOIN (\(other)) b USING (type, u, v, time) \
            WHERE a.n > coalesce(b.n, 0)
            """
        }
        let lost = try rows(excess(counts("events WHERE state = 'uploaded'"), stored))
        #expect(lost == [])
        let repeated = try rows(excess(stored, counts("events")))
        #expect(repeated == [])
    }

    private func rows(_ sql: String) throws -> [String] {
        let run = try Pushsh.run(
            [
                "--workspace", "w", "--mode", "csv", "-c",
                "query --dialect sqlite \"\(sql)\"",
            ], in: place)
        #expect(run.status == 0, "\(run)")
        return Array(run.lines.dropFirst())
    }

    private func lookIntoFiles() throws {
        let files = try place.listing().filter { $0.hasSuffix(".db") }
        #expect(files.contains("w/device.db") && files.contains("w/warehouse/mobile.db"))
        for file in files {
            let check = try Shell.run(
                "sqlite3", [place.path + "/" + file, "PRAGMA integrity_check"])
            #expect(check.stdout == "ok\n", "\(file)")
        }
    }
}

/// What a shell said.
struct SoakLog {
    var tracked = 0
    var dropped = 0
    var poisoned = 0
    var tables: [String] = []

    init(_ lines: [String] = []) {
        for line in lines {
            let words = line.split(separator: " ")
            switch words.first {
            case "tracked": tracked += 1
            case "dropped": dropped += 1
            case "poison": poisoned += 1
            case "table" where words.count == 3 && words[2] == "made":
                tables.append(String(words[1]))
            default: break
            }
        }
    }

    mutating func add(_ other: SoakLog) {
        tracked += other.tracked
        dropped += other.dropped
        poisoned += other.poisoned
        tables += other.tables
    }
}

/// One after the other, processes that run random commands on the workspace.
final class SoakShell: @unchecked Sendable {
    let number: Int
    private let place: TemporaryDirectory
    private var generator: SeededGenerator
    private(set) var log = SoakLog()
    /// The users that were tracked, in order.
    private(set) var tracked: [String] = []
    private(set) var faults: [String] = []
    private(set) var runs = 0
    /// Scripts that waited for longer than five seconds.
    private(set) var busy = 0

    init(_ number: Int, _ seed: UInt64, _ place: TemporaryDirectory) {
        self.number = number
        self.place = place
        generator = SeededGenerator(seed: seed &+ UInt64(number))
    }

    func work(until end: Date) {
        while Date() < end {
            do { try run() } catch { faults.append("\(error)") }
            runs += 1
        }
    }

    private func run() throws {
        let count = Int.random(in: 1...40, using: &generator)
        let text = (0..<count).map { command("s\(number)r\(runs)n\($0)") }.joined(separator: "\n")
        let outcome = try Shell.run(
            PushshBinary.path, ["--workspace", "w", "--keep-going", "-f", "-"],
            input: Array(text.utf8), environment: Pushsh.environment, directory: place.path)
        let lines = outcome.stdout.split(separator: "\n").map(String.init)
        log.add(SoakLog(lines))
        for line in lines where line.hasPrefix("tracked token_register user s\(number)r") {
            let user = String(line.split(separator: " ")[3])
            if !tracked.contains(user) { tracked.append(user) }
        }
        // Every command that may fail says so, and a workspace that is held for long is told.
        let isBusy = outcome.status == 3 && outcome.stderr.contains("workspace is busy")
        busy += isBusy ? 1 : 0
        if outcome.status != 0 && !isBusy {
            faults.append("status \(outcome.status) \(outcome.signal): \(outcome.stderr)\n\(text)")
        }
    }

    /// A command under a name of its own; `?` stands where the other shell may be in the way.
    private func command(_ name: String) -> String {
        let push = #"{"aps":{"alert":"hi"},"td_campaign_id":"\#(name)"}"#
        switch Int.random(in: 0..<32, using: &generator) {
        case 0..<8: return "? login \(name)"
        case 8..<12: return "? open myapp://home?from=\(name)"
        case 12..<16: return "? receive <<T\n\(push)\nT"
        case 16..<20: return "? flush"
        case 20: return "? tap"
        case 21: return "? dismiss"
        case 22: return "? app launch"
        case 23: return "? app background"
        case 24: return "? app kill"
        case 25: return "? table create mobile.t\(name)"
        case 26: return "clock advance 1s"
        case 27: return "stub ingest status=503 times=1"
        case 28: return "stub ingest drop-response times=1"
        case 29:
            return "stub ingest receipts fail=1 error=InvalidPropertyValueError times=1"
        case 30: return "query \"SELECT count(*), max(sequence) FROM events\""
        default: return "query \"SELECT type, count(*) FROM mobile.push_events GROUP BY 1\""
        }
    }
}

/// Clients of the server: one uploads events, the other issues queries.
final class SoakClient: @unchecked Sendable {
    private let ingest: UInt16
    private let api: UInt16
    private let problems = Mutex<[String]>([])
    /// The values of the events that the server said it stored.
    private(set) var stored: [String] = []
    /// The queries that came to their end.
    private(set) var answered = 0

    init(ingest: UInt16, api: UInt16) {
        self.ingest = ingest
        self.api = api
    }

    var faults: [String] { problems.withLock { $0 } }

    func post(until end: Date) {
        var number = 0
        while Date() < end {
            let values = (0..<(number % 7 + 1)).map { "post-\(number)-\($0)" }
            let events = values.map { #"{"value":"\#($0)","type":"open"}"# }.joined(separator: ",")
            let answer = ask(WireRequest.upload("{\"events\":[\(events)]}"), ingest)
            number += 1
            // A workspace that is held for long is told as 503, and the client would try again.
            if answer.hasPrefix("HTTP/1.1 200 ") {
                stored += values
            } else if answer.hasPrefix("HTTP/1.1 206 ") {
                // A shell's stub fails some records: the receipts say which, in their order.
                let kept = answer.matches(of: /"success":(true|false)/).map { $0.1 == "true" }
                stored += zip(values, kept).filter(\.1).map(\.0)
            } else if !answer.isEmpty, !answer.hasPrefix("HTTP/1.1 503 ") {
                // An answer that a stub drops acknowledges nothing.
                problems.withLock { $0.append(answer) }
            }
        }
    }

    func query(until end: Date) {
        let sql = "query=SELECT+count(*)+AS+n+FROM+push_events"
        let head = "Host: localhost\r\nAuthorization: TD1 \(WireRequest.key)\r\n"
        while Date() < end {
            let issued = ask(
                "POST /v3/job/issue/trino/mobile HTTP/1.1\r\n\(head)"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(sql.utf8.count)\r\n\r\n\(sql)", api)
            guard let job = issued.firstMatch(of: /"job_id":"(\d+)"/)?.1 else {
                if !issued.hasPrefix("HTTP/1.1 503 ") { problems.withLock { $0.append(issued) } }
                continue
            }
            var status = ""
            repeat {
                status = ask("GET /v3/job/status/\(job) HTTP/1.1\r\n\(head)\r\n", api)
            } while status.contains(/"status":"(queued|running)"/)
            guard status.contains(#""status":"success""#) else {
                problems.withLock { $0.append(status) }
                continue
            }
            answered += 1
        }
    }

    private func ask(_ request: String, _ port: UInt16) -> String {
        do {
            let connection = try RawConnection(port: port)
            connection.send(request)
            return connection.readAnswer()
        } catch { return "\(error)" }
    }
}
