import CSQLite
import Glibc

/// The write-ahead log of a database, read as bytes.
///
/// SQLite reads a log up to the first frame that does not fit, takes what follows for the remains
/// of a commit that was never made, and says nothing (sqlite.org, fileformat2.html, 4). A commit's
/// end is written last, so commits behind such a frame were made: they are hidden by damage.
struct LogFile {
    /// A page as a commit wrote it.
    struct Frame {
        /// The place of its head in the file.
        var offset: Int64
        /// The number of its page.
        var page: Int64
        /// The number of pages of the database after the commit that the frame ends; 0 if it ends
        /// none.
        var size: Int64
        /// Whether it is as it was written.
        var isSound: Bool
        /// Whether it was written since the log was last begun anew.
        var isCurrent: Bool
    }

    private let head: LogHead
    /// The frames, in the order of the file.
    private(set) var frames: [Frame] = []
    /// The number of frames that SQLite reads.
    private(set) var readCount = 0
    /// Whether the file ends with a whole frame.
    private let endsWithFrame: Bool
    private let file: PlainFile

    private static let headSize = 32
    private static let frameHeadSize = 24
    /// Pages have these sizes in files of ours, if the log's head cannot be believed.
    private static let pageSizes = [4096, 1024]
    /// The milliseconds after which the log of a writer looks otherwise, and how often to look.
    private static let (pause, looks) = (20, 10)

    /// Refuses a database whose log hides commits, before SQLite reads it: the last connection to
    /// close would delete the log.
    ///
    /// Anything but a file is refused as well, since SQLite would wait for a pipe's writer. It
    /// costs a few looks for files if there is no log; otherwise as much as SQLite's own reading.
    static func refuseDamage(of path: String) throws(StoreError) {
        try StoreFile.refuseOthers(path)
        guard let fault = try fault(of: path) else { return }
        throw StoreError(.damaged, "`\(path)` is damaged: \(fault)", file: path)
    }

    /// Returns what is wrong with the log of a database; nil if it hides no commit.
    ///
    /// Another process may be writing meanwhile: what is found must be found again.
    static func fault(of path: String) throws(StoreError) -> String? {
        var known: String?
        for look in 0..<looks {
            if look > 0 { usleep(UInt32(pause * 1000)) }
            let before = state(of: path)
            guard let found = try LogFile(of: path)?.fault else { return nil }
            if found == known, state(of: path) == before { return found }
            known = found
        }
        return nil
    }

    /// The length and the last change of a database's log.
    private static func state(of path: String) -> [Int] {
        var status = stat()
        guard stat(path + "-wal", &status) == 0 else { return [] }
        return [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// Reads the log of a database; nil if there is none, or no frame in it that fits.
    ///
    /// If its head cannot be believed, it is read in the way in which most frames fit.
    init?(of path: String) throws(StoreError) {
        var status = stat()
        guard stat(path + "-wal", &status) == 0, status.st_size > Self.headSize else { return nil }
        let file: PlainFile
        do { file = try PlainFile(reading: path + "-wal") } catch {
            guard error.code != .missing else { return nil }
            throw error
        }
        var head = [UInt8](repeating: 0, count: Self.headSize)
        guard try file.read(at: 0, into: &head) == Self.headSize else { return nil }
        let written = LogHead(head)
        guard !written.isSound else {
            self = try LogFile(file, written)
            return
        }
        var best: LogFile?
        for (size, isBig) in Self.pageSizes.flatMap({ [($0, false), ($0, true)] }) {
            let log = try LogFile(file, LogHead(head, pageSize: size, isBig: isBig))
            if log.sound > best?.sound ?? 0 { best = log }
        }
        guard let best else { return nil }
        self = best
    }

    /// The number of frames that are as they were written.
    private var sound: Int { frames.count { $0.isSound } }

    private init(_ file: PlainFile, _ head: LogHead) throws(StoreError) {
        self.file = file
        self.head = head
        let pageSize = head.pageSize
        let frameSize = Int64(Self.frameHeadSize + pageSize)
        let length = file.size - Int64(Self.headSize)
        endsWithFrame = length % frameSize == 0
        var bytes = [UInt8](repeating: 0, count: Int(frameSize))
        var chain = Chain(head)
        for index in 0..<(length / frameSize) {
            let offset = Int64(Self.headSize) + index * frameSize
            guard try file.read(at: offset, into: &bytes) == bytes.count else { break }
            let (isSound, isCurrent, isPriorSound) = chain.take(bytes)
            if isPriorSound, !frames.isEmpty { frames[frames.count - 1].isSound = true }
            if chain.isUnbroken { readCount = frames.count + 1 }
            frames.append(
                Frame(
                    offset: offset, page: Int64(LogHead.word(bytes, 0)),
                    size: Int64(LogHead.word(bytes, 4)), isSound: isSound, isCurrent: isCurrent))
        }
    }

    /// Returns the page of the frame at a place.
    func content(at offset: Int64) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: head.pageSize)
        _ = try file.read(at: offset + Int64(Self.frameHeadSize), into: &bytes)
        return bytes
    }

    /// The index of the last commit that counts; nil if none does.
    ///
    /// A killed writer leaves a frame that is not whole, or frames without the commit's end. A
    /// frame that ends the file and a commit was written whole.
    private var lastCommit: Int? {
        frames.indices.last { index in
            let frame = frames[index]
            let isWritten = frame.isSound || endsWithFrame && index == frames.count - 1
            return frame.isCurrent && frame.size > 0 && isWritten
        }
    }

    /// The fault, as the end of a sentence; nil if SQLite reads every commit.
    private var fault: String? {
        guard let lastCommit, lastCommit >= readCount else { return nil }
        let hidden = frames[readCount...lastCommit].count { $0.isCurrent && $0.size > 0 }
        guard hidden > 1 || isCertain else { return nil }
        let place = head.isSound ? "frame \(readCount + 1)" : "the head"
        return "\(place) of its log is not as it was written, which hides "
            + (hidden == 1 ? "the last commit" : "the last \(hidden) commits")
    }

    /// Whether a single hidden commit was made.
    ///
    /// A writer may be killed between its commit's frames and the index that it shares with others;
    /// another one then writes its own commit over the first of them, and the rest looks the same.
    private var isCertain: Bool {
        readCount == 0 || frames[readCount].isSound || frames[readCount - 1].size == 0
    }

    /// Writes the sound pages of all commits into a copy of the database without a log.
    ///
    /// - Returns: the pages whose newest content is lost; nil if not even their numbers are known.
    func apply(to path: String) throws(StoreError) -> Set<Int64>? {
        guard let lastCommit else { return [] }
        let target = try PlainFile(syncing: path)
        let pageSize = head.pageSize
        var bytes = [UInt8](repeating: 0, count: pageSize)
        var lost: Set<Int64> = []
        var isKnown = true
        for frame in frames[...lastCommit] {
            guard frame.isSound, frame.isCurrent else {
                if frame.isCurrent { lost.insert(frame.page) } else { isKnown = false }
                continue
            }
            lost.remove(frame.page)
            _ = try file.read(at: frame.offset + Int64(Self.frameHeadSize), into: &bytes)
            try target.write(bytes, at: (frame.page - 1) * Int64(pageSize))
        }
        if frames[lastCommit].isSound {
            try target.cut(to: frames[lastCommit].size * Int64(pageSize))
        }
        return isKnown ? lost : nil
    }
}

/// The first bytes of a log, by which its frames are recognised.
struct LogHead {
    /// The checksum's two words.
    typealias Sum = (UInt32, UInt32)

    /// The bytes of a page.
    let pageSize: Int
    /// Whether checksums read the words with the high byte first.
    let isBig: Bool
    /// The two numbers that every frame has since the log was last begun anew.
    let salts: Sum
    /// The checksum as written, with which that of the first frame goes on.
    let sum: Sum
    /// The checksum that belongs to the other bytes.
    let computed: Sum
    /// Whether it is as it was written.
    let isSound: Bool

    private static let mark: UInt32 = 0x377f_0682
    private static let version: UInt32 = 3_007_000

    /// Reads it, or takes a size and an order that it does not have.
    init(_ bytes: [UInt8], pageSize: Int? = nil, isBig: Bool? = nil) {
        let mark = Self.word(bytes, 0)
        let found = Int(Self.word(bytes, 8))
        self.isBig = isBig ?? (mark & 1 != 0)
        self.pageSize = pageSize ?? found
        salts = (Self.word(bytes, 16), Self.word(bytes, 20))
        sum = (Self.word(bytes, 24), Self.word(bytes, 28))
        computed = Self.sum(of: bytes[..<24], self.isBig, after: (0, 0))
        let isPage = (512...65_536).contains(found) && found & (found - 1) == 0
        isSound =
            mark & ~1 == Self.mark && Self.word(bytes, 4) == Self.version && isPage
            && computed == sum
    }

    /// Returns four bytes as a number.
    static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns a checksum that goes on with more bytes.
    static func sum(of bytes: ArraySlice<UInt8>, _ isBig: Bool, after sum: Sum) -> Sum {
        var words = [sum.0, sum.1]
        bytes.withUnsafeBytes { piece in
            csqlite_log_sum(piece.baseAddress, piece.count, isBig ? 1 : 0, &words)
        }
        return (words[0], words[1])
    }
}

/// The checksums of a log's frames, each of which goes on with the one before it.
private struct Chain {
    /// The numbers of frames that count; with a damaged head those of the first frame.
    private var salts: LogHead.Sum?
    private let isBig: Bool
    /// The checksum that the frame before has in the file.
    private var written: LogHead.Sum
    /// The checksum that it should have; nil if that is the one in the file.
    private var computed: LogHead.Sum?
    private var isPriorCurrent = true
    /// Whether SQLite reads as far as this.
    private(set) var isUnbroken: Bool

    init(_ head: LogHead) {
        salts = head.isSound ? head.salts : nil
        isBig = head.isBig
        written = head.sum
        computed = head.isSound ? nil : head.computed
        isUnbroken = head.isSound
    }

    /// Takes the next frame.
    ///
    /// `isPriorSound` says that only the checksum of the frame before was damaged: this one goes on
    /// with the right one.
    mutating func take(
        _ frame: [UInt8]
    ) -> (isSound: Bool, isCurrent: Bool, isPriorSound: Bool) {
        let own = (LogHead.word(frame, 16), LogHead.word(frame, 20))
        let found = (LogHead.word(frame, 8), LogHead.word(frame, 12))
        let salts = salts ?? found
        self.salts = salts
        let expected = sum(of: frame, after: written)
        // Pages are full of zeros, and zeros have the checksum 0.
        var isSound = expected == own && LogHead.word(frame, 0) > 0
        let isPriorSound = !isSound && computed.map { sum(of: frame, after: $0) == own } ?? false
        isSound = isSound || isPriorSound
        // Frames of an earlier beginning go on with each other as well.
        let isCurrent = found == salts || isSound && isPriorCurrent
        isUnbroken = isUnbroken && found == salts && isSound && !isPriorSound
        computed = isSound ? nil : expected
        written = own
        isPriorCurrent = isCurrent
        return (isSound, isCurrent, isPriorSound)
    }

    private func sum(of frame: [UInt8], after sum: LogHead.Sum) -> LogHead.Sum {
        LogHead.sum(of: frame[24...], isBig, after: LogHead.sum(of: frame[..<8], isBig, after: sum))
    }
}
