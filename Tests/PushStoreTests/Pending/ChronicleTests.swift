import PushExplain
import PushModel
import Testing

@testable import PushStore

/// What a script asks with its own words is read from the log, and is what the tables say.
@Suite struct ChronicleTests {
    let place = TemporaryDirectory()

    private static let subjects: [WhySubject] =
        [.newest, .toCome] + (0..<9).map { .message("msg-\($0)") }
        + Event.Kind.allCases.map { .event($0) }

    private func command(
        _ changes: [Change], _ store: DeviceStore, number: Int
    ) throws {
        _ = try store.begin()
        for change in changes { try store.apply(change) }
        try store.journal(
            at: Tick(milliseconds: Int64(number)), device: "d", text: "c", status: 0)
        try store.commit()
    }

    private func expectEqual(
        _ store: DeviceStore, _ file: DeviceStore, after sequence: Int64
    ) throws {
        #expect(try store.eventTypes(after: sequence) == file.eventTypes(after: sequence))
        #expect(try store.calls(after: sequence) == file.calls(after: sequence))
        for kind in Event.Kind.allCases {
            #expect(
                try store.lastEvent(kind, after: sequence) == file.lastEvent(kind, after: sequence))
        }
    }

    @Test(arguments: 1...6) func `the log answers as the tables do, and makes none`(
        seed: UInt64
    ) throws {
        let file = try Workspace.open(directory: place.path).device
        let workspace = Workspace.ephemeral()
        let store = try workspace.device
        var source = RandomChanges(chance: seed)
        for number in 0..<80 {
            let changes = (0..<source.below(7)).map { _ in source.change() }
            try command(changes, file, number: number)
            try command(changes, store, number: number)
            let sequence = Int64(source.below(Int(source.sequence) + 2))
            if source.below(3) == 0 { try expectEqual(store, file, after: sequence) }
            for subject in Self.subjects where source.below(6) == 0 {
                let limit = 1 + source.below(12)
                #expect(
                    try store.evidence(for: subject, app: app, limit: limit)
                        == file.evidence(for: subject, app: app, limit: limit))
            }
            #expect(
                try store.senders(ofEvents: .open, about: "msg-1", besides: app)
                    == file.senders(ofEvents: .open, about: "msg-1", besides: app))
            // The copy of a longer log is a database.
            if number < 20, source.below(4) == 0 {
                let copy = try workspace.fork().device
                try expectEqual(copy, file, after: sequence)
            }
        }
        #expect(!store.hasDatabase, "nothing that was asked needed one")
    }

    @Test func `after rows were made of the log, both are asked as one`() throws {
        let file = try Workspace.open(directory: place.path).device
        let store = try Workspace.ephemeral().device
        var source = RandomChanges(chance: 7)
        for number in 0..<60 {
            let changes = (0..<5).map { _ in source.change() }
            try command(changes, file, number: number)
            try command(changes, store, number: number)
            if number % 9 == 4 { _ = try store.connection }
            if number > 20 { try expectEqual(store, file, after: Int64(number)) }
            for subject in Self.subjects.prefix(3) {
                #expect(
                    try store.evidence(for: subject, app: app)
                        == file.evidence(for: subject, app: app))
            }
        }
    }

    @Test func `what was written out to disk is read, too`() throws {
        let log = PendingLog(limit: 200, isWhole: true)
        for number in 1...40 {
            try log.append(.event(event(Int64(number), .open), app: app))
            try log.append(.fact(Fact(.called, "c\(number % 3)", rule: .command)))
            try log.appendLine(at: .scriptStart, device: "", text: "", status: 0)
            guard number % 7 == 0 else { continue }
            let history = try #require(try log.history())
            #expect(history.types(after: 5).count == number - 5)
            #expect(history.calls(after: Int64(number) - 1) == ["c\(number % 3)"])
            let newest = history.event(.open, after: 0, in: log.bytes)
            #expect(newest == event(Int64(number), .open))
        }
        let late = PendingLog(limit: 200, isWhole: true)
        for number in 1...40 { try late.append(.event(event(Int64(number), .open), app: app)) }
        #expect(try late.history()?.types(after: 0).count == 40)
        #expect(late.wholeBytes == nil, "part of it lies on disk")
    }

    @Test func `a log behind a database is no history`() throws {
        let log = PendingLog()
        try log.append(.event(event(1, .open), app: app))
        #expect(try log.history() == nil)
        let emptied = PendingLog(isWhole: true)
        try emptied.append(.event(event(1, .open), app: app))
        try emptied.drain { _ in }
        #expect(try emptied.history() == nil)
    }
}
