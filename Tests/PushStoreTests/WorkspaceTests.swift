import Foundation
import PushModel
import Testing

@testable import PushStore

@Suite struct WorkspaceTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/deep/ws" }

    @Test func `a new workspace is its owner's alone`() throws {
        let workspace = try Workspace.open(directory: path)
        try workspace.device.command(.event(event(1), app: app))
        #expect(place.mode(of: "deep") == 0o700)
        #expect(place.mode(of: "deep/ws") == 0o700)
        #expect(place.mode(of: "deep/ws/device.db") == 0o600)
        #expect(place.mode(of: "deep/ws/device.db-wal") == 0o600)
        #expect(place.names("deep/ws").allSatisfy { $0.hasPrefix("device.db") })
    }

    @Test func `a workspace that was queried leaves no log beside its database`() throws {
        do {
            let workspace = try Workspace.open(directory: path)
            try workspace.device.command(.event(event(1), app: app))
            try workspace.query(
                "SELECT count(*) FROM events", options: QueryOptions(now: 0), into: RowCollector())
        }
        #expect(place.names("deep/ws").filter { $0.contains("-") } == [])
    }

    @Test func `what was committed is there when it is opened again`() throws {
        do {
            let workspace = try Workspace.open(directory: path)
            try workspace.device.command(.event(event(1), app: app), text: "one")
            _ = try workspace.device.begin()
            try workspace.device.apply(.event(event(2), app: app))
            // It is dropped here without a commit, as a killed process would.
        }
        let again = try Workspace.open(directory: path)
        #expect(try again.device.queuedEvents(app: app, limit: 9) == [event(1)])
        #expect(try again.device.journal(from: 1).map(\.text) == ["one"])
    }

    @Test func `a rollback takes back changes and facts`() throws {
        let store = try Workspace.open(directory: path).device
        _ = try store.begin()
        try store.apply(.event(event(1), app: app))
        try store.apply(.fact(Fact(.note, "", "x", rule: .command)))
        store.rollback()
        try store.command(.event(event(2), app: app))
        #expect(try store.eventTypes(after: 0) == [.open])
        #expect(try store.facts(last: 9) == [])
    }

    @Test func `a command that commits in between has one line, with all its facts`() throws {
        let store = try Workspace.open(directory: path).device
        let facts = (1...2).map { Fact(.note, "", "\($0)", rule: .command, notification: 7) }
        _ = try store.begin()
        try store.apply(.fact(facts[0]))
        try store.commit()
        #expect(try store.journal(from: 1) == [])
        try store.command(.fact(facts[1]), text: "flush")
        #expect(try store.journal(from: 1).map(\.text) == ["flush"])
        #expect(try store.facts(notification: 7) == facts)
    }

    @Test func `another writer is noticed once, one's own writing never`() throws {
        let one = try Workspace.open(directory: path).device
        let two = try Workspace.open(directory: path).device
        try one.command(.event(event(1), app: app))
        var seen: [Bool] = []
        seen.append(try two.begin())
        try two.apply(.event(event(2), app: app))
        try two.commit()
        seen.append(try two.begin())
        try two.commit()
        seen.append(try one.begin())
        try one.commit()
        #expect(seen == [true, false, true])
        #expect(try one.queuedCount(app: app) == 2)
    }

    @Test func `a journal shared by two keeps every number once`() throws {
        let one = try Workspace.open(directory: path).device
        let two = try Workspace.open(directory: path).device
        for _ in 0..<5 {
            try one.command(text: "one")
            try two.command(text: "two")
        }
        #expect(try one.journal(from: 1).map(\.sequence) == Array(1...10))
    }

    @Test func `a workspace that another writes is busy after the time-out`() throws {
        let one = try Workspace.open(directory: path).device
        let two = try Workspace.open(directory: path, busyMilliseconds: 20).device
        _ = try one.begin()
        try one.apply(.event(event(1), app: app))
        let busy = StoreError(
            .busy, "workspace is busy: another pushsh has been writing for 0.02 s")
        #expect(failure { _ = try two.begin() } == busy)
        try one.commit()
        #expect(failure { _ = try two.begin() } == nil)
    }

    @Test func `an ephemeral workspace writes no named file`() throws {
        let store = try Workspace.ephemeral().device
        try store.command(.event(event(1), app: app))
        #expect(try store.connection.name == "ephemeral workspace")
        #expect(try store.queuedCount(app: app) == 1)
        #expect(place.names() == [])
    }
}
