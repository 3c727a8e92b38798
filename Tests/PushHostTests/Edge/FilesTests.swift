import Glibc
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// SH-02: files are read whole and replaced at once.
@Suite struct FilesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test(arguments: [
        ("missing", "file_not_found", "no such file or directory"),
        ("file/below", "file_unreadable", "not a directory"),
        ("folder", "file_unreadable", "it is a directory"),
    ])
    func `what cannot be read is named with the reason`(
        name: String, code: String, reason: String
    ) throws {
        try directory.write("x", to: "file")
        mkdir(path("folder"), 0o700)
        let error = failure { () throws(Failure) in _ = try Files.read(path(name)) }
        #expect(error?.code.name == code && error?.isRuntime == true)
        #expect(error?.message == "cannot read `\(path(name))`: \(reason)")
    }

    @Test(arguments: [
        "device.db", "device.db-wal", "warehouse/mobile.db", "warehouse/new.csv",
        "warehouse/../device.db", "warehouse/./x", "link.csv",
    ])
    func `a workspace's databases are no place for anything else`(name: String) throws {
        try directory.write("rows", to: "device.db")
        mkdir(path("warehouse"), 0o700)
        try directory.write("rows", to: "warehouse/mobile.db")
        symlink("device.db", path("link.csv"))
        let file = path(name)
        func isRefused(_ attempt: () throws(Failure) -> Void) -> Bool {
            failure(attempt)?.message
                == "`\(file)` is for a workspace's databases, and nothing else"
        }
        #expect(isRefused { () throws(Failure) in try Files.write([1], to: file) })
        #expect(isRefused { () throws(Failure) in try Files.create(file) })
        #expect(isRefused { () throws(Failure) in try Files.append([1], to: file) })
        #expect(isRefused { () throws(Failure) in try Files.tryWriting(to: file) })
        let export = failure { () throws(Failure) in
            _ = try ExportPlace(
                file, isDirectory: false, isPacked: false, ending: ".csv", replaces: true)
        }
        #expect(export?.code.name == "file_exists")
        #expect(try Files.read(path("device.db")) == Array("rows".utf8))
    }

    /// What is written over a copy's note would hide the copy.
    @Test(arguments: ["snapshots/k/note", "snapshots/new", "undo/000000001/note", "redo/x"])
    func `the copies of a workspace are no place for anything else`(name: String) throws {
        try directory.write("rows", to: "device.db")
        for folder in ["snapshots", "snapshots/k", "undo", "undo/000000001", "redo"] {
            mkdir(path(folder), 0o700)
        }
        let error = failure { () throws(Failure) in try Files.write([1], to: path(name)) }
        #expect(
            error?.message == "`\(path(name))` is for a workspace's copies, and nothing else")
        #expect(access(path(name), F_OK) != 0)
    }

    @Test func `files beside a workspace's databases are as any others`() throws {
        try directory.write("rows", to: "device.db")
        mkdir(path("elsewhere"), 0o700)
        mkdir(path("elsewhere/warehouse"), 0o700)
        for name in ["report.csv", "mydevice.db", "elsewhere/warehouse/a", "elsewhere/device.db"] {
            try Files.write([1], to: path(name))
        }
        #expect(try Files.read(path("elsewhere/warehouse/a")) == [1])
    }

    @Test(arguments: ["~/no/such", "folder/~/no", "~"]) func `a tilde is not expanded`(
        path: String
    ) {
        let hint = "`~` is not expanded; write the whole path, as TAB does at the prompt"
        let reading = failure { () throws(Failure) in _ = try Files.read(path) }
        #expect(reading?.hint == hint)
        let writing = failure { () throws(Failure) in try Files.write([], to: path + "/no") }
        #expect(writing?.hint == hint)
        let other = failure { () throws(Failure) in _ = try Files.read("no~/such") }
        #expect(other != nil && other?.hint == nil)
    }

    @Test func `trying to write leaves everything as it is`() throws {
        try directory.write("old", to: "a")
        mkdir(path("folder"), 0o700)
        for name in ["a", "new"] { try Files.tryWriting(to: path(name)) }
        #expect(try directory.text("a") == "old" && access(path("new"), F_OK) != 0)
        try Files.tryWriting(to: "/dev/null")
        for (name, reason) in [
            ("folder", "is a directory"), ("no/new", "no such file or directory"),
            ("a/new", "not a directory"),
        ] {
            let error = failure { () throws(Failure) in try Files.tryWriting(to: path(name)) }
            #expect(error?.message == "cannot write `\(path(name))`: \(reason)")
        }
    }

    @Test func `a file has one real path, whether it is there or not`() throws {
        try directory.write("old", to: "a")
        symlink(path("a"), path("link"))
        #expect(Files.realPath(of: path("link")) == Files.realPath(of: path("a")))
        #expect(Files.realPath(of: path("./new")) == Files.realPath(of: path("new")))
        #expect(Files.realPath(of: path("no/new")) == path("no/new"))
    }

    @Test func `a file of more than a buffer arrives whole`() throws {
        let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try directory.write(bytes, to: "large")
        #expect(try Files.read(path("large")) == bytes)
        try directory.write("", to: "empty")
        #expect(try Files.read(path("empty")).isEmpty)
    }

    @Test func `a file is replaced, keeps its mode, and leaves nothing beside it`() throws {
        try directory.write("old", to: "a")
        chmod(path("a"), 0o640)
        try Files.write(Array("new".utf8), to: path("a"))
        #expect(try directory.text("a") == "new")
        #expect(mode("a") == 0o640)
        try Files.write(Array("b".utf8), to: path("b"))
        #expect(mode("b") == 0o644)
        #expect(try directory.listing() == ["a", "b"])
    }

    /// The draft once had a name that could be foreseen.
    @Test func `a link that somebody planted beside a file is not followed`() throws {
        try directory.write("precious", to: "victim")
        for number in getpid()...getpid() + 1 {
            for name in ["a", "key"] {
                symlink("victim", path("\(name).pushsh-\(number)"))
            }
            symlink("victim", path("out.csv.\(number).new"))
        }
        try Files.tryWriting(to: path("a"))
        try Files.write(Array("new".utf8), to: path("a"))
        try Files.writeSecret(Array("new".utf8), to: path("key"))
        let place = try ExportPlace(
            path("out.csv"), isDirectory: false, isPacked: false, ending: ".csv", replaces: false)
        symlink("victim", path("out.csv.\(getpid()).new"))
        let write = try #require(place.open(nil))
        #expect(write(Array("new".utf8)) && place.end())
        try place.finish()
        #expect(try directory.text("victim") == "precious")
        for name in ["a", "key", "out.csv"] {
            var status = stat()
            #expect(lstat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
            #expect(try directory.text(name) == "new")
        }
        #expect(mode("key") == 0o600 && mode("a") == 0o644)
    }

    @Test func `a reader of the old file sees all of it`() throws {
        try directory.write("the old text", to: "a")
        let descriptor = open(path("a"), O_RDONLY)
        defer { close(descriptor) }
        try Files.write(Array("x".utf8), to: path("a"))
        let seen = try Files.readAll(descriptor, "it")
        #expect(String(decoding: seen, as: UTF8.self) == "the old text")
    }

    @Test func `a link stays, and what it leads to is replaced`() throws {
        try directory.write("old", to: "real/a")
        symlink("real/a", path("link"))
        try Files.write(Array("new".utf8), to: path("link"))
        var status = stat()
        #expect(lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try directory.text("real/a") == "new")
        #expect(try directory.listing() == ["link", "real", "real/a"])
    }

    @Test func `a pipe is written into`() throws {
        mkfifo(path("pipe"), 0o600)
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try Files.write(Array("through".utf8), to: path("pipe"))
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, 16) == 7)
        #expect(buffer.prefix(7).elementsEqual("through".utf8))
        #expect(try directory.listing() == ["pipe"])
    }

    @Test func `a descriptor of the caller is written to, and nothing else is made`() throws {
        try directory.write("", to: "a")
        let descriptor = open(path("a"), O_WRONLY)
        defer { close(descriptor) }
        try Files.write(Array("report".utf8), to: "/dev/fd/\(descriptor)")
        #expect(try directory.text("a") == "report")
        let error = failure { () throws(Failure) in try Files.write([1], to: "/dev/fd/999") }
        #expect(error?.message == "cannot write `/dev/fd/999`: bad file descriptor")
    }

    @Test func `what cannot be written is named, and the old file stays`() throws {
        let error = failure { () throws(Failure) in try Files.write([1], to: path("no/a")) }
        #expect(error?.code.name == "file_unwritable" && error?.isRuntime == true)
        #expect(error?.message == "cannot write `\(path("no/a"))`: no such file or directory")
        mkdir(path("folder"), 0o700)
        let folder = failure { () throws(Failure) in try Files.write([1], to: path("folder")) }
        #expect(folder?.message == "cannot write `\(path("folder"))`: is a directory")
        let full = failure { () throws(Failure) in try Files.write([1], to: "/dev/full") }
        #expect(full?.message == "cannot write `/dev/full`: no space left on device")
        #expect(try directory.listing() == ["folder"])
    }

    @Test func `a secret is for its owner alone, whatever was there`() throws {
        try directory.write("old", to: "key")
        chmod(path("key"), 0o644)
        try Files.writeSecret(Array("new".utf8), to: path("key"))
        #expect(mode("key") == 0o600)
        #expect(try Files.ownersAlone(path("key")) == "new")
    }

    @Test(arguments: [0o640, 0o604, 0o610, 0o644])
    func `a key that others may read is refused`(mode: Int) throws {
        try directory.write("secret", to: "key")
        chmod(path("key"), mode_t(mode))
        let error = failure { () throws(Failure) in _ = try Files.secretBytes(path("key")) }
        #expect(error?.code.name == "invalid_keys" && error?.hint == "`chmod 600` it")
        #expect(error?.message == "others can read `\(path("key"))`")
    }

    @Test func `a pipe is waited for until its writer comes, or the wait is over`() throws {
        let pipe = path("pipe")
        mkfifo(pipe, 0o600)
        var asked = 0
        let error = failure { () throws(Failure) in
            _ = try Files.read(pipe) {
                asked += 1
                return asked > 2
            }
        }
        #expect(error?.message == "cannot read `\(pipe)`: interrupted")
        #expect(system("(sleep 0.1; { sleep 0.1; printf through; } >'\(pipe)') &") == 0)
        #expect(try Files.read(pipe) == Array("through".utf8))
    }

    @Test func `a file of our own is a regular one, and not waited for`() throws {
        mkfifo(path("pipe"), 0o600)
        try directory.write("own", to: "file")
        #expect(try Files.readRegular(path("file")) == Array("own".utf8))
        for name in ["pipe", "."] {
            let error = failure { () throws(Failure) in _ = try Files.readRegular(path(name)) }
            #expect(error?.message == "cannot read `\(path(name))`: it is not a regular file")
        }
    }

    @Test func `a key is in a regular file, and not waited for`() throws {
        mkfifo(path("pipe"), 0o600)
        for name in ["pipe", "."] {
            let error = failure { () throws(Failure) in _ = try Files.secretBytes(path(name)) }
            #expect(error?.message == "`\(path(name))` is not a regular file")
        }
        let missing = failure { () throws(Failure) in _ = try Files.secretBytes(path("no")) }
        #expect(missing?.code.name == "file_not_found")
    }

    @Test func `a file is made once`() throws {
        try Files.create(path("a"))
        #expect(try directory.text("a").isEmpty)
        try Files.append(Array("one".utf8), to: path("a"))
        let error = failure { () throws(Failure) in try Files.create(path("a")) }
        #expect(error?.code.name == "file_exists" && error?.isRuntime == false)
        #expect(error?.hint == "`--replace` replaces it")
        #expect(try directory.text("a") == "one")
        let missing = failure { () throws(Failure) in try Files.create(path("no/a")) }
        #expect(missing?.code.name == "file_unwritable")
    }

    @Test func `what is added stands at the end of a file, or makes it`() throws {
        try Files.append(Array("one\n".utf8), to: path("log"))
        try Files.append(Array("two\n".utf8), to: path("log"))
        #expect(try directory.text("log") == "one\ntwo\n")
        let error = failure { () throws(Failure) in try Files.append([1], to: path("no/log")) }
        #expect(error?.code.name == "file_unwritable")
    }

    @Test func `the wrong end of a pipe is an error, and a slow reader is waited for`() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let large = [UInt8](repeating: 7, count: 300_000)
        let reader = ReadingThread(ends[0])
        #expect(Files.writeAll(large, to: ends[1]))
        close(ends[1])
        #expect(reader.finish() == large.count)
        // The number of a closed one may be another test's file by now.
        #expect(!Files.writeAll([1], to: ends[0]) && errno == EBADF)
        close(ends[0])
    }

    @Test func `the working directory is the one that relative paths begin at`() {
        let found = Files.workingDirectory
        #expect(found.hasPrefix("/") && access(found, X_OK) == 0)
    }
}

/// Reads a descriptor to its end, on a thread of its own.
private final class ReadingThread: @unchecked Sendable {
    private var thread = pthread_t()
    private let descriptor: Int32
    private var count = 0

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        let box = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { box in
                if let box {
                    Unmanaged<ReadingThread>.fromOpaque(box).takeRetainedValue().work()
                }
                return nil
            }, box)
    }

    private func work() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let found = read(descriptor, &buffer, buffer.count)
            guard found > 0 else { return }
            count += found
        }
    }

    /// The number of bytes that came.
    func finish() -> Int {
        pthread_join(thread, nil)
        return count
    }
}
