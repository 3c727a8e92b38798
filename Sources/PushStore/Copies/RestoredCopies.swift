import Glibc

/// The list of the copies that replaced a workspace's content, in a file that its processes share.
///
/// It has the newest statement of each copy, one per line, and is only ever appended to. The
/// databases cannot hold it, since they are what is replaced.
struct RestoredCopies {
    private let path: String
    /// The lines read so far, and the place after the last of them.
    private var known: [Int64] = []
    private var end: Int64 = 0

    init(in directory: String) { path = directory + "/restored" }

    /// Reads what was appended since the last time, and returns the whole list.
    ///
    /// A line that is no number stands for a copy from before the first statement, so that nobody
    /// takes a new fact for a known one.
    mutating func all() -> [Int64] {
        guard let file = try? PlainFile(reading: path) else { return known }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            guard let count = try? file.read(at: end, into: &bytes),
                let last = bytes[..<count].lastIndex(of: Self.lineEnd)
            else {
                return known
            }
            known += bytes[...last].split(separator: Self.lineEnd).map { line in
                Int64(String(decoding: line, as: UTF8.self)) ?? 0
            }
            end += Int64(last + 1)
        }
    }

    /// Appends a copy; one that cannot be written is left out.
    func append(_ newest: Int64) {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let line = Array("\(newest)\n".utf8)
        _ = write(descriptor, line, line.count)
    }

    private static let lineEnd = UInt8(ascii: "\n")
}

extension Workspace {
    /// The newest statement of each copy that replaced the content, in their order, whichever
    /// process restored it; empty for a private workspace, which no other process sees.
    public var restored: [Int64] { restoredCopies?.all() ?? [] }

    /// Lets every process on the workspace know that a copy has replaced the content.
    public func noteRestored(newest: Int64) { restoredCopies?.append(newest) }
}
