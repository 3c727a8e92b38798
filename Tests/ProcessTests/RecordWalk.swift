import Foundation
import PushTestSupport

/// A session at random: phrases from a table, and examples of the reference between them.
///
/// A phrase is dropped as a whole while a failing walk is shrunk, so it holds every statement that
/// needs its others: a `let` and its use, a loop and its `end`.
struct RecordWalk {
    let seed: UInt64
    private(set) var phrases: [String] = []
    private var dice: SeededGenerator
    private var pushes = 0

    /// Draws a walk of 5 to 40 phrases, and then questions to which a replay that went astray has
    /// other answers.
    init(seed: UInt64) throws {
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        let examples = try Self.examples()
        // Some walks dwell on few subjects, and meet what only many of their statements show.
        let isNarrow = dice.below(3) == 0
        let tables =
            isNarrow ? (0..<3).map { _ in dice.pick(Self.tables) } + [Self.pushes] : Self.tables
        for _ in 0..<(5 + dice.below(36)) {
            let isExample = dice.below(5) == 0
            let table = isExample ? examples : dice.pick(tables)
            let phrase = isExample ? dice.pick(table) : filled(dice.pick(table))
            phrases.append(dice.below(4) == 0 ? Self.mayFail(phrase) : phrase)
        }
        for probe in Self.probes where dice.below(3) == 0 { phrases.append(probe) }
    }

    /// Words of examples that wait for somebody, or that need a file or a network.
    private static let unrepeatable = [
        "[tty]", "serve ", "exit", "tutorial", ".record", ".read", ".output", "credential ", "env:",
        "backup ", "restore ", "upload mobile --yes", "query --remote", "report ", "export ",
        "expect ", "sale.apns", "network real",
    ]

    /// The examples of `share/doc/commands.md`, of which every command has one.
    private static func examples() throws -> [String] {
        let blocks = try Repository.text("share/doc/commands.md")
            .components(separatedBy: "\n```psh\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```\n").first }
        return blocks.filter { block in !unrepeatable.contains { block.contains($0) } }
    }

    /// A command that a script may see fail.
    private static func mayFail(_ phrase: String) -> String {
        let isCommand = phrase.first?.isLetter == true && !phrase.contains("\n")
        let isLanguage = ["let ", "expect ", "include "].contains { phrase.hasPrefix($0) }
        return isCommand && !isLanguage ? "? " + phrase : phrase
    }

    /// A phrase with a choice in place of each `%word%`.
    private mutating func filled(_ phrase: String) -> String {
        var text = ""
        for (number, part) in phrase.components(separatedBy: "%").enumerated() {
            text += number % 2 == 0 ? part : word(part)
        }
        return text
    }

    private mutating func word(_ kind: String) -> String {
        switch kind {
        case "new":
            pushes += 1
            return "w-\(pushes)"
        case "id": return dice.below(8) == 0 ? "nosuch" : "w-\(1 + dice.below(max(pushes, 1)))"
        case "options": return dice.below(3) == 0 ? filled(dice.pick(Self.options)) : ""
        case "on": return dice.below(8) == 0 ? "@phone " : ""
        default: return dice.pick(Self.words[kind] ?? ["no word \(kind)"])
        }
    }
}

extension RecordWalk {
    /// The files that a walk may name, none of which is there when its recording replays.
    static let files: [String: [UInt8]] = [
        "push.json": Array(#"{"aps": {"alert": "From a file"}, "message_id": "f-1"}"#.utf8),
        "marked.json": [0xEF, 0xBB, 0xBF] + Array(#"{"aps": {"alert": "b"},}"#.utf8),
        "bad.json": Array(#"{"aps": {"alert": "#.utf8),
        "empty.json": [],
        "wide.json": [0xFF, 0xFE] + #"{"aps": {"alert": "x"}}"#.utf16.flatMap { [UInt8($0), 0] },
        "lines.json": Array("{\"aps\": {\"alert\": 5},\r\n \"title\": \"T\"}\r\n".utf8),
        "image.png": [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13],
        "app.plist": Array(
            """
            <plist version="1.0"><dict><key>PROJECT_ID</key><string>shop-push</string>
            <key>GCM_SENDER_ID</key><string>210987654321</string>
            <key>GOOGLE_APP_ID</key><string>1:210987654321:ios:0f1e2d3c</string>
            <key>BUNDLE_ID</key><string>com.example.myapp</string></dict></plist>
            """.utf8),
        "ja.strings": Array("\"SALE\" = \"%@ no sale\";\n".utf8),
        "old.psh": Array("psh 1\nwhoami\nquery \"SELECT 'A' LIKE 'a' AS same\"\n".utf8),
        "inner.psh": Array("login ${who}\nlet result = user\n".utf8),
        "reads.psh": Array("? receive push.json\n? receive @bad.json\n".utf8),
        "page.html": Array("<html>captive</html>\n".utf8),
    ]

    fileprivate static let words: [String: [String]] = [
        "title": [
            "Sale", "お知らせ", "it's", "| bar", "[TIME] [..]", #"a\nb"#, " ", "", "100 %", "🔔",
            #"\u202eevil"#, #"\u001b[31mred"#, "<<JSON", "# no comment", "end", "PAYLOAD",
            #"A\nPAYLOAD\nB"#, #"\"quoted\""#, " lead", "trail ",
        ],
        "user": ["ann", "'o''hara'", "山田", "'u 2'", "ann@example.com", #""a\u{1F514}b""#],
        "link": [
            "myapp://item/1?a=b", "https://example.com/p", "javascript:alert(1)", "other://x",
        ],
        "device": ["phone", "tablet", "nodevice"],
        "switch": ["on", "off"],
        "file": ["push.json", "@push.json", "marked.json", "wide.json", "lines.json"],
        "fault": ["bad.json", "empty.json", "image.png", "missing.json"],
        "time": ["1s", "59s", "90s", "10m", "1h", "8d"],
        "times": ["", " times=1", " times=2"],
        "mode": ["json", "jsonl", "csv", "tsv", "markdown", "line", "box", "table"],
        "table": ["events", "notifications", "uploads", "tokens", "links", "facts"],
        "code": ["503", "429", "403", "404", "422", "400", "200", "206"],
    ]

    fileprivate static let options = [
        " --priority 5", " --priority 1", " --collapse-id c", " --ttl 0", " --ttl 60",
        " --to %device%", " --bundle com.example.none", " --type background", " --type voip",
        " --verbatim",
    ]
}
