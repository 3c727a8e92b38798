import Foundation
import PushTestSupport
import Testing

/// A workspace that the first build wrote, at 17edbe1, opens with everything in it.
@Suite struct FirstBuildWorkspaceTests {
    let place: TemporaryDirectory
    static let fixture = Repository.path("Tests/Fixtures/workspace-17edbe1")

    init() throws {
        place = try TemporaryDirectory()
        let copied = try Shell.run(
            "/bin/bash",
            [
                "-c",
                "mkdir -m 700 w w/warehouse && cp '\(Self.fixture)'/*.db w && "
                    + "cp '\(Self.fixture)'/warehouse/*.db w/warehouse",
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
