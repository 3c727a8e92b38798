import PushModel
import Testing

@testable import PushSimulation

@Suite struct SummaryTests {
    /// The background at midnight, with summaries at 8:00 and 18:30.
    private func stage() throws -> Stage {
        var stage = try Stage.background()
        try stage.act(.device(.summary([18 * 60 + 30, 8 * 60])))
        return stage
    }

    @Test func `the summary shows the most relevant first, equals as they came`() throws {
        var stage = try stage()
        for (id, score) in [("a", "0.2"), ("b", "0.9"), ("c", "0.2"), ("d", "7"), ("e", "1")] {
            try stage.receive(alert(#","relevance-score":\#(score)"#), id: id)
            #expect(stage.lines.first == "held    \(id) \"T\" waits for the scheduled summary")
            #expect(stage.states == [.held])
        }
        try stage.wait(seconds: 8 * 3600 - 1)
        #expect(stage.lines == [])
        try stage.wait(seconds: 1)
        #expect(
            stage.lines == [
                "shown   e summary \"T\", featured", "shown   b summary \"T\"",
                "shown   a summary \"T\"", "shown   c summary \"T\"", "shown   d summary \"T\"",
            ])
        #expect(stage.center.map(\.place) == Array(repeating: .list, count: 5))
        try stage.wait(seconds: 86_400)
        #expect(stage.lines == [])
    }

    @Test func `each summary shows what came before it, in one long wait too`() throws {
        var stage = try stage()
        try stage.receive(alert(), id: "a")
        try stage.wait(seconds: 9 * 3600)
        #expect(stage.lines == ["shown   a summary \"T\""])
        try stage.receive(alert(), id: "b")
        try stage.wait(seconds: 100 * 86_400)
        #expect(stage.lines == ["shown   b summary \"T\""])
    }

    @Test(arguments: [(PreviewSetting.never, "Notification"), (PreviewSetting.always, "T")])
    func `what can be read of it is decided when it comes`(
        setting: PreviewSetting, headline: String
    ) throws {
        var stage = try stage()
        try stage.act(.device(.previews(setting == .never ? .always : .never)))
        try stage.receive(alert(), id: "a")
        try stage.act(.device(.previews(setting)))
        try stage.wait(seconds: 8 * 3600)
        #expect(stage.lines.first == "shown   a summary \"\(headline)\"")
        let isHidden = stage.lines.contains("not     readable a: Show Previews hides its text")
        #expect(isHidden == (setting == .never))
    }

    @Test func `turning the summary off shows what it held`() throws {
        var stage = try stage()
        try stage.receive(alert(), id: "a")
        try stage.act(.device(.summary([])))
        #expect(stage.lines.last == "shown   a summary \"T\"")
    }

    @Test func `what is held can be neither tapped nor dismissed`() throws {
        var stage = try stage()
        try stage.receive(alert(), id: "a")
        #expect(throws: Refusal.self) {
            try stage.act(.tap(id: "a", button: nil, opensLink: true))
        }
        #expect(throws: Refusal.self) { try stage.act(.dismiss(id: nil)) }
        #expect(throws: Refusal.self) { try stage.act(.dismissAll) }
        #expect(stage.center.count == 1)
    }

    @Test func `in front, willPresent decides and nothing is held`() throws {
        var stage = try stage()
        try stage.act(.app(.launch))
        try stage.receive(alert(), id: "a")
        #expect(stage.lines.contains("shown   a banner \"T\""))
    }

    @Test(arguments: [
        (0, [480], 28_800_000), (28_800_000, [480], 115_200_000), (-1, [480], 28_800_000),
        (-90_000_000, [480, 0], -86_400_000), (30_000_000, [480, 1110], 66_600_000), (5, [], 5),
    ])
    func `the next summary is the first after an instant`(now: Int64, at: [Int], next: Int64) {
        #expect(Summary.time(after: Tick(milliseconds: now), of: at).milliseconds == next)
    }

    @Test func `what the summary holds cannot be seen before its time`() throws {
        var stage = try stage()
        try stage.receive(alert(), id: "a")
        try stage.receive(alert(), id: "b")
        #expect(stage.world.app?.center.visible == [] && stage.center.count == 2)
        try stage.wait(seconds: 8 * 3600)
        #expect(stage.world.app?.center.visible.map(\.id) == ["b", "a"])
    }
}
