import PushTestSupport
import Testing

@testable import PushTerminal

struct CursorPlaceTests {
    @Test func `an answer is taken out of what was typed meanwhile`() {
        var points = UTF32Text.points("ab\u{1B}[12;34R")
        #expect(CursorPlace.taken(from: &points) == CursorPlace(row: 11, column: 33))
        #expect(UTF32Text.string(points) == "ab")
        for other in ["R", "\u{1B}[R", "\u{1B}[0;1R", "\u{1B}[1;2;3R", "\u{1B}[A"] {
            var points = UTF32Text.points(other)
            #expect(CursorPlace.taken(from: &points) == nil, "\(other)")
            #expect(UTF32Text.string(points) == other)
        }
    }

    @Test(
        arguments: [
            // told, refilled, kept, rows
            ([9, 7], [3, 7], [1, 17], 3), ([9, 17], [3, 7], [1, 17], 1),
            ([9, 5], [3, 7], [1, 17], nil), ([9, 7], [3, 7], [1, 7], 1),
            ([2, 7], [3, 7], [1, 17], 2),
        ] as [([Int], [Int], [Int], Int?)])
    func `rows above the cursor are counted as the terminal has them`(
        told: [Int], refilled: [Int], kept: [Int], rows: Int?
    ) {
        func place(_ pair: [Int]) -> CursorPlace { CursorPlace(row: pair[0], column: pair[1]) }
        let above = CursorPlace.rowsAbove(
            place(told), refilled: place(refilled), kept: place(kept))
        #expect(above == rows)
    }

    @Test(
        arguments: [
            (["TMUX": "/tmp/x,1,0", "TERM": "tmux"], true), (["VTE_VERSION": "7200"], true),
            (["TERM": "linux"], false), (["STY": "1.pts"], false), (["TERM": "xterm"], nil),
            (["TMUX": "", "TERM": "xterm"], nil),
        ] as [([String: String], Bool?)])
    func `some terminals say what they do with their rows`(
        variables: [String: String], refills: Bool?
    ) {
        #expect(TerminalCapabilities.refillsRows { variables[$0] } == refills)
    }

    @Test func `a terminal that does not answer keeps what stands above`() {
        let (first, third) = (CursorPlace(row: 0, column: 4), CursorPlace(row: 2, column: 4))
        #expect(CursorPlace.rowsAbove(nil, refilled: third, kept: first) == nil)
        #expect(CursorPlace.rowsAbove(nil, refilled: first, kept: first) == 0)
    }
}

/// A window that changes its size under an entry of two rows.
@Suite(.serialized) struct ResizingTests {
    /// What is written for a window of 30 columns; the entry's 97 cells were on two rows of 80.
    private func shrunk(_ answer: String?) throws -> String {
        let terminal = try AnsweringTerminal(
            TerminalDriver.product("editor-probe"), columns: 80, rows: 24)
        _ = terminal.wait(for: "probe>")
        terminal.type(String(repeating: "x", count: 89) + "z")
        _ = terminal.wait(for: "z")
        terminal.answer = answer
        terminal.resize(columns: 30, rows: 24)
        return terminal.wait(for: "z").components(separatedBy: "\u{1B}[6n").last ?? ""
    }

    @Test(arguments: [10_000, 65_535])
    func `a terminal of an absurd size takes no memory for it`(size: Int) throws {
        let terminal = try AnsweringTerminal(
            TerminalDriver.product("editor-probe"), columns: size, rows: size)
        _ = terminal.wait(for: "probe>")
        terminal.type("xyz")
        #expect(terminal.wait(for: "z").contains("z"))
        #expect(try #require(terminal.peakMemory) < 150_000)
    }

    @Test func `rows that the terminal did not refill are counted as they were`() throws {
        let drawn = try shrunk("\u{1B}[9;18R")
        #expect(drawn.hasPrefix("\u{1B}[1A\r\u{1B}[K"), "\(drawn.debugDescription)")
    }

    @Test func `rows that the terminal refilled are counted anew`() throws {
        let drawn = try shrunk("\u{1B}[9;8R")
        #expect(drawn.hasPrefix("\u{1B}[3A\r\u{1B}[K"), "\(drawn.debugDescription)")
    }

    @Test(arguments: [nil, "\u{1B}[9;23R"])
    func `where nobody knows, a fresh line is begun`(answer: String?) throws {
        let drawn = try shrunk(answer)
        // The line discipline of the terminal makes two of a line feed.
        #expect(drawn.utf8.starts(with: "\u{1B}[J\r\r\n".utf8), "\(drawn.debugDescription)")
    }

    @Test func `what is typed while the terminal answers is kept`() throws {
        let drawn = try shrunk("通知\u{1B}[9;8R\u{1B}[?62;22cz")
        #expect(drawn.contains("z"))
    }
}
