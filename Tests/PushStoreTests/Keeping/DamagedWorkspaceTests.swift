import Foundation
import PushSimulation
import Testing

@testable import PushStore

/// Every kind of broken workspace is refused with a sentence, and nothing in it changes.
@Suite struct DamagedWorkspaceTests {
    let place = TemporaryDirectory()
    var file: String { place.path + "/device.db" }

    func write(_ bytes: [UInt8]) {
        _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
    }

    func content() -> [UInt8] { [UInt8](FileManager.default.contents(atPath: file) ?? Data()) }

    /// The error of opening, with the directory's path shortened.
    func opening() -> StoreError? {
        let before = content()
        var error = failure { _ = try Workspace.open(directory: place.path) }
        let message = error?.message ?? ""
        error?.message = message.replacingOccurrences(of: place.path, with: "DIR")
        let file = error?.file
        error?.file = file?.replacingOccurrences(of: place.path, with: "DIR")
        #expect(content() == before)
        return error
    }

    func makeWorkspace(_ sql: String) throws {
        do {
            let store = try Workspace.open(directory: place.path).device
            for number in 1...200 { try store.command(.event(event(Int64(number)), app: app)) }
            try store.connection.execute(sql)
        }
    }

    @Test func `an empty file is not a workspace`() {
        write([])
        #expect(
            opening()
                == StoreError(
                    .empty, "`DIR/device.db` is empty, wanted a database of a pushsh workspace",
                    file: "DIR/device.db"))
    }

    @Test(arguments: [20, 600, 5000]) func `a text is not a database`(count: Int) {
        write(Array(repeating: UInt8(ascii: "x"), count: count))
        #expect(
            opening()
                == StoreError(
                    .notDatabase,
                    "`DIR/device.db` is not a database, wanted a file of a pushsh workspace",
                    file: "DIR/device.db"))
    }

    @Test(arguments: [0.2, 0.5, 0.9]) func `a truncated file is damaged`(part: Double) throws {
        try makeWorkspace("SELECT 1")
        let bytes = content()
        write(Array(bytes[..<(Int(Double(bytes.count) * part))]))
        #expect(opening()?.code == .damaged)
    }

    @Test(arguments: [26, 50, 89, 99]) func `a file that ends in its header is damaged`(
        count: Int
    ) throws {
        try makeWorkspace("SELECT 1")
        let bytes = content()
        write(Array(bytes[..<count]))
        #expect(opening()?.code == .damaged)
    }

    /// One byte of a name in the warehouse's list of tables: every page is sound.
    @Test(arguments: ["\"fcm_token\" ANY", "PARTITION BY fcm_token ORDER BY time DESC"])
    func `a changed name is told with its file`(place name: String) throws {
        do { _ = try Workspace.open(directory: place.path).warehouse }
        let path = place.path + "/warehouse/mobile.db"
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let found = try #require(bytes.range(of: Data(name.utf8)))
        let token = try #require(bytes.range(of: Data("token".utf8), in: found))
        bytes[token.upperBound - 1] = UInt8(ascii: "f")
        try bytes.write(to: URL(fileURLWithPath: path))
        let workspace = try Workspace.open(directory: place.path)
        let error = failure { _ = try workspace.tables(isMeasured: true) }
        #expect(error?.code == .damaged)
        #expect(error?.message.hasPrefix("`\(path)` is damaged: ") == true)
        #expect(try workspace.repair(writes: false).damaged.map(\.path) == [path])
        #expect(try workspace.repair(writes: true).aside != nil)
        #expect(try Workspace.open(directory: place.path).repair(writes: false).damaged == [])
        #expect(failure { _ = try workspace.tables(isMeasured: true) } == nil)
    }

    @Test func `a row that breaks a rule of its table names the file`() throws {
        let connection = try Workspace.open(directory: place.path).device.connection
        try connection.execute("CREATE TEMP TABLE once(number INTEGER PRIMARY KEY)")
        try connection.execute("INSERT INTO once VALUES(1)")
        let error = failure { try connection.execute("INSERT INTO once VALUES(1)") }
        #expect(error?.code == .constraint)
        #expect(
            error?.message == "`\(file)` is damaged: UNIQUE constraint failed: once.number")
    }

    @Test func `another program's database is refused`() throws {
        try makeWorkspace("PRAGMA application_id = 7; DROP TABLE settings")
        #expect(
            opening()
                == StoreError(
                    .foreign,
                    "`DIR/device.db` is a database, but not of a pushsh workspace",
                    file: "DIR/device.db"))
    }

    @Test func `a newer workspace is refused`() throws {
        try makeWorkspace("PRAGMA user_version = 99; CREATE TABLE later(x)")
        #expect(
            opening()
                == StoreError(
                    .newer,
                    "`DIR/device.db` was written by a newer pushsh: it has schema 99, wanted at "
                        + "most \(Schema.device.version)", file: "DIR/device.db"))
    }

    @Test func `an impossible schema is damaged`() throws {
        try makeWorkspace("PRAGMA user_version = -1")
        #expect(opening()?.code == .damaged)
    }

    @Test func `a directory in the place of the file is refused`() throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(opening()?.message == "cannot open `DIR/device.db`: it is not a regular file")
    }

    @Test(arguments: [
        ("", "found no path"), ("/dev/null", "not a directory"),
        ("/proc/nothing/here", "no such file"), ("/dev/null/x", "not a directory"),
    ])
    func `a path that cannot be a directory is refused`(path: String, words: String) {
        let error = failure { _ = try Workspace.open(directory: path) }
        #expect(error?.code == .cannotOpen && error?.message.contains(words) == true)
    }

    @Test func `a document that is no JSON is named`() throws {
        try makeWorkspace("INSERT INTO documents VALUES('app', 'phone/a', '{')")
        let store = try Workspace.open(directory: place.path).device
        let error = failure { _ = try store.documents() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("the document `app phone/a` is not JSON") == true)
    }

    @Test func `an older workspace is brought to the newest schema`() throws {
        let steps = ["CREATE TABLE a(x)", "CREATE TABLE b AS SELECT 7 AS y"]
        let old = Schema(applicationID: 5, pageSize: 512, steps: [steps[0]])
        _ = try StoreFile.open(file, old, busyMilliseconds: 0)
        let schema = Schema(applicationID: 5, pageSize: 512, steps: steps)
        let connection = try StoreFile.open(file, schema, busyMilliseconds: 0)
        #expect(try connection.integer("SELECT y FROM b") == 7)
        #expect(try connection.integer("PRAGMA user_version") == 2)
        #expect(failure { _ = try StoreFile.open(file, old, busyMilliseconds: 0) }?.code == .newer)
    }

    @Test func `a step that fails leaves the old schema`() throws {
        let old = Schema(applicationID: 5, pageSize: 512, steps: ["CREATE TABLE a(x)"])
        _ = try StoreFile.open(file, old, busyMilliseconds: 0)
        let bad = Schema(
            applicationID: 5, pageSize: 512, steps: ["", "CREATE TABLE b(x); CREATE TABLE a(x)"])
        #expect(failure { _ = try StoreFile.open(file, bad, busyMilliseconds: 0) }?.code == .sql)
        let again = try StoreFile.open(file, old, busyMilliseconds: 0)
        #expect(try again.integer("SELECT count(*) FROM sqlite_schema") == 1)
    }
}
