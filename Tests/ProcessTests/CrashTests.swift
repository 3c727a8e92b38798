import Foundation
import PushTestSupport
import Testing

/// After `kill -9` at any moment, the workspace holds exactly the commands that were acknowledged.
///
/// A command is acknowledged when its line has reached the reader; one more may be in the
/// workspace, whose line was not written yet.
@Suite(.serialized) struct CrashTests {
    static let seed: UInt64 = 20_260_101
    static let rounds = 100
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// Runs a script in the workspace, kills it after some milliseconds and gives what it printed.
    func killed(after milliseconds: Int, _ script: String) throws -> Shell.Outcome {
        try place.write(script, to: "long.psh")
        return try Shell.run(
            "timeout",
            ["--foreground", "-s", "KILL", "0.\(String(1000 + milliseconds).dropFirst())"]
                + [try PushshBinary.path, "--workspace", "w", "-f", "long.psh"],
            environment: Pushsh.environment, directory: place.path)
    }

    /// The numbers of the users in the last events, in the order they were tracked.
    func stored(from first: Int) throws -> [Int] {
        let run = try place.inWorkspace(
            """
            expect sql "SELECT count(*) FROM events WHERE user_id IS NOT NULL" >= \(first)
            query "SELECT substr(user_id, 2) FROM events WHERE user_id IS NOT NULL \
            ORDER BY sequence LIMIT -1 OFFSET \(first)"

            """)
        #expect(run.status == 0, "\(run)")
        return run.lines.dropFirst().compactMap { Int($0) }
    }

    /// A login a line, with an upload every tenth, from a number on.
    static func script(from first: Int) -> String {
        (first..<(first + 10_000)).map { number in
            "login u\(number)\n" + (number % 10 == 9 ? "flush\n" : "")
        }.joined()
    }

    /// The logins that were acknowledged: those whose last line has come whole.
    static func acknowledged(_ outcome: Shell.Outcome) -> Int {
        let whole = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        return whole.dropLast().count { $0.hasPrefix("tracked token_register user u") }
    }

    @Test func `a workspace that was killed at 100 moments holds what was acknowledged`() throws {
        var generator = SeededGenerator(seed: Self.seed)
        var count = 0
        var kills = 0
        for round in 0..<Self.rounds {
            let moment = Int.random(in: 5...120, using: &generator)
            let outcome = try killed(after: moment, Self.script(from: count))
            if outcome.status == 137 || outcome.signal == 9 { kills += 1 }
            let told = count + Self.acknowledged(outcome)
            let kept = try stored(from: count)
            #expect(
                kept == Array(count..<told) || kept == Array(count...told),
                "seed \(Self.seed), round \(round), \(moment) ms: \(told) told, kept \(kept)")
            count += kept.count
        }
        #expect(kills == Self.rounds)
        #expect(count > Self.rounds)
        try expectEveryEventUploadedOnce(count)
    }

    func expectEveryEventUploadedOnce(_ count: Int) throws {
        let run = try place.inWorkspace(
            """
            flush
            expect queue == 0
            query "SELECT count(user_id), count(DISTINCT user_id) FROM mobile.push_events"

            """)
        #expect(run.status == 0, "\(run)")
        #expect(run.lines.last == "\(count),\(count)")
    }

    @Test func `a reader of the workspace does not mind the kill of a writer`() throws {
        _ = try killed(after: 120, Self.script(from: 0))
        let check = try Shell.run(
            "sqlite3", [place.path + "/w/device.db", "PRAGMA integrity_check"])
        #expect(check.stdout == "ok\n")
        #expect(try place.inWorkspace("whoami\n").status == 0)
    }
}
