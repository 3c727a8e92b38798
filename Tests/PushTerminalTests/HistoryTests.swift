import PushTestSupport
import Testing

@testable import PushTerminal

/// A store that remembers what it was asked.
private final class ListedHistory: HistoryStore {
    var kept: [String]
    var asked: [Int] = []

    init(_ kept: [String] = []) {
        self.kept = kept
    }

    func recent(_ count: Int) -> [String] {
        asked.append(count)
        return Array(kept.reversed().prefix(count))
    }

    func append(_ entry: String) { kept.append(entry) }
}

struct HistoryTests {
    private static let entries = ["tap 1", "login", "tap 2", "tap 2", "tap 通知"]

    @Test func `a walk passes what does not fit and what repeats`() {
        var walk = HistoryWalk(typed: "tap", count: Self.entries.count)
        let up = (0..<4).map { _ in walk.older(in: Self.entries) }
        let down = (0..<4).map { _ in walk.newer(in: Self.entries) }
        #expect(up == ["tap 通知", "tap 2", "tap 1", nil])
        #expect(down == ["tap 2", "tap 通知", "tap", nil])
    }

    @Test func `a walk goes on with the entries that hold the text elsewhere`() {
        let entries = ["receive m-1", "tap m-1", "M-1", "why m-1", "m-1 first", "why m-1"]
        var walk = HistoryWalk(typed: "m-1", count: entries.count)
        let up = (0..<6).map { _ in walk.older(in: entries) }
        let down = (0..<6).map { _ in walk.newer(in: entries) }
        #expect(up == ["m-1 first", "why m-1", "M-1", "tap m-1", "receive m-1", nil])
        #expect(down == ["tap m-1", "M-1", "why m-1", "m-1 first", "m-1", nil])
        var exact = HistoryWalk(typed: "M", count: entries.count)
        #expect(exact.older(in: entries) == "M-1")
        #expect(exact.older(in: entries) == nil)
    }

    @Test func `a walk over no entries stays`() {
        var walk = HistoryWalk(typed: "", count: 0)
        #expect(walk.older(in: []) == nil)
        #expect(walk.newer(in: []) == nil)
        #expect(walk.shown == "")
    }

    @Test func `spellings that are only canonically equal are different entries`() {
        var walk = HistoryWalk(typed: "か\u{3099}", count: 1)
        #expect(walk.older(in: ["がくせい"]) == nil)
    }

    @Test(arguments: [
        ("通知", 4, false), ("TAP", 5, true), ("LOG", 5, true), ("log", 1, false), ("p 1", 0, false),
        ("none", 5, true),
    ])
    func `a search finds the newest entry that holds the query`(
        query: String, index: Int, hasFailed: Bool
    ) {
        var search = HistorySearch(count: Self.entries.count)
        for point in UTF32Text.points(query) { search.extend(point, in: Self.entries) }
        #expect(search.hasFailed == hasFailed)
        #expect(hasFailed || search.index == index)
        #expect(search.text == query)
    }

    @Test func `a search goes on to older entries and back`() {
        var search = HistorySearch(count: Self.entries.count)
        search.extend(0x74, in: Self.entries)
        var seen = [search.index]
        for step in [-1, -1, -1, 1, 1] {
            search.again(step: step, in: Self.entries)
            seen.append(search.hasFailed ? -1 : search.index)
        }
        #expect(seen == [4, 3, 0, -1, 2, 4])
        #expect(search.match(in: "log Tap") == 4..<5)
    }

    @Test func `shortening a failed query finds again`() {
        var search = HistorySearch(count: Self.entries.count)
        for point in UTF32Text.points("logx") { search.extend(point, in: Self.entries) }
        #expect(search.hasFailed)
        let first = search.shorten(in: Self.entries)
        #expect(first && !search.hasFailed && search.index == 1)
        let rest = (0..<4).map { _ in search.shorten(in: Self.entries) }
        #expect(rest == [true, true, true, false])
    }

    @Test func `a search typed and taken back finds what each query finds by itself`() {
        var random = SeededGenerator(seed: 360)
        let letters = Array("abAB通")
        func word(_ count: Int) -> String {
            String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<300 {
            let entries = (0..<12).map { _ in word(Int.random(in: 1...6, using: &random)) }
            var search = HistorySearch(count: entries.count)
            var queries = [""]
            for _ in 0..<12 {
                if Bool.random(using: &random), queries.count > 1 {
                    _ = search.shorten(in: entries)
                    queries.removeLast()
                } else {
                    let letter = word(1)
                    for point in UTF32Text.points(letter) { search.extend(point, in: entries) }
                    queries.append((queries.last ?? "") + letter)
                }
                let found = Self.found(queries.last ?? "", in: entries)
                #expect(search.hasFailed == found.hasFailed, "\(entries) \(queries)")
                #expect(search.index == found.index, "\(entries) \(queries)")
            }
        }
    }

    /// What a search finds when each of its characters has looked at every entry from there on.
    private static func found(
        _ query: String, in entries: [String]
    ) -> (index: Int, hasFailed: Bool) {
        var (index, hasFailed) = (entries.count, false)
        for count in 0..<query.count {
            let part = Array(query.prefix(count + 1))
            let ignoresCase = !part.contains { "A"..."Z" ~= $0 }
            let from = entries.prefix(index + 1).map { ignoresCase ? $0.lowercased() : $0 }
            let next =
                from.lastIndex { $0.contains(String(part)) }
                ?? from.lastIndex { entry in
                    var rest = part[...]
                    for letter in entry where letter == rest.first { rest.removeFirst() }
                    return rest.isEmpty
                }
            if let next { index = next }
            hasFailed = next == nil
        }
        return (index, hasFailed)
    }

    @Test func `a search goes on after its last match was passed`() {
        let entries = ["log tap", "tap", "log"]
        var search = HistorySearch(count: entries.count)
        search.extend(0x6C, in: entries)
        for _ in 0..<2 { search.again(step: -1, in: entries) }
        #expect(search.hasFailed && search.index == 0)
        search.extend(0x6F, in: entries)
        #expect(!search.hasFailed && search.index == 0)
    }

    @Test func `small letters match either case`() {
        var search = HistorySearch(count: 1)
        for point in UTF32Text.points("sel") { search.extend(point, in: ["query SELECT"]) }
        #expect(search.index == 0 && search.match(in: "query SELECT") == 6..<9)
    }

    @Test func `blank, hidden and repeated entries are not kept`() {
        let store = ListedHistory(["old"])
        let history = EntryHistory(store: store)
        for entry in ["old", "a", "a", " hidden", "", "\t\n", "b", "a"] { history.add(entry) }
        #expect(store.kept == ["old", "a", "b", "a"])
        #expect(history.entries == store.kept)
    }

    @Test func `the store is asked for everything only when something is recalled`() {
        let store = ListedHistory(["one", "two"])
        let history = EntryHistory(store: store)
        #expect(store.asked == [])
        history.add("three")
        #expect(store.asked == [1])
        #expect(history.entries == ["one", "two", "three"])
        #expect(store.asked == [1, EntryHistory.limit])
    }
}
