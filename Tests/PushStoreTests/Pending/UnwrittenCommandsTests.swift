import Foundation
import PushModel
import Testing

@testable import PushStore

/// TD-11: a kept command that cannot be applied is named, and keeps nobody from the others.
@Suite struct UnwrittenCommandsTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    /// Four commands are kept; the first and the third have numbers that are taken.
    init() throws {
        let workspace = try Workspace.open(directory: path)
        let device = try workspace.device
        for numbers: [Int64] in [[1, 2], [1], [50], [60, 2], [70]] {
            _ = try device.begin()
            for number in numbers { try device.apply(.event(event(number), app: app)) }
            try device.journal(
                at: .scriptStart, device: "phone", text: "\(numbers)", status: 0)
            try device.commit()
            try device.deferRows(true)
        }
        let slots = try device.base.integer("SELECT count(*) FROM pending WHERE slot > 0")
        #expect(slots == 4)
    }

    private func contents() throws -> [String] {
        let connection = try Workspace.open(directory: path).device.connection
        let events = try connection.prepare("SELECT sequence FROM events ORDER BY 1")
            .rows { $0.text(0) }
        let lines = try connection.prepare("SELECT sequence, text FROM journal ORDER BY 1")
            .rows { $0.text(0) + $0.text(1) }
        return events + lines
    }

    private static let fault =
        "the kept commands 1 and 3 cannot be applied; 1: UNIQUE constraint failed: events.sequence"

    @Test func `[TD-11] repair names it, and applies the others when asked`() throws {
        #expect(failure { _ = try Workspace.open(directory: path) }?.code == .constraint)
        #expect(Workspace.isDeviceDamaged(in: path))
        let file = try Data(contentsOf: URL(fileURLWithPath: path + "/device.db"))
        let told = try Workspace.rescue(directory: path).repair(writes: false)
        #expect(told.damaged.first?.faults == [Self.fault] && told.aside == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/device.db")) == file)
        let mended = try Workspace.rescue(directory: path).repair(writes: true)
        #expect(mended.damaged.first?.faults == [Self.fault] && mended.aside != nil)
        #expect(try contents() == ["1", "2", "50", "70", "1[1, 2]", "2[50]", "3[70]"])
        #expect(try Workspace.open(directory: path).repair(writes: false).damaged.isEmpty)
    }

    @Test func `[TD-11] a session that kept it can repair, too`() throws {
        _ = try Workspace.rescue(directory: path).repair(writes: true)
        let workspace = try Workspace.open(directory: path)
        let device = try workspace.device
        try device.deferRows(true)
        _ = try device.begin()
        try device.apply(.event(event(1), app: app))
        try device.commit()
        #expect(
            try workspace.repair(writes: true).damaged.first?.faults == [
                "the kept command 1 cannot be applied: UNIQUE constraint failed: events.sequence"
            ])
        #expect(try contents().count == 7)
    }

    @Test(arguments: [
        ("slot = 0", [1, 2, 3]), ("slot = 1", [2, 3]), ("slot IN (0, 2)", [1, 3]),
    ])
    func `[TD-11] what is left of a round is applied, whatever it has lost`(
        _ lost: String, _ left: [Int64]
    ) throws {
        let path = place.path + "/other"
        do {
            let device = try Workspace.open(directory: path).device
            try device.deferRows(true)
            for number: Int64 in 1...3 {
                _ = try device.begin()
                try device.apply(.event(event(number), app: app))
                try device.journal(at: .scriptStart, device: "phone", text: "a", status: 0)
                try device.commit()
            }
        }
        try Connection(path: path + "/device.db", .readWrite)
            .execute("DELETE FROM pending WHERE \(lost)")
        #expect(try Workspace.rescue(directory: path).repair(writes: true).damaged.count == 1)
        let connection = try Workspace.open(directory: path).device.connection
        let events = try connection.prepare("SELECT sequence FROM events ORDER BY 1")
            .rows { $0.integer(0) }
        #expect(events == left)
    }

    @Test func `a file without the number of the round keeps no command twice`() throws {
        try Connection(path: path + "/device.db", .readWrite)
            .execute("DELETE FROM pending WHERE slot = 0")
        let report = try Workspace.rescue(directory: path).repair(writes: true)
        #expect(
            report.damaged.first?.faults == ["its table `pending` lacks its first row"])
        #expect(try contents() == ["1", "2", "1[1, 2]"])
    }
}
