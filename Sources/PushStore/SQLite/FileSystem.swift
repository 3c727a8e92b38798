import CSQLite
import Synchronization

/// SQLite's view of the operating system for one connection: the real one, except in two respects.
///
/// The clock of `datetime('now')` and its kin is the caller's, so that a script prints the same
/// bytes in every run; and the frames of a commit reach the write-ahead log in one write (see
/// `FrameBuffer`), where SQLite itself makes two system calls for each page.
final class FileSystem {
    /// A view followed by the clock, since SQLite passes a clock nothing but the view.
    private struct Layout {
        var view: sqlite3_vfs
        /// Milliseconds since the Julian epoch, SQLite's unit; nil reads the real clock.
        var now: Int64?
    }

    /// Registered with SQLite and never freed: see `spare`.
    private let layout: UnsafeMutablePointer<Layout>

    /// The views of closed connections.
    ///
    /// A view is never freed, because a connection that still had a statement open continues to use
    /// it until that is finalised.
    private static let spare = Mutex<[Int]>([])

    /// Takes the view of a closed connection if there is one, with the real clock.
    init() {
        let reused = Self.spare.withLock { $0.popLast() }
        if let reused, let known = UnsafeMutablePointer<Layout>(bitPattern: reused) {
            layout = known
            layout.pointee.now = nil
        } else {
            layout = .allocate(capacity: 1)
            Self.fill(layout)
        }
    }

    deinit {
        let address = Int(bitPattern: layout)
        Self.spare.withLock { $0.append(address) }
    }

    /// The name by which `sqlite3_open_v2` finds it.
    var name: UnsafePointer<CChar> { layout.pointee.view.zName }

    /// Sets the clock to an instant in Unix seconds; nil restores the real clock.
    ///
    /// Limited to the years 0 to 9999.
    func setClock(_ unixSeconds: Int64?) {
        // The Julian epoch is 2,440,587.5 days before the Unix epoch.
        let limited = unixSeconds.map { min(max($0, -62_167_219_200), 253_402_300_799) }
        layout.pointee.now = limited.map { $0 * 1000 + 210_866_760_000_000 }
    }

    /// Copies the real file system, then replaces opening and the clock, and registers the result
    /// under a name of its own.
    private static func fill(_ layout: UnsafeMutablePointer<Layout>) {
        guard let real = sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has no default file system")
        }
        layout.initialize(to: Layout(view: real.pointee, now: nil))
        let text = "pushsh-\(UInt(bitPattern: layout))".utf8CString
        let name = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
        text.withUnsafeBufferPointer { buffer in
            if let start = buffer.baseAddress {
                name.initialize(from: start, count: buffer.count)
            }
        }
        layout.pointee.view.pNext = nil
        layout.pointee.view.zName = UnsafePointer(name)
        layout.pointee.view.szOsFile += Int32(FrameBuffer.headSize)
        layout.pointee.view.xOpen = openFile
        layout.pointee.view.xCurrentTimeInt64 = { view, answer in
            let now = view.flatMap {
                UnsafeRawPointer($0).assumingMemoryBound(to: Layout.self).pointee.now
            }
            guard let now else { return FileSystem.realTime(answer) }
            answer?.pointee = now
            return SQLITE_OK
        }
        layout.withMemoryRebound(to: sqlite3_vfs.self, capacity: 1) { view in
            _ = sqlite3_vfs_register(view, 0)
        }
    }

    /// Returns the system's time as SQLite reads it.
    private static func realTime(_ answer: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
        guard let real = sqlite3_vfs_find(nil), let time = real.pointee.xCurrentTimeInt64 else {
            return SQLITE_ERROR
        }
        return time(real, answer)
    }
}

/// Opens a file as the real file system does; the write-ahead log gets a buffer in front.
private func openFile(
    _ view: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ openedFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let file, let real = sqlite3_vfs_find(nil), let open = real.pointee.xOpen else {
        return SQLITE_CANTOPEN
    }
    guard flags & SQLITE_OPEN_WAL != 0 else { return open(real, path, file, flags, openedFlags) }
    let under = FrameBuffer.install(in: file)
    let result = open(real, path, under, flags, openedFlags)
    // SQLite does not close a file without methods.
    if under.pointee.pMethods == nil { file.pointee.pMethods = nil }
    return result
}
