import Glibc

/// The keys of a terminal as code points, and the signals that arrive between them.
///
/// Bytes are read in blocks, so that a paste costs few system calls.
struct KeyInput {
    /// The event that ended the wait for a key.
    enum Event: Equatable {
        case key(UInt32)
        case signal(Int32)
        case announcement
        case timeout
        case end
    }

    private let input: Int32
    private let wakeUp: WakePipe
    private var bytes = [UInt8](repeating: 0, count: 65536)
    private var head = 0
    private var tail = 0
    private var pushedBack: [UInt32] = []

    init(input: Int32, wakeUp: WakePipe) {
        self.input = input
        self.wakeUp = wakeUp
    }

    /// The bytes that have been read and wait to be taken.
    var buffered: Int { tail - head + pushedBack.count }

    /// Whether a key or a signal is available without waiting, or within some milliseconds.
    func isReady(within timeout: Int32 = 0) -> Bool {
        buffered > 0 || Self.wait([input, wakeUp.readEnd], timeout) != 0
    }

    /// Puts keys back, to be the next ones.
    mutating func pushBack(_ keys: [UInt32]) {
        pushedBack.insert(contentsOf: keys, at: 0)
    }

    /// Discards what has been read and what waits in the terminal.
    mutating func discard() {
        pushedBack = []
        head = tail
        tcflush(input, TCIFLUSH)
    }

    /// Waits for the next event, at most `timeout` milliseconds unless that is negative.
    mutating func next(timeout: Int32 = -1) -> Event {
        if !pushedBack.isEmpty { return .key(pushedBack.removeFirst()) }
        while true {
            if let key = decode() { return .key(key) }
            // The rest of a broken sequence is not waited for: it may never come.
            switch fill(timeout: head < tail ? 100 : timeout) {
            case .timeout where head < tail:
                head += 1
                return .key(0xFFFD)
            case nil: continue
            case let event?: return event
            }
        }
    }

    /// Reads available bytes; nil if any have arrived.
    private mutating func fill(timeout: Int32) -> Event? {
        let ready = Self.wait([input, wakeUp.readEnd], timeout)
        if ready == 0 { return .timeout }
        if ready & 2 != 0, let byte = wakeUp.next() {
            return byte == 0 ? .announcement : .signal(Int32(byte))
        }
        guard ready & 1 != 0 else { return nil }
        makeRoom()
        let space = bytes.count - tail
        let count = bytes.withUnsafeMutableBytes { buffer in
            read(input, buffer.baseAddress?.advanced(by: tail), space)
        }
        if count > 0 {
            tail += count
            return nil
        }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : .end
    }

    private mutating func makeRoom() {
        if head > 0 {
            for index in head..<tail { bytes[index - head] = bytes[index] }
            tail -= head
            head = 0
        }
    }

    /// Polls descriptors and returns a bit for each that is ready; 0 after the time-out.
    static func wait(_ descriptors: [Int32], _ timeout: Int32) -> Int {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), timeout)
        if count < 0 && errno == EINTR { return 1 << polled.count }
        var ready = 0
        for index in polled.indices where polled[index].revents != 0 { ready |= 1 << index }
        return ready
    }

    /// Decodes one code point; nil if the buffer holds no complete one.
    private mutating func decode() -> UInt32? {
        guard head < tail else { return nil }
        let lead = bytes[head]
        if lead < 0x80 {
            head += 1
            return UInt32(lead)
        }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2 && lead <= 0xF4 else {
            head += 1
            return 0xFFFD
        }
        var point = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            guard head + offset < tail else { return nil }
            let byte = bytes[head + offset]
            guard byte & 0xC0 == 0x80 else {
                head += offset
                return 0xFFFD
            }
            point = point << 6 | UInt32(byte & 0x3F)
        }
        head += length
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
        return point >= least && Unicode.Scalar(point) != nil ? point : 0xFFFD
    }
}
