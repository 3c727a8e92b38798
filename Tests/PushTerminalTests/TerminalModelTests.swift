import Foundation
import PushTestSupport
import Testing

/// A small seeded generator, so that every run presses the same keys.
struct KeyDice {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Draws a number below `limit`.
    mutating func roll(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % limit
    }
}

/// What an entry and its cursor must be after a row of keys, and how they must look.
struct EntryModel {
    private(set) var text: [Character] = []
    private(set) var cursor = 0

    static let letters = Array("abc xyz-09あいうかがぎ通知設定ｱｶé漢字カナー。「」")
    static let keys = ["Left", "Right", "BSpace", "DC", "C-a", "C-e"]

    mutating func insert(_ letter: Character) {
        text.insert(letter, at: cursor)
        cursor += 1
    }

    mutating func press(_ key: String) {
        switch key {
        case "Left": cursor = max(0, cursor - 1)
        case "Right": cursor = min(text.count, cursor + 1)
        case "C-a": cursor = 0
        case "C-e": cursor = text.count
        case "C-k": text.removeSubrange(cursor...)
        case "DC": if cursor < text.count { text.remove(at: cursor) }
        default:
            guard cursor > 0 else { return }
            cursor -= 1
            text.remove(at: cursor)
        }
    }

    /// The rows below the line `ready`, as a terminal breaks them.
    func screen(columns: Int) -> TerminalDriver.Screen {
        let prompt = "probe> "
        let wrapped = WrappedText.rows(
            of: text, from: prompt.count, columns: columns, cursor: cursor)
        var rows = wrapped.rows
        rows[0] = prompt + rows[0]
        let trimmed = rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        return TerminalDriver.Screen(rows: trimmed, column: wrapped.column, row: wrapped.row + 1)
    }
}

/// Random editing of mixed text against a model, with tmux as the oracle of the screen.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct TerminalModelTests {
    @Test(arguments: 1...20)
    func `random editing draws what the model says`(seed: Int) {
        let columns = 24 + seed % 17
        let driver = LineEditorTests.probe(columns: columns, rows: 16)
        var dice = KeyDice(seed: seed)
        var model = EntryModel()
        for step in 0..<25 {
            for _ in 0..<4 { Self.act(on: driver, &model, &dice) }
            var wanted = model.screen(columns: columns)
            while wanted.rows.last?.isEmpty == true { wanted.rows.removeLast() }
            wanted.rows.insert("ready", at: 0)
            let seen = driver.screen(within: 3) { $0 == wanted }
            #expect(seen == wanted, "seed \(seed), step \(step)")
            guard seen == wanted else { return }
        }
        driver.press("Enter")
        let wanted = "<" + String(model.text) + ">"
        let read = driver.screen { $0.rows.joined().contains(wanted) }.rows.joined()
        #expect(read.contains(wanted))
    }

    private static func act(
        on driver: TerminalDriver, _ model: inout EntryModel, _ dice: inout KeyDice
    ) {
        if dice.roll(10) < 6 {
            let letter = EntryModel.letters[dice.roll(EntryModel.letters.count)]
            model.insert(letter)
            driver.type(String(letter))
        } else {
            // Killing to the end is rare, or the text would never grow.
            let key = dice.roll(20) == 0 ? "C-k" : EntryModel.keys[dice.roll(EntryModel.keys.count)]
            model.press(key)
            driver.press(key)
        }
    }
}
