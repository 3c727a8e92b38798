import Foundation
import Glibc
import PushTestSupport
import Testing

/// TD-05 TD-06: the app's shell and the service are both killed at random moments, again and again;
/// in the end every event is in the warehouse once, in the order in which it was tracked.
///
/// The shell tracks and uploads over loopback HTTP while it is killed. A batch that was stored and
/// whose answer was lost is sent again, and the service knows its uuids. `PUSHSH_KILLS` asks for
/// more kills than the suite makes.
@Suite(.serialized) struct WireCrashTests {
    static let seed: UInt64 = 20_261_121
    static let kills =
        ProcessInfo.processInfo.environment["PUSHSH_KILLS"].flatMap { Int($0) } ?? 40
    static let variables = ["TD_WRITE_KEY": WireRequest.key]

    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func `what was tracked arrives once and in order, whoever is killed`() throws {
        var generator = SeededGenerator(seed: Self.seed)
        let first = try ServedProcess("serve --ingest 0", service, in: place)
        let port = try #require(first.ports["ingest"])
        try prepare(port)
        #expect(first.end(SIGKILL).status == -SIGKILL)

        for round in 0..<max(1, Self.kills / 2) {
            let server = try serve(on: port)
            let shell = try ServedProcess(
                """
                .output /dev/null
                for i in 1..100000
                  login r\(round)a${i}
                  login r\(round)b${i}
                  flush
                end
                """, phone, in: place, variables: Self.variables, services: 0)
            usleep(UInt32.random(in: 1_000...250_000, using: &generator))
            let pause = UInt32.random(in: 0...40_000, using: &generator)
            if Bool.random(using: &generator) {
                #expect(shell.end(SIGKILL).status == -SIGKILL, "round \(round)")
                usleep(pause)
                #expect(server.end(SIGKILL).status == -SIGKILL)
            } else {
                #expect(server.end(SIGKILL).status == -SIGKILL)
                usleep(pause)
                #expect(shell.end(SIGKILL).status == -SIGKILL, "round \(round)")
            }
        }

        let server = try serve(on: port)
        let rest = try Pushsh.run(
            phone + ["-c", "flush\nexpect queue == 0"], in: place, variables: Self.variables)
        #expect(rest.status == 0, "\(rest)")
        #expect(server.end(SIGTERM).status == 0)
        try compare()
    }

    private var service: [String] { ["--workspace", "td", "--real-time"] }
    private var phone: [String] { ["--workspace", "phone"] }

    /// Makes the phone's workspace, which uploads to a port of this machine.
    private func prepare(_ port: UInt16) throws {
        let made = try Pushsh.run(
            phone + [
                "-c",
                """
                config queue.limit 1000000
                network real
                endpoint http://127.0.0.1:\(port)
                app launch
                flush
                """,
            ], in: place, variables: Self.variables)
        #expect(made.status == 0, "\(made)")
    }

    /// Starts the service on the port that its predecessor had.
    private func serve(on port: UInt16) throws -> ServedProcess {
        let server = try ServedProcess("serve --ingest \(port)", service, in: place)
        try #require(server.ports["ingest"] == port)
        return server
    }

    /// Holds what the phone tracked against what the warehouse has, and looks into both files.
    private func compare() throws {
        let tracked = try users("phone", "SELECT user_id FROM events ORDER BY sequence")
        let stored = try users("td", "SELECT user_id FROM mobile.push_events ORDER BY rowid")
        #expect(tracked.count > Self.kills, "the kills came before any work was done")
        #expect(Set(stored).count == stored.count, "seed \(Self.seed)")
        #expect(stored == tracked, "seed \(Self.seed)")
        for file in ["phone/device.db", "td/warehouse/mobile.db"] {
            let check = try Shell.run(
                "sqlite3", [place.path + "/" + file, "PRAGMA integrity_check"])
            #expect(String(decoding: check.output, as: UTF8.self) == "ok\n", "\(file)")
        }
    }

    private func users(_ workspace: String, _ sql: String) throws -> [String] {
        let run = try Pushsh.run(
            [
                "--workspace", workspace, "--mode", "csv", "-c",
                "query --dialect sqlite \"\(sql)\"",
            ], in: place)
        #expect(run.status == 0, "\(run)")
        return Array(run.lines.dropFirst())
    }
}
