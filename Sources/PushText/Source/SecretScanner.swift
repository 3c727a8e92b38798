/// Finds secrets by their forms: one scanner serves what is printed, what is kept, and what
/// diagnostics show of a source.
package enum SecretScanner {
    /// The word that replaces a secret.
    package static let mark = "REDACTED"

    /// The kind of a secret.
    package enum Form {
        /// `<account>/<40 hexadecimal digits>`, the form of Treasure Data's keys.
        case writeKey
        /// `AIza` and 35 characters, the form of Google's, or that of FCM's former server keys.
        case apiKey
        /// `ya29.` and what follows it, the form of Google's access tokens.
        case accessToken
        /// Three parts in base64url of which the first is a JSON object, the form of provider
        /// tokens and assertions (RFC 7519).
        case webToken
        /// A block from `-----BEGIN … PRIVATE KEY-----` to its end, or a line of it.
        case privateKey
        /// The word after `…_KEY=`, `ncmb key`, `--password`, `--key`, or a setting like `nse.key`.
        case named
        /// The password between a URL's user name and its host.
        case password
    }

    /// A secret with its place; for a write key, the place of the part after the account.
    package struct Secret {
        /// The form by which it was recognised.
        package var form: Form
        /// The bytes of the text that it covers.
        package var range: Range<Int>

        /// The part that stars replace: a write key is known by its first two digits.
        var hidden: Range<Int> {
            form == .writeKey ? range.lowerBound + 2..<range.upperBound : range
        }
    }

    /// Whether two neighbouring bytes of the text can begin a secret; every printed line is tested.
    package static func mayHoldSecret(_ text: String) -> Bool {
        text.withBytes { mayHoldSecret($0) }
    }

    /// Whether bytes may hold a secret, as `mayHoldSecret` of their text says.
    package static func mayHoldSecret(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { mayHoldSecret($0) }
    }

    /// Whether bytes may hold a secret, as `mayHoldSecret` of their text says.
    ///
    /// Looks at eight pairs of neighbours in one step, without an early exit; the last step
    /// overlaps the one before it.
    package static func mayHoldSecret(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        var signs = SecretSigns()
        guard text.count > 8 else {
            for index in text.indices.dropLast() {
                signs.look(UInt64(text[index]), UInt64(text[index + 1]))
            }
            return signs.areFound
        }
        func look(_ start: Int) {
            signs.look(
                raw.loadUnaligned(fromByteOffset: start, as: UInt64.self),
                raw.loadUnaligned(fromByteOffset: start &+ 1, as: UInt64.self))
        }
        let last = text.count &- 9
        var start = 0
        while start < last {
            look(start)
            start &+= 8
        }
        look(last)
        return signs.areFound
    }

    /// Finds every secret, in order.
    package static func secrets(in bytes: [UInt8]) -> [Secret] {
        var found: [Secret] = []
        var index = 0
        var lacksEnd = false
        var quotes = QuoteReader()
        while index < bytes.count {
            quotes.read(bytes, to: index)
            guard let secret = secret(in: bytes, at: index, quotes.isInside, &lacksEnd) else {
                index += 1
                continue
            }
            found.append(secret)
            index = secret.range.upperBound
        }
        return found
    }

    /// One byte chooses the form to try; most bytes of an output choose none.
    ///
    /// What is between double quotes ends with them at the latest. `lacksEnd` tells whether the
    /// rest is known to have no end of a private key.
    private static func secret(
        in bytes: [UInt8], at index: Int, _ isQuoted: Bool, _ lacksEnd: inout Bool
    ) -> Secret? {
        switch bytes[index] {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"):
            return slashLength(bytes[index...]).flatMap { writeKey(bytes, index, $0) }
        case UInt8(ascii: ":"): return password(bytes, index)
        case UInt8(ascii: "A"): return apiKey(bytes, index) ?? serverKey(bytes, index)
        case UInt8(ascii: "-"):
            return privateKey(bytes, index, isQuoted, &lacksEnd)
                ?? misspeltSource(bytes, index, isQuoted)
        case UInt8(ascii: "y") where bytes[index...].starts(with: "ya29.".utf8):
            return accessToken(bytes, index)
        case UInt8(ascii: "e") where bytes[index...].starts(with: "eyJ".utf8):
            return webToken(bytes, index)
        case UInt8(ascii: "=") where isPrefix(bytes, index, "_KEY"):
            return run(.named, bytes, index + 1, atLeast: 16, isToken)
        case UInt8(ascii: "s") where isPrefix(bytes, index, "--pas"):
            return typedSource(bytes, index + 1, isQuoted)
        case UInt8(ascii: "t")
        where isPrefix(bytes, index, "--hos") || isPrefix(bytes, index, "endpoin"):
            return typedUser(bytes, index + 1, isQuoted)
        case UInt8(ascii: "y") where isPrefix(bytes, index, "ke"):
            return typedKey(bytes, index, isQuoted)
        default: return nil
        }
    }

    static func isPrefix(_ bytes: [UInt8], _ end: Int, _ text: String) -> Bool {
        end >= text.utf8.count && bytes[end - text.utf8.count..<end].elementsEqual(text.utf8)
    }

    static func run(
        _ form: Form, _ bytes: [UInt8], _ start: Int, atLeast count: Int,
        _ isPart: (UInt8) -> Bool
    ) -> Secret? {
        guard start <= bytes.count else { return nil }
        let length = bytes[start...].prefix(while: isPart).count
        return length >= count ? Secret(form: form, range: start..<start + length) : nil
    }

    /// The form of a Treasure Data key: digits, a slash, and at least 32 hexadecimal digits.
    private static func writeKey(_ bytes: [UInt8], _ slash: Int, _ length: Int) -> Secret? {
        guard slash > 0, Ascii.isDigit(bytes[slash - 1]) else { return nil }
        return run(.writeKey, bytes, slash + length, atLeast: 32, isHex)
    }

    /// Finds `secret` in `https://user:secret@host`.
    private static func password(_ bytes: [UInt8], _ colon: Int) -> Secret? {
        guard bytes[colon...].starts(with: "://".utf8) else { return nil }
        let authority = bytes[(colon + 3)...].prefix { byte in
            byte > 0x20 && !"/?#\"'`<>".utf8.contains(byte)
        }
        return password(in: authority)
    }

    /// The form of Google's API keys: `AIza` and at least 35 letters, digits, hyphens and
    /// underscores in all.
    private static func apiKey(_ bytes: [UInt8], _ start: Int) -> Secret? {
        guard bytes[start...].starts(with: "AIza".utf8) else { return nil }
        return run(.apiKey, bytes, start, atLeast: 35, isToken)
    }

    /// The form of the server keys of FCM's former interface: eleven characters that begin with
    /// `AAAA`, and what begins a registration token's second part, too.
    ///
    /// No registration token begins so: the first bits of an instance's identifier are 0111.
    private static func serverKey(_ bytes: [UInt8], _ start: Int) -> Secret? {
        guard bytes[start...].starts(with: "AAAA".utf8), start == 0 || !isToken(bytes[start - 1]),
            bytes[start...].dropFirst(11).starts(with: ":APA91b".utf8),
            bytes[start..<start + 11].allSatisfy(isToken),
            let rest = run(.apiKey, bytes, start + 12, atLeast: 100, isToken)
        else { return nil }
        return Secret(form: .apiKey, range: start..<rest.range.upperBound)
    }

    /// The form of Google's access tokens: `ya29.` and at least 20 letters, digits, points, hyphens
    /// and underscores.
    private static func accessToken(_ bytes: [UInt8], _ start: Int) -> Secret? {
        guard let rest = run(.accessToken, bytes, start + 5, atLeast: 20, isTokenOrPoint) else {
            return nil
        }
        return Secret(form: .accessToken, range: start..<rest.range.upperBound)
    }

    /// The form of a signed token: head, claims and a signature of at least 32 bytes, with points
    /// between them.
    ///
    /// It begins a word: a long one with many such beginnings is read once.
    private static func webToken(_ bytes: [UInt8], _ start: Int) -> Secret? {
        guard start == 0 || !isTokenOrPoint(bytes[start - 1]) || isEscaped(bytes, start) else {
            return nil
        }
        let token = bytes[start...].prefix(while: isTokenOrPoint)
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count >= 16, parts[1].count >= 8, parts[2].count >= 43
        else { return nil }
        return Secret(form: .webToken, range: start..<token.endIndex)
    }

    /// Whether a control character ends before a place, written as `\n`, `\x07` or `\u0007`.
    private static func isEscaped(_ bytes: [UInt8], _ place: Int) -> Bool {
        for (letters, digits) in [("abefnrtv", 0), ("x", 2), ("u", 4)] {
            let start = place - digits - 2
            guard start >= 0, bytes[start] == Ascii.backslash,
                letters.utf8.contains(bytes[start + 1])
            else { continue }
            if bytes[(start + 2)..<place].allSatisfy(isHex) { return true }
        }
        return false
    }

    private static func isTokenOrPoint(_ byte: UInt8) -> Bool {
        isToken(byte) || byte == UInt8(ascii: ".")
    }

    /// From the line that begins a private key in PEM; its kind may stand before the words `PRIVATE
    /// KEY`.
    private static func privateKey(
        _ bytes: [UInt8], _ start: Int, _ isQuoted: Bool, _ lacksEnd: inout Bool
    ) -> Secret? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8),
            contains(bytes[start...].prefix(64), "PRIVATE KEY")
        else { return nil }
        var index = start + 11
        // A text with many beginnings is searched for an end once.
        while index < bytes.count, !lacksEnd {
            if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-----END ".utf8) {
                let tail = bytes[(index + 9)...]
                let line = tail.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\"") }
                let end = withoutEscape(bytes, index + 9 + line.count)
                return Secret(form: .privateKey, range: start..<end)
            }
            if isQuoted, bytes[index] == UInt8(ascii: "\"") {
                return Secret(form: .privateKey, range: start..<withoutEscape(bytes, index))
            }
            index += 1
        }
        lacksEnd = true
        return Secret(form: .privateKey, range: start..<unfinishedEnd(bytes, start))
    }

    /// The end of a private key that lacks its last line: that of the quoted text around it, whose
    /// quote must stay so that a recording can still be read, or else that of the whole text.
    private static func unfinishedEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        guard let end = bytes[start...].firstIndex(where: isQuote) else { return bytes.count }
        return withoutEscape(bytes, end)
    }

    /// A place without the backslashes before it.
    private static func withoutEscape(_ bytes: [UInt8], _ place: Int) -> Int {
        var end = place
        while bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        return end
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    static func isToken(_ byte: UInt8) -> Bool {
        Ascii.isWord(byte) || byte == Ascii.minus
    }

    static func isBase64(_ byte: UInt8) -> Bool {
        isToken(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "=")
    }

    /// Whether a byte is a hexadecimal digit.
    package static func isHex(_ byte: UInt8) -> Bool {
        Hex.value(byte) != nil
    }
}

extension SecretScanner {
    /// The secrets of a line of a source that are near a place in it; a private key may have begun
    /// above the line.
    ///
    /// A line of a megabyte may have very many findings, and each of them asks.
    package static func secrets(
        onLine line: Range<Int>, near place: Range<Int>, of source: Source
    ) -> [Secret] {
        if let key = keyLine(source.bytes[line]) { return [key] }
        let found = secrets(onLine: line, around: place.lowerBound, of: source)
        // A place may go on beyond its line, as a text of many lines does.
        let last = min(place.upperBound, line.upperBound)
        guard last - place.lowerBound > longestKey else { return found }
        let end = found.last?.range.upperBound ?? 0
        return found
            + secrets(onLine: line, around: last, of: source)
            .filter { $0.range.lowerBound >= end }
    }

    private static func secrets(
        onLine line: Range<Int>, around place: Int, of source: Source
    ) -> [Secret] {
        var first = max(0, line.lowerBound - longestKey, place - 2 * longestKey)
        while first > 0, first < line.lowerBound, source.bytes[first - 1] != Ascii.lineFeed {
            first += 1
        }
        let last = min(
            source.bytes.count, line.upperBound + longestKey, place + 2 * longestKey)
        let near = source.bytes[first..<last]
        guard mayHoldSecret(near) else { return [] }
        return secrets(in: Array(near)).map { secret in
            let range = secret.range.lowerBound + first..<secret.range.upperBound + first
            return Secret(form: secret.form, range: range)
        }.filter { secret in
            secret.range.overlaps(line)
                && (secret.range.lowerBound >= line.lowerBound || isInKey(source.bytes[line]))
        }
    }

    /// Whether a line below one that begins a private key belongs to it; a comment that names such
    /// a line begins no key.
    private static func isInKey(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "-----END ".utf8) || line.allSatisfy { isBase64($0) }
    }

    /// The most bytes of a private key in PEM; RSA's with 8192 bits have 6,400.
    private static let longestKey = 8192

    /// A line that is nothing but one from the middle of a private key in PEM; nil if it is not.
    ///
    /// All but the last of a key have 64 or 76 characters of Base64; some tools write the whole in
    /// one line, and encode that once more. The digits of a device token are as many, but have no
    /// letter behind `f`.
    package static func keyLine(_ line: ArraySlice<UInt8>) -> Secret? {
        let rest = line.drop { $0 == Ascii.space || $0 == Ascii.tab }
            .trimmingEnd { $0 <= Ascii.space }
        guard rest.count >= 60,
            rest.count <= 76
                ? isMixed(rest) : keyBeginnings.contains(where: { rest.starts(with: $0.utf8) }),
            rest.allSatisfy({ isBase64($0) && $0 != Ascii.minus && $0 != UInt8(ascii: "_") })
        else { return nil }
        return Secret(form: .privateKey, range: rest.startIndex..<rest.endIndex)
    }

    /// The beginnings of keys in PKCS #8 and of RSA and elliptic curves, whatever their numbers
    /// are, and that of an encoded `-----BEGIN`.
    private static let keyBeginnings = ["MIG", "MIIE", "MHcCAQEE", "LS0tLS1CRUdJTi"]

    /// Whether there are digits and letters of both cases, and not only those of hexadecimal.
    private static func isMixed(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(where: Ascii.isDigit) && text.contains(where: Ascii.isLower)
            && text.contains { (65...90).contains($0) } && !text.allSatisfy(isHex)
    }

    /// A text without the secrets of another, which it quotes in part or in small letters, as
    /// errors of SQL do.
    package static func withhold(
        _ secrets: [Secret], of bytes: [UInt8], from text: String
    ) -> String {
        var result = Array(text.utf8)
        for secret in secrets {
            for part in parts(of: secret, in: bytes) { result = withhold(part, from: result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A text without its own secrets, or without those of another, which it may quote in part,
    /// where nothing tells their form.
    package static func withoutSecrets(_ text: String, quoting other: String? = nil) -> String {
        let source = other ?? text
        guard mayHoldSecret(source) else { return text }
        let bytes = Array(source.utf8)
        return withhold(secrets(in: bytes), of: bytes, from: text)
    }

    /// A text without the secrets of several words, whose parts have no form of their own.
    package static func withoutPhrases(_ text: String) -> String {
        guard mayHoldSecret(text) else { return text }
        var bytes = Array(text.utf8)
        let phrases = secrets(in: bytes).filter { $0.form == .named || $0.form == .privateKey }
        for phrase in phrases.reversed() { bytes.replaceSubrange(phrase.range, with: mark.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts that a message may quote alone: of a token, a line of a key, a whole password.
    private static func parts(of secret: Secret, in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let text = bytes[secret.range]
        switch secret.form {
        case .password, .named:
            let word = text.drop(while: isQuote).prefix { !isQuote($0) }
            return word.count >= 6 ? [word] : []
        case .privateKey: return text.split { !isBase64($0) }.filter { $0.count >= 16 }
        default: return text.split { !isToken($0) }.filter { $0.count >= 16 }
        }
    }

    private static func withhold(_ part: ArraySlice<UInt8>, from text: [UInt8]) -> [UInt8] {
        let wanted = part.map(Ascii.lower)
        let searched = text.map(Ascii.lower)
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if searched[place] == wanted[0], searched[place...].starts(with: wanted) {
                result += mark.utf8
                place += wanted.count
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }
}

/// Tells whether a place of a text is between double quotes, which end with their line.
private struct QuoteReader {
    private(set) var isInside = false
    private var index = 0

    /// Reads on to a place behind the last one.
    mutating func read(_ bytes: [UInt8], to place: Int) {
        while index < place {
            switch bytes[index] {
            case UInt8(ascii: "\n"): isInside = false
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "\""): isInside.toggle()
            default: break
            }
            index += 1
        }
    }
}
