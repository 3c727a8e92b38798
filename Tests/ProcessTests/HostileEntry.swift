import PushTestSupport

/// The next thing that a hostile person types at a prompt.
enum HostileEntry: CaseIterable {
    case typed, edited, long, pasted, brokenPaste, halfPaste, reports, half, resized
    case interrupted, killed, killedWhileTyping
}

/// Letters and clusters of which entries are made.
enum HostileText {
    /// Each takes one cell or two, in every terminal.
    static let letters = Array("abcxyz-09あいうかがぎ通知設定ｱｶé漢字カナー。「」")
    /// Clusters that terminals draw in widths of their own: families, flags, combining marks.
    static let clusters = ["👨‍👩‍👧", "🇯🇵", "👍🏽", "🌸", "e\u{301}", "か\u{3099}", "❤️", "1️⃣"]
    /// Reports that a terminal sends by itself, and keys that nothing is bound to.
    static let reports = [
        "\u{1B}[<0;10;5M", "\u{1B}[<0;10;5m", "\u{1B}[?62;22c", "\u{1B}[201~", "\u{1B}[I",
        "\u{1B}[O", "\u{1B}[99;99z", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}[?997;1n",
        "\u{1B}[57399u",
    ]
    /// Payloads that end in their middle, or never began.
    static let broken = [
        "{\"aps\": {\"alert\": ", "{\"aps\": {\"alert\": \"春", "}{", "{\"aps\": [1, 2}\r\n}\r\n",
        "receive {\"aps\": {\"alert\": {\"title\": \"👨‍👩‍👧", "receive <<JSON\r\n{\"aps\":\r\n",
        "\u{8}\u{7F}\u{0}{\"a\": \u{1F}}", "\u{202E}{\"aps\"\u{200B}: \u{FEFF}1}",
    ]
}
