import Foundation
import PushTestSupport
import Testing

/// A workspace that the first build wrote, at 17edbe1, opens with everything in it.
@Suite struct FirstBuildWorkspaceTests {
    let place: TemporaryDirectory
    static let fixture = Repository.path("Tests/Fixtures/workspace-17edbe1")

    init() throws {
        place = try TemporaryDirectory()
        try copy(to: "w")
    }

    /// Copies what the first build wrote to a workspace of this name.
    private func copy(to name: String) throws {
        let copied = try Shell.run(
            "/bin/bash",
            [
                "-c",
                "mkdir -m 700 \(name) \(name)/warehouse && cp '\(Self.fixture)'/*.db \(name) && "
                    + "cp '\(Self.fixture)'/warehouse/*.db \(name)/warehouse",
            ], directory: place.path)
        try #require(copied.status == 0, "\(copied.stderr)")
    }

    /// What the first build was asked, and what it told.
    static func questions() throws -> [(question: String, told: String)] {
        let text = try Repository.text("Tests/Fixtures/workspace-17edbe1/told.txt")
        return text.components(separatedBy: "\n> ").map { part in
            let part = part.hasPrefix("> ") ? String(part.dropFirst(2)) : part
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            return (String(part[..<end]), String(part[end...].dropFirst()))
        }
    }

    @Test func `it tells what it told the first build`() throws {
        let questions = try Self.questions()
        #expect(questions.count == 19)
        for (question, told) in questions {
            let run = try Pushsh.script(
                "psh 1\n\(question)\n", ["--workspace", "w", "-f", "-"], in: place)
            #expect(run.status == 0, "\(question): \(run.stderr)")
            #expect(run.stdout.trimmed == told.trimmed, "\(question)")
        }
    }

    /// The statements that would make the databases of a workspace again.
    private func dump(_ name: String) throws -> String {
        let dump = try Pushsh.bash(
            """
            for file in device warehouse/mobile warehouse/shop; do
                sqlite3 \(name)/$file.db 'PRAGMA integrity_check; PRAGMA user_version' .dump
            done
            """, in: place)
        #expect(dump.status == 0, "\(dump)")
        return dump.stdout
    }

    /// Each finds the schema old, and only one may take the steps to the newest.
    @Test func `processes that open it at once make of it what one makes`() throws {
        let look = "query \"SELECT count(*) AS n FROM mobile.push_events\""
        let told = try place.inWorkspace(look + "\n")
        let alone = try dump("w")
        #expect(told.status == 0 && alone.hasPrefix("ok\n"), "\(told)\(alone)")
        for round in 1...8 {
            try copy(to: "w\(round)")
            let run = try Pushsh.bash(
                """
                mkfifo gate\(round)
                for n in 1 2 3; do
                    (: <gate\(round)
                        pushsh --workspace w\(round) --mode csv -c '\(look)' >$n.txt) &
                    jobs+=($!)
                done
                sleep 0.1
                : >gate\(round)
                for job in ${jobs[@]}; do wait $job || exit 101; done
                cat 1.txt 2.txt 3.txt
                """, in: place)
            #expect(run == Pushsh.Run(stdout: told.stdout + told.stdout + told.stdout))
            expectSameText(try dump("w\(round)"), alone)
        }
    }

    @Test func `processes that open it at once lose nothing that they write`() throws {
        for round in 1...4 {
            try copy(to: "w\(round)")
            let run = try Pushsh.bash(
                """
                mkfifo gate\(round)
                for n in 1 2 3; do
                    (: <gate\(round)
                        pushsh --workspace w\(round) -c "@phone login u$n" >/dev/null) &
                    jobs+=($!)
                done
                sleep 0.1
                : >gate\(round)
                for job in ${jobs[@]}; do wait $job || exit 101; done
                """, in: place)
            let users = try Pushsh.run(
                [
                    "--workspace", "w\(round)", "--mode", "csv", "-c",
                    "query \"SELECT user_id AS u FROM events WHERE user_id LIKE 'u_' ORDER BY 1\"",
                ], in: place)
            #expect(run == Pushsh.Run())
            #expect(users == Pushsh.Run(stdout: "u\nu1\nu2\nu3\n"))
            #expect(try dump("w\(round)").hasPrefix("ok\n"))
        }
    }

    @Test func `work goes on in it`() throws {
        let run = try place.inWorkspace(
            """
            psh 1
            device use phone
            why m-3 delivery
            stub clear
            tap m-3
            expect event open $.message_id == m-3
            expect sql "SELECT count(*) FROM events WHERE type = 'dismiss'" == 1
            flush
            expect queue == 0
            expect sql "SELECT count(*) FROM mobile.push_events" > 7
            """)
        #expect(run.status == 0, "\(run.stderr)\(run.stdout)")
    }
}

extension String {
    fileprivate var trimmed: String {
        trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
