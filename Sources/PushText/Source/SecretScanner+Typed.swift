extension SecretScanner {
    /// Finds the key after an option or a setting whose name ends in `key`; `end` is the place of
    /// its last letter.
    static func typedKey(_ bytes: [UInt8], _ end: Int, _ isQuoted: Bool) -> Secret? {
        if isPrefix(bytes, end, "ncmb ke") {
            return run(.named, bytes, end + 2, atLeast: 32, isHex)
        }
        if isPrefix(bytes, end, "ncmb.ke") {
            return settingKey(bytes, end + 1, atLeast: 32, isHex)
        }
        if isPrefix(bytes, end, "nse.ke") {
            return settingKey(bytes, end + 1, atLeast: 16, isBase64)
        }
        for option in ["--ke", "--query-ke", "--write-ke"] where isPrefix(bytes, end, option) {
            return typedSource(bytes, end + 1, isQuoted)
        }
        for setting in ["td.api_ke", "td.write_ke"] where isPrefix(bytes, end, setting) {
            if let key = settingKey(bytes, end + 1, atLeast: 32, isHex) { return key }
            let before = bytes[..<(end - setting.utf8.count)]
            // Only behind the command is any word a value; elsewhere a sentence may go on.
            let isCommand = before.trimmingEnd { $0 == Ascii.space || isQuoting($0) }.suffix(6)
                .elementsEqual("config".utf8)
            return isCommand ? settingSource(bytes, end + 1, behind: before, isQuoted) : nil
        }
        return nil
    }

    /// Finds the word after a setting that takes the source of a key, whose name may be in quotes.
    private static func settingSource(
        _ bytes: [UInt8], _ start: Int, behind before: ArraySlice<UInt8>, _ isQuoted: Bool
    ) -> Secret? {
        guard let quote = before.last, isQuote(quote) else {
            return typedSource(bytes, start, isQuoted)
        }
        let isEscaped = before.dropLast().last == Ascii.backslash
        let end = start + bytes[start...].prefix(while: isLetter).count
        let mark = isEscaped ? [Ascii.backslash, quote] : [quote]
        guard bytes[end...].starts(with: mark) else { return typedSource(bytes, start, isQuoted) }
        // A double quote around the name alone is none around the word behind it.
        let isOwn = quote == Ascii.quote && !isEscaped
        return typedSource(bytes, end + mark.count, isQuoted && !isOwn)
    }

    /// Finds `secret` in `--host user:secret@host`, or after `endpoint`, without a scheme.
    static func typedUser(_ bytes: [UInt8], _ start: Int, _ isQuoted: Bool) -> Secret? {
        let gap = bytes[start...].prefix { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: "=") }
        let word = typedWord(bytes[(start + gap.count)...], isQuoted)
        guard !gap.isEmpty else { return nil }
        return password(in: word.prefix { !"/?#".utf8.contains($0) })
    }

    /// Finds `secret` in `user:secret@host`.
    static func password(in authority: ArraySlice<UInt8>) -> Secret? {
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let mark = authority[..<at].firstIndex(of: UInt8(ascii: ":")),
            !isHidden(authority[(mark + 1)..<at])
        else { return nil }
        return Secret(form: .password, range: mark + 1..<at)
    }

    /// Finds the key after a setting that takes the source of one.
    ///
    /// A source has a colon after a few letters, so what is long is a key. A setting with letters
    /// too many is refused, and the refusal repeats what was typed.
    private static func settingKey(
        _ bytes: [UInt8], _ end: Int, atLeast count: Int, _ isPart: (UInt8) -> Bool
    ) -> Secret? {
        if let key = run(.named, bytes, end, atLeast: count, isPart) { return key }
        var start = end + bytes[end...].prefix(while: isLetter).count
        start += bytes[start...].prefix { $0 == Ascii.space || isQuoting($0) }.count
        guard bytes[start...].starts(with: "env:".utf8) else {
            return run(.named, bytes, start, atLeast: count, isPart)
        }
        // The key itself, where the name of its variable is wanted.
        return run(.named, bytes, start + 4, atLeast: 32, isHex)
    }

    /// Finds the word after an option that takes the source of a secret, such as `--password`, or
    /// after what someone took for it, such as `--passwort`; nil if it names a source, or if it was
    /// hidden before.
    static func typedSource(_ bytes: [UInt8], _ start: Int, _ isQuoted: Bool) -> Secret? {
        let end = start + bytes[start...].prefix(while: isLetter).count
        let gap = bytes[end...].prefix { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: "=") }
        let word = typedWord(bytes[(end + gap.count)...], isQuoted)
        let text = word.drop { isQuote($0) }
        guard !gap.isEmpty, !word.isEmpty, !text.starts(with: "env:".utf8),
            !text.starts(with: "file:".utf8), !text.starts(with: "SOURCE".utf8),
            !text.starts(with: mark.utf8), !isHidden(word)
        else { return nil }
        return Secret(form: .named, range: word.startIndex..<word.endIndex)
    }

    /// The options that take the source of a secret.
    private static let sourceOptions = ["password", "key", "query-key", "write-key"]

    /// Finds the word after what someone took for such an option, as `--pasword`, `--kee` and
    /// `-key` are; `start` is the place of the first dash.
    static func misspeltSource(_ bytes: [UInt8], _ start: Int, _ isQuoted: Bool) -> Secret? {
        guard start == 0 || !isToken(bytes[start - 1]) else { return nil }
        let dashes = bytes[start...].prefix(2).prefix { $0 == Ascii.minus }
        let name = bytes[dashes.endIndex...].prefix(12).prefix {
            isLetter(Ascii.lower($0)) || $0 == Ascii.minus
        }
        guard (2...11).contains(name.count), name.first != Ascii.minus,
            isSourceOption(String(decoding: name, as: UTF8.self))
        else { return nil }
        return typedSource(bytes, name.endIndex, isQuoted)
    }

    /// Whether a name is that of an option that takes the source of a secret, or nearly so.
    package static func isSourceOption(_ name: String) -> Bool {
        sourceOptions.contains { option in
            Suggestion.edits(from: name, to: option) <= (option.utf8.count < 6 ? 1 : 2)
        }
    }

    /// Whether stars stand for a word already, as in the excerpt of a source.
    static func isHidden(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The word that bytes begin with: up to a blank, or to the quote that closes it or the text
    /// around it.
    ///
    /// Between double quotes a backslash takes the next character with it, between single ones two
    /// quotes stand for one; quotes within double quotes are escaped themselves.
    private static func typedWord(
        _ bytes: ArraySlice<UInt8>, _ isQuoted: Bool
    ) -> ArraySlice<UInt8> {
        let opening = bytes.prefix(isQuoted && bytes.first == Ascii.backslash ? 2 : 1)
        let outer = isQuoted ? Ascii.quote : Ascii.lineFeed
        guard let quote = opening.last, isQuote(quote), opening.count == 2 || quote != outer else {
            return plainWord(bytes, outer)
        }
        var place = opening.endIndex
        while place < bytes.endIndex, bytes[place] != Ascii.lineFeed, bytes[place] != outer {
            let rest = bytes[place...]
            if rest.starts(with: opening) {
                guard quote == UInt8(ascii: "'"), rest.dropFirst().first == quote else {
                    return bytes[..<(place + opening.count)]
                }
                place += 2
            } else if rest.starts(with: escapedBackslash + opening), opening.count == 2 {
                place += 4
            } else {
                place += rest.first == Ascii.backslash && (isQuoted || quote == Ascii.quote) ? 2 : 1
            }
        }
        return bytes[..<min(place, bytes.endIndex)]
    }

    private static let escapedBackslash = [Ascii.backslash, Ascii.backslash]

    /// A word without quotes of its own, in a text that `outer` ends.
    private static func plainWord(
        _ bytes: ArraySlice<UInt8>, _ outer: UInt8
    ) -> ArraySlice<UInt8> {
        var place = bytes.startIndex
        while place < bytes.endIndex, bytes[place] > 32, bytes[place] != UInt8(ascii: "`"),
            bytes[place] != outer
        {
            let isEscape = outer == Ascii.quote && bytes[place] == Ascii.backslash
            place = min(place + (isEscape ? 2 : 1), bytes.endIndex)
        }
        let word = bytes[..<place]
        // An escaped quote at the end closes what surrounds the word.
        let isClosed = outer == Ascii.quote && word.suffix(2) == [Ascii.backslash, Ascii.quote]
        return isClosed ? word.dropLast(2) : word
    }

    static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) }

    /// Whether a byte is a quote, or the backslash in front of one.
    private static func isQuoting(_ byte: UInt8) -> Bool {
        isQuote(byte) || byte == Ascii.backslash
    }

    static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
    }
}
