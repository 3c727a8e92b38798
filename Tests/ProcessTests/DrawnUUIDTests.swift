import PushTestSupport
import Testing

/// The values of `uuid()` are part of the world: no process draws one again (decision 986).
struct DrawnUUIDTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private static let draw = #"query "SELECT uuid()""#

    /// The uuids in an output, in their order.
    private func uuids(_ run: Pushsh.Run) -> [String] {
        run.stdout.split(separator: "\n").map(String.init).filter {
            $0.utf8.count == 36 && $0.contains("-4") && !$0.hasPrefix("--")
        }
    }

    @Test func `a second process on a workspace goes on`() throws {
        let runs = try (1...3).map { _ in
            try Pushsh.run(["--workspace", "w", "-c", Self.draw], in: place)
        }
        #expect(Set(runs.flatMap(uuids)).count == 3, "\(runs)")
        let again = try Pushsh.run(
            ["--workspace", "w2", "-c", "\(Self.draw)\n\(Self.draw)\n\(Self.draw)"], in: place)
        #expect(uuids(again) == runs.flatMap(uuids))
    }

    @Test func `what a query draws in a condition and in an export is drawn, too`() throws {
        let run = try Pushsh.script(
            """
            expect sql "SELECT cast(UUID () AS varchar)" != ""
            export "SELECT \\"uuid\\"() AS u" a.csv
            export "SELECT uuid() AS u" b.csv
            \(Self.draw)

            """, in: place)
        #expect(run.status == 0, "\(run)")
        let all = [try place.text("a.csv"), try place.text("b.csv")] + uuids(run)
        #expect(Set(all).count == 3)
    }

    @Test func `undo takes it back with the command before it`() throws {
        for options in [["--workspace", "w", "-i"], ["--ephemeral", "-i"]] {
            let run = try Pushsh.script(
                "app launch\n\(Self.draw)\nundo\napp launch\n\(Self.draw)\n", options, in: place)
            let drawn = uuids(run)
            #expect(drawn.count == 2 && drawn[0] == drawn[1], "\(run)")
        }
    }

    @Test func `redo goes forward from behind it, and back again`() throws {
        for options in [["--workspace", "w", "-i"], ["--ephemeral", "-i"]] {
            let run = try Pushsh.script(
                """
                app launch
                device lock
                undo
                \(Self.draw)
                redo
                expect sql "SELECT 1" == 1
                undo
                undo
                redo

                """, options, in: place)
            #expect(run.status == 0, "\(run)")
            #expect(run.stdout.contains("redone  device lock"), "\(run)")
        }
    }

    @Test(arguments: ["--workspace w -i", "--ephemeral -i"])
    func `a recording begun after one was drawn replays`(_ options: String) throws {
        let run = try Pushsh.script(
            """
            \(Self.draw)
            app launch
            \(Self.draw)
            .record start r.psh
            \(Self.draw)
            token refresh
            expect sql "SELECT length(cast(uuid() AS varchar))" == 36
            \(Self.draw)
            .record stop

            """, options.split(separator: " ").map(String.init), in: place)
        #expect(uuids(run).count == 4, "\(run)")
        let empty = try TemporaryDirectory()
        let recording = try place.text("r.psh")
        try empty.write(recording, to: "r.psh")
        let replay = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(replay.status == 0, "\(replay)\n\(recording)")
        #expect(uuids(replay) == Array(uuids(run).suffix(2)))
    }
}
