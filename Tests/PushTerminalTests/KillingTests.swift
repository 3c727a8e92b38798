import Foundation
import PushTestSupport
import Testing

@testable import PushTerminal

struct KillRingTests {
    @Test func `kills join where they follow one another, and older ones come round`() {
        var ring = KillRing()
        #expect(ring.current == nil && ring.older() == nil)
        ring.keep([1], joining: true, atStart: true)
        ring.keep([2], joining: true, atStart: true)
        ring.keep([3], joining: true, atStart: false)
        #expect(ring.current == [2, 1, 3])
        ring.keep([4], joining: false, atStart: true)
        ring.keep([], joining: false, atStart: true)
        #expect(ring.current == [4])
        #expect((0..<3).map { _ in ring.older() } == [[2, 1, 3], [4], [2, 1, 3]])
    }

    @Test func `redo comes back to what undo took, until something else is typed`() {
        var undo = EditUndo()
        let states = ["", "a", "ab", "x"].map {
            EditUndo.State(text: UTF32Text.points($0), cursor: 0)
        }
        for state in states[..<3] { undo.note(state) }
        #expect(undo.undo() == states[1] && undo.undo() == states[0] && undo.undo() == nil)
        #expect(undo.redo() == states[1] && undo.redo() == states[2] && undo.redo() == nil)
        #expect(undo.undo() == states[1])
        undo.note(states[3])
        #expect(undo.redo() == nil && undo.undo() == states[1])
    }
}

@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct KillingTests {
    private func read(_ history: [String], _ keys: String...) -> String {
        let driver = LineEditorTests.probe(history)
        for key in keys {
            if key.hasPrefix("=") {
                driver.type(String(key.dropFirst()))
            } else {
                driver.press(key)
            }
        }
        driver.press("Enter")
        let row = driver.wait(for: "read ").rows.first { $0.hasPrefix("read ") } ?? ""
        return String(row.drop { $0 != "<" })
    }

    @Test func `what undo and Delete take away is not what was killed`() {
        #expect(read([], "=keepme", "C-w", "=x", "C-_", "C-y") == "<keepme>")
        #expect(read([], "=keepme", "C-w", "=か゚abc", "C-a", "DC", "C-e", "C-y") == "<abckeepme>")
    }

    @Test func `kills in a row come back as one, and Alt-y brings the one before`() {
        #expect(read([], "=tap 通知 二つ", "C-w", "C-w", "=x ", "C-y") == "<tap x 通知 二つ>")
        #expect(
            read([], "=one", "C-u", "=two", "C-a", "C-k", "C-y", "M-y") == "<one>")
        #expect(read([], "=tap 通知", "C-a", "M-d", "C-e", "C-y") == "< 通知tap>")
    }

    @Test func `Alt-. brings the last word of the entries before`() {
        let history = ["tap m-1", "why 通知-2", "flush"]
        #expect(read(history, "=x ", "M-.") == "<x 通知-2>")
        #expect(read(history, "=x ", "M-.", "M-.") == "<x m-1>")
    }

    @Test func `redo brings back what undo took`() {
        #expect(read([], "=tap 通知", "C-w", "C-_", "M-/") == "<tap >")
    }

    @Test func `a list of candidates is walked with TAB and arrows, and Enter takes one`() {
        let driver = LineEditorTests.probe(columns: 40, rows: 10)
        driver.type("tap item-1")
        driver.press("Tab")
        driver.wait(for: "item-1 ")
        driver.press("Tab", "Down", "Right")
        #expect(driver.wait(for: "probe> tap item-13").from("probe>").count == 4)
        driver.press("BTab")
        driver.wait(for: "probe> tap item-12")
        driver.press("Enter")
        let taken = driver.screen { $0.from("probe>").count == 1 }.from("probe>")
        #expect(taken == ["probe> tap item-12"])
        driver.type("x")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap item-12 x>") })
    }

    @Test(arguments: ["Escape", "C-g"])
    func `the list can be left with the entry as it was`(key: String) {
        let driver = LineEditorTests.probe(columns: 40, rows: 10)
        driver.type("d")
        driver.press("Tab")
        driver.wait(for: "dismiss ")
        driver.press("Tab", "Tab")
        driver.wait(for: "probe> dismiss")
        driver.press(key)
        let left = driver.screen { $0.from("probe>") == ["probe> d"] }.from("probe>")
        #expect(left == ["probe> d"])
    }

    @Test func `a control character at the edge of the screen stays whole`() {
        let driver = LineEditorTests.probe(columns: 20, rows: 8)
        driver.type("123456789012")
        driver.press("C-v", "C-a")
        driver.type("x\u{600}y")
        driver.press("Left")
        let wanted = ["probe> 123456789012", "^Ax<U+0600>y"]
        let screen = driver.screen { $0.from("probe>") == wanted && $0.column == 3 }
        #expect(screen.from("probe>") == wanted && screen.column == 3)
    }
}
