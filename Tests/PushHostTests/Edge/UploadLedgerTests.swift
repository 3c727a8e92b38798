import Glibc
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// TD-06: the note of what was uploaded to Treasure Data.
@Suite struct UploadLedgerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func entry(_ table: String, site: String = "https://a") -> UploadLedger.Entry {
        UploadLedger.Entry(
            site: site, source: table, target: table, table: 3, createdAt: 1_767_225_600)
    }

    private func reread() throws -> [UploadLedger.Entry] {
        try UploadLedger(in: directory.path).entries
    }

    @Test func `a workspace without a note has no entries, and neither has a private one`() throws {
        #expect(try reread().isEmpty)
        #expect(try UploadLedger(in: nil).entries.isEmpty)
    }

    @Test func `a note that cannot be read is not called one that is not valid`() throws {
        #expect(mkdir(directory.path + "/uploads.json", 0o700) == 0)
        let error = failure { () throws(Failure) in _ = try UploadLedger(in: directory.path) }
        #expect(error?.code.name == "file_unreadable")
    }

    @Test func `one site is the same in all of its spellings`() throws {
        let known = Self.entry("mobile.push_events", site: "https://api.example/a")
        for site in ["HTTPS://API.example/a", "https://api.example:443/a"] {
            #expect(known.isOfSameTable(as: Self.entry("mobile.push_events", site: site)))
        }
        for site in ["http://api.example/a", "https://api.example:80/a", "https://api.example/A"] {
            #expect(!known.isOfSameTable(as: Self.entry("mobile.push_events", site: site)))
        }
    }

    @Test func `what is noted is read back, with an import that is not over`() throws {
        var first = Self.entry("mobile.push_events")
        first.through = 12
        first.mark = "abcd"
        first.leftovers = ["pushsh_1", "pushsh_2"]
        var second = Self.entry("mobile.other")
        second.createdAt = nil
        second.session = .init(
            name: "pushsh_3", bound: 40, sent: 20, parts: 2, records: 19, isCommitting: true)
        let ledger = try UploadLedger(in: directory.path)
        try ledger.note(first)
        try ledger.note(second)
        #expect(try reread() == [first, second])
        #expect(try directory.listing() == ["uploads.json"])
    }

    @Test func `an entry takes the place of the one for the same table and site`() throws {
        let ledger = try UploadLedger(in: directory.path)
        var entry = Self.entry("mobile.push_events")
        try ledger.note(entry)
        try ledger.note(Self.entry("mobile.push_events", site: "https://b"))
        entry.through = 5
        try ledger.note(entry)
        let found = try reread()
        #expect(found.map(\.site) == ["https://a", "https://b"])
        #expect(found.map(\.through) == [5, 0])
    }

    @Test func `what changes nothing is not written again`() throws {
        let ledger = try UploadLedger(in: directory.path)
        let entry = Self.entry("mobile.push_events")
        try ledger.note(entry)
        unlink(directory.path + "/uploads.json")
        try ledger.note(entry)
        #expect(try directory.listing().isEmpty)
    }

    @Test func `an entry is that of its site, table and target, whatever the table is called`() {
        let entry = Self.entry("mobile.push_events")
        func changed(_ change: (inout UploadLedger.Entry) -> Void) -> UploadLedger.Entry {
            var other = entry
            change(&other)
            return other
        }
        let renamed = changed { $0.source = "mobile.renamed" }
        #expect(entry.isOfSameTable(as: renamed) && !entry.isOfSameName(as: renamed))
        for other in [
            changed { $0.site = "https://b" }, changed { $0.target = "mobile.other" },
            changed { $0.source = "other.push_events" }, changed { $0.table = 4 },
            changed { $0.createdAt = nil },
        ] { #expect(!entry.isOfSameTable(as: other)) }
        #expect(entry.isOfSameName(as: changed { $0.table = 4 }))
        #expect(!entry.isOfSameName(as: changed { $0.site = "https://b" }))
    }

    @Test func `another table of the same name has an entry of its own`() throws {
        let ledger = try UploadLedger(in: directory.path)
        var entry = Self.entry("mobile.push_events")
        entry.through = 5
        try ledger.note(entry)
        var other = Self.entry("mobile.push_events")
        other.table = 4
        try ledger.note(other)
        entry.source = "mobile.renamed"
        try ledger.note(entry)
        #expect(try reread() == [entry, other])
    }

    @Test func `of the spellings that an older version kept, the furthest counts`() throws {
        func entry(_ site: String, _ through: Int) -> String {
            #"{"site": "\#(site)", "table": "mobile.a", "to": "mobile.a", "id": 1, "#
                + #""through": \#(through), "mark": ""}"#
        }
        let all = [entry("https://a", 1), entry("HTTPS://a:443", 3), entry("https://A", 2)]
        try directory.write(
            "{\"uploads\": [\(all.joined(separator: ", "))]}", to: "uploads.json")
        #expect(try UploadLedger(in: directory.path).entries.map(\.through) == [3])
    }

    private static let damaged = [
        "", "{", "[]", "{}", #"{"uploads": 1}"#, #"{"uploads": [{}]}"#,
        #"{"uploads": [{"site": "a", "table": "b", "to": "c", "id": 1, "through": "2","#
            + #" "mark": ""}]}"#,
        #"{"uploads": [{"site": "a", "table": "b", "to": "c", "id": 1, "through": 2,"#
            + #" "mark": "", "session": {"name": "x"}}]}"#,
    ]

    @Test(arguments: damaged)
    func `a note that is damaged is not taken for an empty one`(text: String) throws {
        try directory.write(text, to: "uploads.json")
        let error = failure { () throws(Failure) in _ = try UploadLedger(in: directory.path) }
        #expect(error?.code.name == "workspace_corrupt")
        #expect(
            error?.message
                == "`\(directory.path)/uploads.json` is not a valid record of uploads")
    }

    @Test func `a note that cannot be written is an error, and no draft stays`() throws {
        let ledger = try UploadLedger(in: directory.path)
        mkdir(directory.path + "/uploads.json", 0o700)
        try directory.write("x", to: "uploads.json/x")
        let error = failure { () throws(Failure) in try ledger.note(Self.entry("mobile.a")) }
        #expect(error?.code.name == "file_unwritable")
        #expect(try directory.listing() == ["uploads.json", "uploads.json/x"])
    }
}
