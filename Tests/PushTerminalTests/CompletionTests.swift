import Testing

@testable import PushTerminal

struct CompletionTests {
    private static func plain(_ lines: [StyledText]) -> [String] {
        lines.map { String($0.plain.reversed().drop { $0 == " " }.reversed()) }
    }

    @Test(arguments: [
        (["device", "dismiss"], "d"), (["通知一覧", "通知設定"], "通知"), (["tap"], "tap"), ([], ""),
        (["a", "b"], ""), (["e\u{301}", "e"], "e"),
    ])
    func `the common beginning is counted in code points`(words: [String], shared: String) {
        let completion = Completion(replaceFrom: 0, candidates: words.map { .init($0) })
        #expect(Array(completion.commonPrefix.utf8) == Array(shared.utf8))
    }

    @Test func `descriptions stand in a column of their own, by display width`() {
        var menu = CompletionMenu(
            candidates: [.init("tap", "opens"), .init("通知一覧", "lists")])
        let rows = Self.plain(menu.rows(columns: 40, height: 5))
        #expect(rows == ["tap       opens", "通知一覧  lists"])
    }

    @Test(arguments: [
        (40, "entitlement.time-sensitive  The Time Se…"),
        (60, "entitlement.time-sensitive  The Time Sensitive お知らせ です"),
        (56, "entitlement.time-sensitive  The Time Sensitive お知らせ…"),
        (55, "entitlement.time-sensitive  The Time Sensitive お知ら…"),
        (28, "entitlement.time-sensitive"),
    ])
    func `a meaning that does not fit ends in an ellipsis`(columns: Int, row: String) {
        var menu = CompletionMenu(
            candidates: [
                .init("entitlement.time-sensitive", "The Time Sensitive お知らせ です"),
                .init("nse", "x"),
            ])
        #expect(Self.plain(menu.rows(columns: columns, height: 5))[0] == row)
    }

    @Test func `words alone fill columns downwards`() {
        var menu = CompletionMenu(candidates: (1...5).map { .init("w\($0)") })
        let rows = Self.plain(menu.rows(columns: 12, height: 5))
        #expect(rows == ["w1  w3  w5", "w2  w4"])
    }

    @Test func `pages say what is left and begin anew after the last`() {
        var menu = CompletionMenu(candidates: (1...7).map { .init("w\($0)", "d") })
        var pages: [[String]] = []
        for _ in 0..<4 {
            pages.append(Self.plain(menu.rows(columns: 40, height: 4)))
            menu.turn()
        }
        #expect(pages[0] == ["w1  d", "w2  d", "w3  d", "… and 4 more (PgDn shows them)"])
        #expect(pages[1].last == "… and 1 more (PgDn shows them)")
        #expect(pages[2] == ["w7  d", "… (PgUp goes back)"])
        #expect(pages[3] == pages[0])
    }

    @Test func `in a list of one page, the next page is the last word`() {
        var menu = CompletionMenu(candidates: (1...3).map { .init("w\($0)", "d") })
        _ = menu.rows(columns: 40, height: 9)
        menu.turn()
        #expect(menu.selected == nil)
        menu.select(by: 1)
        menu.turn()
        #expect(menu.selected == 2)
        menu.turnBack()
        #expect(menu.selected == 0)
    }

    @Test func `a list on a screen of one row still shows something`() {
        var menu = CompletionMenu(candidates: [.init("one"), .init("two")])
        let count = menu.rows(columns: 4, height: 1).count
        #expect(count == 1)
    }

    @Test func `a walk goes on at the other end, and its page is the one that is shown`() {
        let base = EditUndo.State(text: UTF32Text.points("tap w x"), cursor: 5)
        var menu = CompletionMenu(
            candidates: (1...7).map { .init("w\($0)", "d") }, base: base, replaced: 1)
        _ = menu.rows(columns: 40, height: 4)
        #expect(menu.entry == base)
        menu.select(by: -1)
        #expect(Self.plain(menu.rows(columns: 40, height: 4))[0] == "w7  d")
        #expect(UTF32Text.string(menu.entry.text) == "tap w7 x")
        #expect(menu.entry.cursor == 6)
        menu.select(by: 1)
        #expect(Self.plain(menu.rows(columns: 40, height: 4))[0] == "w1  d")
        let isBeside = menu.selectBeside(1)
        #expect(!isBeside)
    }

    @Test func `columns are walked sideways`() {
        var menu = CompletionMenu(candidates: (1...5).map { .init("w\($0)") })
        _ = menu.rows(columns: 12, height: 5)
        menu.select(by: 1)
        let seen = [1, 1, 1, -1].map { step -> String in
            _ = menu.selectBeside(step)
            return UTF32Text.string(menu.entry.text)
        }
        #expect(seen == ["w3", "w5", "w5", "w3"])
    }
}
