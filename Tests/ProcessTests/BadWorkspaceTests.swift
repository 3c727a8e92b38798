import Foundation
import PushTestSupport
import Testing

/// A workspace that cannot be used is refused in a sentence, with status 3, and stays as it was.
@Suite struct BadWorkspaceTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nlogin a\nflush\n")
        for name in ["w/device.db", "w/warehouse/mobile.db"] {
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: place.path + "/" + name + suffix)
            }
        }
    }

    /// The files that hold something; SQLite may leave an empty log or an index of it.
    func files() throws -> [String: Data] {
        try place.contents().filter { !$0.key.hasSuffix("-shm") && !$0.key.hasSuffix("-wal") }
    }

    /// Runs a statement; gives what was said after `pushsh: `, and expects unchanged files.
    func refusal(_ workspace: String = "w", _ text: String = "login b") throws -> String {
        let before = try files()
        let run = try Pushsh.run(["--workspace", workspace, "-c", text], in: place)
        #expect(run.status == 3)
        #expect(run.stdout == "")
        #expect(try files() == before)
        return run.stderr
    }

    /// What is said of damage that a backup or `repair` can cure.
    static let hint =
        "hint: `repair` says what can be saved, and `restore FILE` restores a backup: "
        + "`pushsh --workspace w -c repair`\n"

    func damage(_ name: String, _ change: (inout Data) -> Void) throws {
        var data = FileManager.default.contents(atPath: place.path + "/" + name) ?? Data()
        change(&data)
        try place.write(Array(data), to: name)
    }

    func sqlite(_ name: String, _ sql: String) throws {
        let run = try Shell.run("sqlite3", [place.path + "/" + name, sql])
        #expect(run.status == 0, "\(run.stderr)")
    }

    @Test func `an empty file is no workspace`() throws {
        try damage("w/device.db") { $0 = Data() }
        #expect(
            try refusal()
                == "pushsh: `w/device.db` is empty, wanted a database of a pushsh workspace\n"
                + Self.hint)
    }

    @Test(arguments: [7, 100, 5000, 200_000]) func `a text is no database`(count: Int) throws {
        try damage("w/device.db") { $0 = Data(repeating: 0x41, count: count) }
        #expect(
            try refusal()
                == "pushsh: `w/device.db` is not a database, wanted a file of a pushsh workspace\n"
                + Self.hint)
    }

    @Test(arguments: [0.1, 0.5, 0.9]) func `a truncated database is damaged`(part: Double) throws {
        try damage("w/device.db") { $0 = $0.prefix(Int(Double($0.count) * part)) }
        #expect(
            try refusal()
                == "pushsh: `w/device.db` is damaged: it is shorter than its header says, or was "
                + "edited\n" + Self.hint)
    }

    @Test func `a database cut within its last page is damaged`() throws {
        try damage("w/device.db") { $0 = $0.dropLast() }
        let run = try place.inWorkspace("whoami\n")
        #expect(run.status == 3)
    }

    @Test func `a database of another program is refused`() throws {
        try sqlite("w/device.db", "PRAGMA application_id = 1; DROP TABLE settings")
        #expect(
            try refusal()
                == "pushsh: `w/device.db` is a database, but not of a pushsh workspace\n")
    }

    @Test func `a workspace of a newer version is refused`() throws {
        try sqlite("w/device.db", "PRAGMA user_version = 99; CREATE TABLE later(x)")
        let words = try refusal()
        #expect(
            words.hasPrefix(
                "pushsh: `w/device.db` was written by a newer pushsh: it has schema 99, wanted at "
                    + "most "))
    }

    @Test(arguments: ["DROP TABLE events", "DELETE FROM documents", "DROP VIEW queue"])
    func `a workspace that lacks something is no crash`(sql: String) throws {
        try sqlite("w/device.db", sql)
        let run = try Pushsh.run(["--workspace", "w", "-c", "login b\nqueue"], in: place)
        #expect([0, 1, 3].contains(run.status), "\(run)")
        #expect(
            run.status == 0 || run.stderr.contains("error: ") || run.stderr.contains("pushsh: "))
    }

    @Test(arguments: [
        "UPDATE documents SET body = '{'", "UPDATE documents SET body = '[]'",
        "UPDATE documents SET body = '{}'", "UPDATE documents SET body = x'ff00'",
        "UPDATE documents SET body = zeroblob(1000000)",
    ])
    func `a document that was edited is refused or repaired, never a crash`(sql: String) throws {
        try sqlite("w/device.db", sql)
        let run = try Pushsh.run(["--workspace", "w", "-c", "login b\nqueue"], in: place)
        #expect([0, 1, 3].contains(run.status), "\(run)")
    }

    @Test(arguments: [
        ("f", "`f` is not a directory, wanted that of a workspace"),
        ("f/w", "cannot make the workspace `f/w`: part of the path is not a directory"),
        ("/dev/null", "`/dev/null` is not a directory, wanted that of a workspace"),
        ("/proc/none", "cannot make the workspace `/proc/none`: no such file or directory"),
        ("l", "cannot make the workspace `l`: "),
    ])
    func `a place that can be no workspace is refused`(path: String, words: String) throws {
        try place.write("", to: "f")
        symlink("l", place.path + "/l")
        #expect(try refusal(path).hasPrefix("pushsh: " + words))
    }

    @Test func `a warehouse that is no database is named by the query`() throws {
        try damage("w/warehouse/mobile.db") { $0 = Data("garbage, not a database".utf8) }
        let words = try refusal("w", "query \"SELECT count(*) FROM mobile.push_events\"")
        #expect(
            words.hasPrefix("-c:1:7: error: `w/warehouse/mobile.db` is not a database, wanted"))
    }

    @Test func `a warehouse of a newer version is named by the query`() throws {
        try sqlite(
            "w/warehouse/mobile.db", "PRAGMA user_version = 99; CREATE TABLE \"pushsh-later\"(x)")
        #expect(
            try refusal("w", "query \"SELECT count(*) FROM mobile.push_events\"").hasPrefix(
                "-c:1:7: error: `w/warehouse/mobile.db` was written by a newer pushsh: it has "
                    + "schema 99, wanted at most 6\n"))
    }

    @Test func `an upload into a damaged warehouse fails the run and loses nothing`() throws {
        try damage("w/warehouse/mobile.db") { $0 = Data("garbage, not a database".utf8) }
        _ = try place.inWorkspace("login b\n")
        let run = try place.inWorkspace("flush\n")
        #expect(try place.inWorkspace("expect queue == 1\n").status == 0)
        #expect(run.status == 3)
        #expect(run.stderr.contains("error: `w/warehouse/mobile.db` is not a database"))
    }

    @Test func `a damaged database beside it does not fail an upload`() throws {
        try place.write("garbage, not a database", to: "w/warehouse/shop.db")
        _ = try place.inWorkspace("login b\n")
        let run = try place.inWorkspace("flush\nexpect queue == 0\n")
        #expect(run.status == 0)
        #expect(run.stdout.contains("note    retention of `shop` was not applied: "))
    }

    @Test func `a warehouse that is gone is told until there is one again`() throws {
        #expect(try place.inWorkspace("clock\n").stderr == "")
        try FileManager.default.removeItem(atPath: place.path + "/w/warehouse")
        let warning =
            "warning: `w/warehouse` is missing: the records that were uploaded are gone, and the "
            + "warehouse starts empty\n"
        let first = try place.inWorkspace("clock\n")
        #expect(first.stderr == warning && first.status == 0)
        let query = "query \"SELECT count(*) AS n FROM mobile.push_events\"\n"
        let second = try place.inWorkspace(query)
        #expect(second.stderr == warning && second.stdout == "n\n0\n")
        #expect(try place.inWorkspace(query).stderr == "")
    }

    @Test func `a warehouse that never was is not missed`() throws {
        let other = try TemporaryDirectory()
        try other.makeWorkspace("app launch\nlogin a\n")
        #expect(try other.listing().filter { $0.contains("warehouse") } == [])
        #expect(try other.inWorkspace("clock\n").stderr == "")
    }
}
