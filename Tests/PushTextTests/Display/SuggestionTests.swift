import Testing

@testable import PushText

@Suite struct SuggestionTests {
    static let commands = ["tap", "token", "tables", "queue", "query", "receive", "device", "お知らせ"]

    @Test(arguments: [
        ("tpa", "tap"), ("tokn", "token"), ("quue", "queue"), ("qeury", "query"),
        ("recieve", "receive"),
        ("RECEIVE", "receive"), ("devcei", "device"), ("tapx", "tap"), ("お知せ", "お知らせ"),
        ("x", nil), ("", nil), ("tap", nil), ("ta", "tap"), ("xx", nil), ("flush", nil),
        ("quer", "query"), ("tapp", "tap"), ("taq", nil), ("to", nil), ("--qeue", nil),
    ])
    func `a slip suggests what was meant`(_ word: String, _ nearest: String?) {
        #expect(Suggestion.nearest(word, Self.commands) == nearest)
    }

    @Test(
        arguments: [
            ("tapp", ["app", "tap"], "tap"), ("foo", ["for"], nil),
            ("=>", ["==", "!=", ">="], ">="),
            ("=!", ["==", "!=", ">="], "!="), ("===", ["==", "!=", ">="], "=="),
            ("imags", ["image", "images"], "images"), ("sound", ["count"], nil),
            ("--too", ["--to", "--topic"], "--to"), ("--tx", ["--to"], nil),
            ("15", ["10", "1"], nil),
            ("bank", ["band", "rank", "band"], "band"), ("onn", ["on", "off"], "on"),
        ] as [(String, [String], String?)])
    func `a word is suggested if one is clearly nearest`(
        _ word: String, _ names: [String], _ nearest: String?
    ) {
        #expect(Suggestion.nearest(word, names) == nearest)
        #expect(Suggestion.nearest(word, names.reversed()) == nearest)
    }

    @Test func `of equals none is suggested, and the limit holds`() {
        #expect(Suggestion.nearest("bant", ["band", "bank"]) == nil)
        #expect(Suggestion.isNear("bant", ["band", "bank"]) && !Suggestion.isNear("x", ["ab"]))
        #expect(Suggestion.nearest("bnak", ["band", "bank"]) == "bank")
        #expect(Suggestion.nearest("abcdef", ["abxdxf"], limit: 1) == nil)
        #expect(Suggestion.nearest("abcdef", ["abxdxf"]) == "abxdxf")
        #expect(Suggestion.nearest(String(repeating: "a", count: 101), ["a"]) == nil)
    }

    @Test(arguments: [
        ("catgory", "category"), ("alret", "alert"), ("badgee", "badge"), ("bad", nil),
        ("categories", nil), ("screen", nil), ("category", nil), ("", nil), ("Badgee", "badge"),
        ("ALERT", nil), ("お知らせ三", "お知らせ一"), ("一二", nil),
    ])
    func `a near name is suggested, and no far one`(_ word: String, _ name: String?) {
        let names = ["alert", "badge", "category", "お知らせ一", "一三"]
        #expect(Suggestion.nearestName(to: word, among: names) == name)
    }

    @Test(arguments: [
        ("contentAvailable", "content-available"), ("CONTENT_AVAILABLE", "content-available"),
        ("threadID", "thread-id"), ("thread-id", nil), ("thread", nil),
    ])
    func `case, hyphens and underscores do not hide a name`(_ word: String, _ name: String?) {
        let names = ["content-available", "thread-id"]
        #expect(Suggestion.respelled(word, among: names) == name)
        #expect(Suggestion.meant(by: word, among: names) == name)
    }

    @Test func `another spelling is meant before a slip`() {
        #expect(Suggestion.meant(by: "Alert", among: ["Alerts", "alert"]) == "alert")
        #expect(Suggestion.meant(by: "alerts", among: ["badge", "alert"]) == "alert")
    }

    @Test(
        arguments: [
            ([], ""), (["a"], "`a`"), (["a", "b"], "`a` or `b`"),
            (["a", "b", "c"], "`a`, `b` or `c`"),
            (["a", "b", "c", "d", "e", "f"], "`a`, `b`, `c`, `d`, `e` or `f`"),
            (["a", "b", "c", "d", "e", "f", "g", "h"], "`a`, `b`, `c`, `d`, `e`, `f` or 2 more"),
        ] as [([String], String)])
    func `choices are listed as a sentence does`(_ choices: [String], _ list: String) {
        #expect(Suggestion.list(choices) == list)
    }

    @Test func `an enumeration has no last word`() {
        #expect(Suggestion.enumeration([]) == "")
        #expect(Suggestion.enumeration(["a"]) == "`a`")
        #expect(Suggestion.enumeration(["a", "b", "c"]) == "`a`, `b`, `c`")
    }
}
