import PushModel
import PushText
import Testing

@testable import PushStore

/// An ephemeral store writes what it was told only before someone looks, which nobody can tell.
@Suite struct EphemeralStoreTests {
    let place = TemporaryDirectory()

    /// The rows of every table, as SQL sees them.
    private func rows(_ store: DeviceStore) throws -> [[Cell]] {
        var rows: [[Cell]] = []
        for table in [
            "documents", "notifications", "events", "tokens", "uploads", "receipt_runs", "links",
            "journal", "fact_subjects", "places",
        ] {
            let found = try store.connection.prepare("SELECT * FROM \(table) ORDER BY 1, 2")
            rows += try found.rows { row in (0..<row.columnCount).map { row.cell(Int32($0)) } }
        }
        return rows
    }

    private func command(_ changes: [Change], _ store: DeviceStore, number: Int) throws {
        _ = try store.begin()
        for change in changes { try store.apply(change) }
        let status = number % 2
        try store.journal(
            at: Tick(milliseconds: Int64(number)), device: "d", text: "c\(number)", status: status)
        try store.commit()
    }

    @Test(arguments: 1...8) func `an ephemeral store holds the rows of a file`(
        seed: UInt64
    ) throws {
        let file = try Workspace.open(directory: place.path).device
        let workspace = Workspace.ephemeral()
        let store = try workspace.device
        var forks: [(copy: DeviceStore, rows: [[Cell]])] = []
        var source = RandomChanges(chance: seed)
        for number in 0..<60 {
            let changes = (0..<source.below(7)).map { _ in source.change() }
            try command(changes, file, number: number)
            try command(changes, store, number: number)
            switch source.below(12) {
            case 0: #expect(try rows(store) == rows(file))
            case 1: forks.append((try workspace.fork().device, try rows(file)))
            case 2: #expect(try store.newestLine() == file.newestLine())
            case 3: #expect(try store.lastEventSequence() == file.lastEventSequence())
            case 4: #expect(try store.queuedCount(app: app) == file.queuedCount(app: app))
            default: break
            }
        }
        #expect(try rows(store) == rows(file))
        for fork in forks { #expect(try rows(fork.copy) == fork.rows) }
    }

    @Test func `the numbers of the newest rows are known without a database`() throws {
        let store = try Workspace.ephemeral().device
        #expect(try store.newestLine() == 0 && store.lastEventSequence() == 0)
        try store.command(.event(event(4), app: app))
        try store.command(.event(event(9), app: app), .fact(Fact(.note, "a", rule: .command)))
        let copy = try #require(store.copyBeforeOpening())
        #expect(try copy.newestLine() == 2 && copy.lastEventSequence() == 9)
        #expect(try copy.connection.integer("SELECT max(sequence) FROM events") == 9)
        #expect(copy.copyBeforeOpening() == nil)
        #expect(try copy.newestLine() == 2 && store.newestLine() == 2)
    }

    @Test func `a command that was taken back leaves no facts for the next`() throws {
        let store = try Workspace.ephemeral().device
        try store.apply(.fact(Fact(.note, "gone", rule: .command)))
        store.rollback()
        try store.command(.fact(Fact(.note, "kept", rule: .command)))
        #expect(try store.facts(last: 9).map(\.subject) == ["kept"])
    }

    @Test func `facts without a line get one at the commit`() throws {
        let store = try Workspace.ephemeral().device
        try store.apply(.fact(Fact(.note, "a", rule: .command, notification: 3)))
        try store.commit()
        try store.commit()
        #expect(try store.facts(notification: 3).map(\.subject) == ["a"])
        #expect(try store.newestLine() == 1)
    }

    @Test func `a look in the midst of a command sees its rows, and not its facts`() throws {
        let store = try Workspace.ephemeral().device
        try store.apply(.event(event(1), app: app))
        try store.apply(.fact(Fact(.note, "a", rule: .command)))
        #expect(try store.queuedEvents(app: app, limit: 9) == [event(1)])
        #expect(try store.facts(last: 9).isEmpty)
        try store.journal(at: .scriptStart, device: "", text: "", status: 0)
        #expect(try store.facts(last: 9).count == 1)
    }
}
