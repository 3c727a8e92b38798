import Foundation
import Testing

@testable import PushTerminal

struct InputTests {
    /// What a reader makes of bytes that come through a pipe.
    private static func keys(_ bytes: [UInt8]) throws -> [UInt32] {
        let pipe = try #require(WakePipe())
        let wakeUp = try #require(WakePipe())
        TerminalScreen.write(bytes, to: pipe.writeEnd)
        var input = KeyInput(input: pipe.readEnd, wakeUp: wakeUp)
        var keys: [UInt32] = []
        while case .key(let key) = input.next(timeout: 0) { keys.append(key) }
        pipe.shut()
        wakeUp.shut()
        return keys
    }

    @Test(
        arguments: [
            ("a通😀é", [0x61, 0x901A, 0x1F600, 0xE9]), ("\u{1B}[A", [0x1B, 0x5B, 0x41]), ("", []),
        ] as [(String, [UInt32])])
    func `bytes become code points`(text: String, points: [UInt32]) throws {
        #expect(try Self.keys(Array(text.utf8)) == points)
    }

    @Test(
        arguments: [
            ([0xFF], [0xFFFD]), ([0x80, 0x61], [0xFFFD, 0x61]), ([0xE9, 0x61], [0xFFFD, 0x61]),
            ([0xC0, 0x80], [0xFFFD, 0xFFFD]), ([0xED, 0xA0, 0x80], [0xFFFD]),
            ([0xF4, 0x90, 0x80, 0x80], [0xFFFD]), ([0xE0, 0x80, 0x80], [0xFFFD]),
            ([0xE9, 0x80], [0xFFFD, 0xFFFD]),
        ] as [([UInt8], [UInt32])])
    func `broken bytes become replacement characters`(bytes: [UInt8], points: [UInt32]) throws {
        #expect(try Self.keys(bytes) == points)
    }

    @Test func `keys put back come first, signals and announcements in between`() throws {
        let pipe = try #require(WakePipe())
        let wakeUp = try #require(WakePipe())
        var input = KeyInput(input: pipe.readEnd, wakeUp: wakeUp)
        let announcements = Announcements(wakeUp: wakeUp)
        TerminalScreen.write([15], to: wakeUp.writeEnd)
        announcements.post("news")
        input.pushBack([1, 2])
        let events = (0..<5).map { _ in input.next(timeout: 0) }
        #expect(events == [.key(1), .key(2), .signal(15), .announcement, .timeout])
        #expect(announcements.take() == ["news"])
        #expect(announcements.take() == [])
    }

    @Test(arguments: [
        ("a\r\nb\rc", "a\nb\nc"), ("\t\u{0}x", "\tx"), ("か\u{3099}", "が"),
        ("\u{1B}[201", "\u{1B}[201"),
        ("", ""),
    ])
    func `a paste ends at its bracket and keeps what is text`(pasted: String, text: String) {
        var paste = BracketedPaste()
        let ended = UTF32Text.points(pasted + "\u{1B}[201~").map { paste.take($0) }
        #expect(ended.last == true && !ended.dropLast().contains(true))
        #expect(paste.text() == UTF32Text.points(text))
    }

    /// The lines of a text read through a pipe by a reader with a limit.
    private static func lines(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [String] {
        let pipe = try #require(WakePipe())
        defer { Glibc.close(pipe.readEnd) }
        TerminalScreen.write(bytes, to: pipe.writeEnd)
        Glibc.close(pipe.writeEnd)
        let reader = PlainReader(input: pipe.readEnd, limit: limit)
        var lines: [String] = []
        while let line = try reader.readLine() {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }

    @Test(arguments: [
        ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("", []),
        ("通\r\n", ["通\r"]),
    ])
    func `lines are read with or without a last newline`(text: String, lines: [String]) throws {
        #expect(try Self.lines(Array(text.utf8)) == lines)
    }

    @Test func `a line over the limit is refused`() throws {
        #expect(throws: PlainReader.Failure.tooLong(limit: 5)) {
            try Self.lines(Array("short\ntoo long\n".utf8), limit: 5)
        }
    }

    @Test func `undo goes back state by state`() {
        var undo = EditUndo()
        for text in ["", "a", "ab", "ab"] {
            undo.note(.init(text: UTF32Text.points(text), cursor: text.count))
        }
        #expect(undo.undo() == .init(text: [0x61], cursor: 1))
        #expect(undo.undo() == .init(text: [], cursor: 0))
        #expect(undo.undo() == nil)
    }

    @Test(arguments: [
        (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false), ([:], true, false),
        (["TERM": "dumb"], true, false), (["TERM": "xterm", "NO_COLOR": "1"], true, false),
        (["TERM": "xterm", "NO_COLOR": ""], true, true), (["CLICOLOR_FORCE": "1"], false, true),
        (["CLICOLOR_FORCE": "0", "TERM": "xterm"], false, false),
        (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
        (["TERM": "xterm", "CLICOLOR": "0"], true, false),
    ])
    func `colours follow the environment`(
        environment: [String: String], isTerminal: Bool, allowed: Bool
    ) {
        #expect(
            TerminalCapabilities.coloursAllowed(
                environment: { environment[$0] }, isTerminal: isTerminal) == allowed)
    }
}
