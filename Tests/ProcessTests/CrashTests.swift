import Foundation
import PushTestSupport
import Testing

/// After `kill -9` at any moment, the workspace holds exactly the commands that were acknowledged.
///
/// The session has 10,000 commands. Each of 100 kills meets it somewhere, and the next run goes on
/// where the workspace stands, until the last one runs to the end.
///
/// A command is acknowledged when its line has reached the reader; one more may be in the
/// workspace, whose line was not written yet.
@Suite(.serialized) struct CrashTests {
    static let seed: UInt64 = 20_260_101
    static let rounds = 100
    /// Logins of the session; with an upload behind every tenth there are 10,000 commands.
    static let logins = 9_091
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// Runs a script in the workspace, and kills it when some bytes were read and time has passed.
    ///
    /// - Returns: Everything that it wrote before it died.
    func killed(after bytes: Int, milliseconds: Int, _ script: String) throws -> Pushsh.Run {
        try place.write(script, to: "long.psh")
        return try Pushsh.bash(
            """
            coproc RUN { exec "$PUSHSH" --workspace w -f long.psh; }
            pid=$RUN_PID
            exec 3<&${RUN[0]}
            IFS= read -r -d '' -N \(bytes) -u 3 first
            [[ \(milliseconds) = 0 ]] || sleep 0.0\(String(100 + milliseconds).dropFirst())
            kill -9 $pid
            printf '%s' "$first"
            cat <&3
            wait $pid
            """, in: place)
    }

    /// The numbers of the users in the last events, in the order they were tracked.
    func stored(from first: Int) throws -> [Int] {
        let run = try place.inWorkspace(
            """
            expect sql "SELECT count(*) FROM events WHERE user_id IS NOT NULL" >= \(first)
            query --dialect sqlite "SELECT substr(user_id, 2) FROM events \
            WHERE user_id IS NOT NULL \
            ORDER BY sequence LIMIT -1 OFFSET \(first)"

            """)
        #expect(run.status == 0, "\(run)")
        return run.lines.dropFirst().compactMap { Int($0) }
    }

    /// The session from a login on: a login a line, with an upload behind every tenth.
    ///
    /// It is never so short that a kill could come too late.
    static func script(from first: Int, atLeast: Int = 4_000) -> String {
        (first..<max(first + atLeast, logins)).map { number in
            "login u\(number)\n" + (number % 10 == 9 ? "flush\n" : "")
        }.joined()
    }

    /// The logins that were acknowledged: those whose last line has come whole.
    static func acknowledged(_ run: Pushsh.Run) -> Int {
        let whole = run.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        return whole.dropLast().count { $0.hasPrefix("tracked token_register user u") }
    }

    @Test func `a session killed at 100 moments keeps what was acknowledged`() throws {
        var generator = SeededGenerator(seed: Self.seed)
        var count = 0
        for round in 0..<Self.rounds {
            // A fifth of the kills meet the start, the others any moment of the work.
            let bytes = round % 5 == 0 ? 0 : Int.random(in: 1...8000, using: &generator)
            let moment = bytes == 0 ? Int.random(in: 0...60, using: &generator) : 0
            let run = try killed(after: bytes, milliseconds: moment, Self.script(from: count))
            #expect(run.status == 137)
            let told = count + Self.acknowledged(run)
            let kept = try stored(from: count)
            #expect(
                kept == Array(count..<told) || kept == Array(count...told),
                "seed \(Self.seed), round \(round), \(bytes) bytes: \(told) told, kept \(kept)")
            count += kept.count
        }
        #expect(count > 20 * Self.rounds)
        try place.write(Self.script(from: count, atLeast: 1), to: "rest.psh")
        let rest = try Pushsh.bash("pushsh --workspace w -f rest.psh", in: place)
        #expect(rest.status == 0, "\(rest.stderr)")
        let last = max(count + 1, Self.logins)
        #expect(try stored(from: count) == Array(count..<last))
        #expect(try stored(from: 0) == Array(0..<last))
        try expectEveryEventUploadedOnce(last)
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
        _ = try killed(after: 2000, milliseconds: 0, Self.script(from: 0))
        let check = try Shell.run(
            "sqlite3", [place.path + "/w/device.db", "PRAGMA integrity_check"])
        #expect(check.stdout == "ok\n")
        #expect(try place.inWorkspace("whoami\n").status == 0)
    }
}
