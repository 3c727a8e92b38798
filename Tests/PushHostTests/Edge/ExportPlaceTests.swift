import Glibc
import PushCrypto
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// TD-11: an export is there whole, or not at all.
@Suite struct ExportPlaceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func begin(
        _ name: String, isDirectory: Bool = false, isPacked: Bool = false, replaces: Bool = false,
        tables: Set<String> = []
    ) throws(Failure) -> ExportPlace {
        try ExportPlace(
            path(name), isDirectory: isDirectory, isPacked: isPacked,
            ending: isPacked ? ".csv.gz" : ".csv", replaces: replaces, tables: tables)
    }

    private func write(_ text: String, _ name: String? = nil, to place: ExportPlace) -> Bool {
        guard let write = place.open(name) else { return false }
        return write(Array(text.utf8)) && place.end()
    }

    @Test(arguments: ["device.db-journal", "device.db", "warehouse/new.db"])
    func `a link to a workspace's databases leads nowhere, made or to be made`(
        target: String
    ) throws {
        mkdir(path("w"), 0o700)
        mkdir(path("w/warehouse"), 0o700)
        try directory.write("x", to: "w/device.db")
        symlink(path("w/" + target), path("link"))
        symlink("link", path("second"))
        for name in ["link", "second"] {
            let error = failure { () throws(Failure) in _ = try begin(name, replaces: true) }
            #expect(
                error?.message.hasSuffix("is for a workspace's databases, and nothing else") == true
            )
        }
        #expect(access(path("w/device.db-journal"), F_OK) != 0)
    }

    @Test func `a file has its name when all of it is there`() throws {
        let place = try begin("a.csv")
        #expect(write("a,b\n", to: place))
        #expect(try directory.listing().allSatisfy { $0.hasSuffix(".new") })
        try place.finish()
        #expect(try directory.listing() == ["a.csv"])
        #expect(try directory.text("a.csv") == "a,b\n" && place.bytes == 4)
    }

    @Test func `an export that is given up leaves nothing`() throws {
        do {
            let file = try begin("a.csv")
            _ = file.open(nil).map { $0([1, 2]) }
            let folder = try begin("folder", isDirectory: true)
            #expect(write("x", "t/dt=2026-01-01/part-00000.csv", to: folder))
            #expect(try directory.listing().count == 5)
        }
        #expect(try directory.listing().isEmpty)
    }

    @Test func `what went before is replaced only where that was asked for`() throws {
        try directory.write("mine", to: "a.csv")
        let error = failure { () throws(Failure) in _ = try begin("a.csv") }
        #expect(error?.code.name == "file_exists" && error?.hint == "`--force` replaces it")
        let place = try begin("a.csv", replaces: true)
        #expect(try directory.text("a.csv") == "mine")
        #expect(write("new", to: place))
        try place.finish()
        #expect(try directory.text("a.csv") == "new")
        #expect(try directory.listing() == ["a.csv"])
    }

    @Test(arguments: [false, true])
    func `what came while the export was written is not replaced`(isDirectory: Bool) throws {
        let place = try begin("out", isDirectory: isDirectory)
        #expect(write("new", isDirectory ? "t.csv" : nil, to: place))
        try directory.write("mine", to: isDirectory ? "out/t.csv" : "out")
        let error = failure { () throws(Failure) in try place.finish() }
        #expect(error?.code.name == "file_exists" && error?.hint == "`--force` replaces it")
        #expect(try directory.text(isDirectory ? "out/t.csv" : "out") == "mine")
    }

    @Test func `with --force, too, only an earlier export is replaced at the end`() throws {
        let place = try begin("out", isDirectory: true, replaces: true)
        #expect(write("new", "t.csv", to: place))
        try directory.write("mine", to: "out/notes.txt")
        let error = failure { () throws(Failure) in try place.finish() }
        #expect(error?.code.name == "file_exists")
        #expect(try directory.listing().contains("out/notes.txt"))
    }

    private static let strange = [
        "notes.txt", "a/b/c/deep.csv", "a.csv.bak", "part-00000.parquet.tmp", "mine.csv",
        "part-one.csv", "mine/t.csv", "dt=2026-01-01/mine.csv", "t/dt=2026-01-01/mine.csv",
    ]

    @Test(arguments: strange)
    func `a directory that holds anything else is not replaced`(name: String) throws {
        try directory.write("x", to: "out/part-00000.csv")
        try directory.write("mine", to: "out/" + name)
        let error = failure { () throws(Failure) in
            _ = try begin("out", isDirectory: true, replaces: true, tables: ["t"])
        }
        #expect(
            error?.message
                == "`\(path("out"))` is not an earlier export of this kind, and nothing else is "
                + "replaced")
        #expect(try directory.text("out/" + name) == "mine")
    }

    @Test func `a file does not take the place of a directory, nor the reverse`() throws {
        try directory.write("x", to: "out/part-00000.csv")
        try directory.write("x", to: "a.csv")
        for (name, isDirectory) in [("out", false), ("a.csv", true)] {
            let error = failure { () throws(Failure) in
                _ = try begin(name, isDirectory: isDirectory, replaces: true)
            }
            #expect(error?.code.name == "file_exists")
        }
    }

    @Test func `a link stays, what it leads to is replaced, and nothing that is no file`() throws {
        try directory.write("x", to: "real.csv")
        for (link, target) in [("null.csv", "/dev/null"), ("there.csv", path("real.csv"))] {
            #expect(symlink(target, path(link)) == 0)
        }
        #expect(symlink(path("missing.csv"), path("nowhere.csv")) == 0)
        let error = failure { () throws(Failure) in _ = try begin("null.csv", replaces: true) }
        #expect(error?.code.name == "file_exists")
        for name in ["there.csv", "nowhere.csv"] {
            let place = try begin(name, replaces: true)
            #expect(write("new", to: place))
            try place.finish()
        }
        #expect(try directory.text("real.csv") == "new" && directory.text("missing.csv") == "new")
        for name in ["null.csv", "there.csv", "nowhere.csv"] { #expect(isLink(name)) }
        let taken = failure { () throws(Failure) in _ = try begin("there.csv") }
        #expect(taken?.message == "`\(path("there.csv"))` already exists")
    }

    @Test func `a link to the folder of an earlier export stays, too`() throws {
        try directory.write("x", to: "real/part-00000.csv")
        #expect(symlink("real", path("out")) == 0)
        let place = try begin("out", isDirectory: true, replaces: true)
        #expect(write("new", "t.csv", to: place))
        try place.finish()
        #expect(try directory.text("real/t.csv") == "new" && directory.text("out/t.csv") == "new")
        #expect(isLink("out"))
    }

    private func isLink(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    @Test func `an earlier export of several tables goes as a whole`() throws {
        for name in ["old/dt=2026-01-01/part-00000.csv", "old/dt=2026-01-02/part-00000.csv.gz"] {
            try directory.write("x", to: "out/" + name)
        }
        let place = try begin("out", isDirectory: true, replaces: true)
        #expect(write("new", place.name(table: "t", day: nil), to: place))
        try place.finish()
        #expect(try directory.listing() == ["out", "out/t.csv"])
    }

    @Test func `files with the names of tables are an earlier export`() throws {
        for name in ["t.csv", "push_events.jsonl.gz", "t/dt=2026-01-01/part-00012.parquet"] {
            try directory.write("x", to: "out/" + name)
        }
        let place = try begin(
            "out", isDirectory: true, replaces: true, tables: ["t", "push_events"])
        #expect(write("new", place.name(table: "t", day: nil), to: place))
        try place.finish()
        #expect(try directory.listing() == ["out", "out/t.csv"])
    }

    @Test func `what killed exports left is cleared away, what living ones write stays`() throws {
        // No process has the first number: it is above what the system gives.
        for name in ["out.99999999.new/part-00000.csv", "out.99999999.old/part-00000.csv"] {
            try directory.write("x", to: name)
        }
        try directory.write("x", to: "out.1.new/part-00000.csv")
        try directory.write("x", to: "out.notes.new")
        try directory.write("x", to: "out/part-00000.csv")
        let place = try begin("out", isDirectory: true, replaces: true)
        #expect(write("new", place.name(table: "t", day: nil), to: place))
        try place.finish()
        #expect(
            try directory.listing() == [
                "out", "out.1.new", "out.1.new/part-00000.csv", "out.notes.new", "out/t.csv",
            ])
    }

    @Test(
        arguments: [
            (nil, nil, "part-00000.csv"), ("t", nil, "t.csv"),
            (nil, "2026-01-01", "dt=2026-01-01/part-00000.csv"),
            ("t", "2026-01-01", "t/dt=2026-01-01/part-00000.csv"),
            ("t", "", "t/dt=__HIVE_DEFAULT_PARTITION__/part-00000.csv"),
        ] as [(String?, String?, String)])
    func `a file is named by its table and its day`(
        table: String?, day: String?, name: String
    ) throws {
        let place = try begin("out", isDirectory: true)
        #expect(place.name(table: table, day: day) == name)
    }

    @Test func `whole files are packed`() throws {
        let place = try begin("a.csv.gz", isPacked: true)
        let text = String(repeating: "line\n", count: 1000)
        #expect(write(text, to: place))
        try place.finish()
        let bytes = try Files.read(path("a.csv.gz"))
        #expect(place.bytes == Int64(bytes.count) && bytes.count < 200)
        #expect(try Gzip.decompress(bytes, limit: 1 << 20) == Array(text.utf8))
    }

    @Test func `a file is begun anew from where it was`() throws {
        let place = try begin("out", isDirectory: true)
        #expect(write("first", "a.csv", to: place))
        let before = place.bytes
        _ = place.open("b.csv").map { $0(Array("to be written again".utf8)) }
        place.goBack(to: before)
        #expect(place.bytes == 5)
        #expect(write("second", "b.csv", to: place))
        try place.finish()
        #expect(try directory.text("out/b.csv") == "second" && place.bytes == 11)
    }

    @Test func `a place that cannot be written is told with its reason`() throws {
        let error = failure { () throws(Failure) in
            _ = try begin("no/out", isDirectory: true)
        }
        #expect(error?.code.name == "file_unwritable")
        #expect(error?.message == "cannot write `\(path("no/out"))`: no such file or directory")
        let file = try begin("no/a.csv")
        #expect(file.open(nil) == nil)
        #expect(
            file.failure?.message
                == "cannot write `\(path("no/a.csv"))`: no such file or directory")
        let home = failure { () throws(Failure) in _ = try begin("~/out", isDirectory: true) }
        #expect(home?.hint?.hasPrefix("`~` is not expanded") == true)
    }

    @Test func `a slash at the end of a path is no part of its name`() throws {
        let place = try begin("out/", isDirectory: true)
        #expect(write("x", "t.csv", to: place))
        try place.finish()
        #expect(try directory.listing() == ["out", "out/t.csv"])
    }
}
