import Foundation
import PushModel
import PushRuntime
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushStore

/// TD-11: a mended workspace takes commands and opens again, whatever was lost of it.
@Suite struct MendedWorkspaceTests {
    private let directory: TemporaryDirectory
    private let sound: String
    private let files = FileManager.default
    /// The greatest numbers of the sound workspace: events, notifications.
    private let last: [Int64]

    init() throws {
        directory = try TemporaryDirectory()
        sound = directory.path + "/sound"
        do {
            let stage = try Stage(try Workspace.open(directory: sound))
            for line in [
                "app launch", "login u1", #"receive {"message_id":"m1","aps":{"alert":"x"}}"#,
                #"receive {"aps":{"alert":"y"}}"#, "flush", "tap m1", "device add pad",
                "device use phone",
                #"receive {"message_id":"m2","aps":{"alert":"z"}}"#,
            ] { #expect(stage.run(line).failure == nil, "\(line)") }
        }
        last = try Self.numbers(sound)
    }

    private static func numbers(_ place: String) throws -> [Int64] {
        let file = try Connection(path: place + "/device.db", .readOnly)
        return try ["events", "notifications"].map {
            try file.prepare("SELECT max(sequence) FROM \($0)").firstInteger() ?? 0
        }
    }

    /// Copies the sound workspace, damages the copy, mends it, and works with it.
    private func survive(_ what: String, _ damage: (String) throws -> Void) throws {
        let place = directory.path + "/w"
        try? files.removeItem(atPath: place)
        try files.copyItem(atPath: sound, toPath: place)
        try damage(place + "/device.db")
        let report = try Workspace.rescue(directory: place).repair(writes: true)
        let device = try Connection(path: place + "/device.db", .readOnly)
        let isEmpty =
            try device.integer(
                "SELECT count(*) FROM (SELECT 1 FROM events UNION ALL SELECT 1 FROM notifications)")
            == 0
        let uuids = try device.prepare("SELECT uuid FROM events").rows { $0.text(0) }
        let statement = try device.integer("SELECT max(statement) FROM fact_subjects")
        for line in [
            "app launch", "login u2", #"receive {"message_id":"m3","aps":{"alert":"x"}}"#,
            #"receive {"aps":{"alert":"y"}}"#,
        ] {
            let workspace = try Workspace.open(directory: place)
            let stage = try Stage(workspace)
            // As a script does: the next process applies them.
            try workspace.device.deferRows(true)
            #expect(stage.run(line).failure == nil, "\(what): \(line)")
        }
        let stage = try Stage(try Workspace.open(directory: place))
        for line in ["queue", "status", "doctor", "token history", "flush", "why m3"] {
            #expect(stage.run(line).failure == nil, "\(what): \(line)")
        }
        let rows = stage.rows("SELECT count(*), count(DISTINCT uuid), max(sequence) FROM events")
        let words = rows.first?.split(separator: "|") ?? []
        #expect(words.count == 3 && words[0] == words[1], "\(what): \(rows)")
        let kept = stage.rows("SELECT uuid FROM events ORDER BY sequence")
        #expect(Set(kept).isSuperset(of: uuids), "\(what)")
        #expect(try Self.numbers(place)[0] > (isEmpty ? 0 : last[0]), "\(what): \(rows)")
        #expect(try Self.numbers(place)[1] > (isEmpty ? 0 : last[1]), "\(what)")
        #expect(
            stage.rows("SELECT count(*) FROM journal WHERE sequence > \(statement)") != ["0"],
            "\(what)")
        #expect(report.files.first?.state == .damaged, "\(what)")
        #expect(try Workspace.open(directory: place).repair(writes: false).damaged.isEmpty)
    }

    @Test func `[TD-11] no document is needed`() throws {
        let keys = try Connection(path: sound + "/device.db", .readOnly)
            .prepare("SELECT kind, key FROM documents").rows { ($0.text(0), $0.text(1)) }
        #expect(keys.count > 6)
        for (kind, key) in keys {
            try survive("\(kind) \(key)") { path in
                let file = try Connection(path: path, .readWrite)
                try file.prepare("UPDATE documents SET body = '{' WHERE kind = ? AND key = ?")
                    .bind(kind).bind(key).run()
            }
        }
    }

    @Test func `[TD-11] no page is needed`() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: sound + "/device.db"))
        for page in 1..<(bytes.count / 4096) {
            try survive("page \(page + 1)") { path in
                var damaged = bytes
                damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
                guard damaged != bytes else { return }
                try damaged.write(to: URL(fileURLWithPath: path))
            }
        }
    }
}
