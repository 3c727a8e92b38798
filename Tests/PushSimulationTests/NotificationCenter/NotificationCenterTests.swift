import PushModel
import PushText
import Testing

@testable import PushSimulation

@Suite struct NotificationCenterTests {
    @Test func `threads are stacks, the newest on top`() throws {
        var stage = try Stage.background()
        for (id, thread) in [("a", "x"), ("b", ""), ("c", "y"), ("d", "x"), ("e", "")] {
            let member = thread.isEmpty ? "" : #","thread-id":"\#(thread)""#
            try stage.receive(alert(member), id: id)
        }
        let stacks = stage.world.app?.center.stacks.map { stack in
            "\(stack.threadID ?? "-"): " + stack.notifications.map(\.id).joined(separator: " ")
        }
        #expect(stacks == ["-: e b", "x: d a", "y: c"])
    }

    @Test func `the same collapse ID replaces the notification and moves it to the top`() throws {
        var stage = try Stage.background()
        try stage.receive(alert(), id: "a", collapse: "c")
        try stage.receive(alert(), id: "b")
        try stage.receive(alert(), id: "a2", collapse: "c")
        #expect(stage.lines.contains("removed a replaced: the same collapse ID"))
        #expect(stage.states == [.shown, .replaced])
        #expect(stage.center.map(\.id) == ["b", "a2"])
    }

    @Test func `the oldest leaves when there are too many`() throws {
        var stage = try Stage.background()
        for number in 0...2 * PushNotification.capacity + 1 {
            try stage.receive(alert(), id: "m-\(number)")
        }
        #expect(stage.center.count == PushNotification.capacity)
        #expect(stage.center.first?.id == "m-1002")
        #expect(stage.states == [.shown, .evicted])
    }

    @Test func `an app that clears when it is active leaves the badge and tracks nothing`() throws {
        var stage = try Stage.background()
        try stage.set("clears-notifications", "active")
        try stage.receive(alert(#","badge":3"#), id: "a")
        try stage.act(.app(.launch))
        #expect(stage.states == [.cleared])
        #expect(stage.center.isEmpty)
        #expect(stage.world.app?.badge == 3)
    }

    @Test func `an ID counts as taken while one that bears it waits`() throws {
        var stage = try Stage.background()
        func isNoted() -> Bool { stage.step.facts.contains { $0.rule == .sameMessageID } }
        for (id, isTaken) in [("a", false), ("a", true), ("b", false)] {
            try stage.receive(alert(), id: id)
            #expect(isNoted() == isTaken)
        }
        try stage.act(.dismiss(id: "a"))
        try stage.receive(alert(), id: "a")
        #expect(isNoted())
        try stage.act(.dismissAll)
        try stage.receive(alert(), id: "a")
        #expect(!isNoted())
    }

    @Test func `a row makes its notification again`() throws {
        var stage = try Stage.background()
        let text = alert(
            #","relevance-score":0.5,"interruption-level":"passive","thread-id":"t""#)
        try stage.receive(text, id: "m", collapse: "c")
        let row = try #require(
            stage.step.changes.compactMap { change in
                if case .notification(let row) = change { row } else { nil }
            }.last)
        // Only an app with the SDK of NCMB keeps the payload, which every row has.
        var kept = try #require(stage.center.last)
        kept.payload = try JSONParser.parse(Array(row.payload.utf8))
        #expect(PushNotification(row) == kept)
        var hidden = row
        hidden.state = .hidden
        #expect(PushNotification(hidden) == nil)
    }
}
