import PushCommands
import PushModel
import PushText

/// Secrets in typed and printed text: they are kept out of output, history, journal, recordings
/// and reports.
public enum Secrets {
    /// The variable through which a script gets a write key from the environment.
    public static let writeKeyVariable = "TD_WRITE_KEY"
    private typealias Form = SecretScanner.Form

    /// The text as it is printed: write keys as `1/ab…**`, others as `REDACTED`.
    public static func shown(_ text: String) -> String {
        replace(in: text) { form, bytes in
            form == .writeKey
                ? Array(bytes.prefix(2)) + Array("…**".utf8) : Array(SecretScanner.mark.utf8)
        }
    }

    /// Returns a message for printing, without the text that was to be hashed.
    ///
    /// It repeats lines of a script, which may contain something personal. Stars replace that text,
    /// so carets below the line still point to the right place.
    public static func told(_ text: String) -> String {
        let text = shown(text)
        guard hashes(text) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                // The usage is the program's own text, wherever a renderer puts it.
                let typed = line.replacing(usage, with: "")
                return hashes(typed) ? withoutUser(String(line)) : String(line)
            }
            .joined(separator: "\n")
    }

    private static let hashing = "--" + CommandTable.hashOption

    /// Whether a text has the option that hashes a name, or nearly that one behind `login`.
    private static func hashes(_ text: some StringProtocol) -> Bool {
        if text.contains(hashing) { return true }
        return text.contains("login")
            && text.split(whereSeparator: { $0.isWhitespace || $0 == "=" })
                .contains { isHashing(String($0)) }
    }

    /// Whether a word is that option, or what someone took for it.
    private static func isHashing(_ word: String) -> Bool {
        word == hashing || word.hasPrefix("-") && Suggestion.isNear(word, [hashing])
    }

    /// The hint on a `login` with wrong arguments.
    private static let usage = "usage: " + (CommandTable.named("login")?.synopsis ?? "login")

    /// Whether a word is the name of a digest, or nearly so, and nothing personal.
    private static func isDigest(_ word: String) -> Bool {
        digests.contains(word) || Suggestion.isNear(word, digests)
    }

    private static let digests = ["sha256", "sha512", "sha1", "md5"]

    /// A line in which stars replace the words after `login`, except for `--hash` and its
    /// value.
    private static func withoutUser(_ line: String) -> String {
        var result = ""
        var isLogin = false
        var isOption = false
        var quote: Character?
        var word = ""
        for character in line + " " {
            let ends = quote == nil && (character == " " || character == ";")
            if quote == character {
                quote = nil
            } else if quote == nil, word.isEmpty, character == "\"" || character == "'" {
                quote = character
            }
            guard ends else {
                word.append(character)
                continue
            }
            let joined = word.hasPrefix(hashing + "=") ? word.dropFirst(hashing.count + 1) : ""
            let isHash = isHashing(word) || isDigest(String(joined))
            let isValue = isOption && isDigest(word)
            let isPersonal = isLogin && !isValue && !isHash && !word.isEmpty
            result += isPersonal ? String(repeating: "*", count: word.count) : word
            result.append(character)
            if !word.isEmpty { isOption = isHashing(word) }
            if word == "login" { isLogin = true }
            if character == ";" { isLogin = false }
            word = ""
        }
        // Text in a quote that is never closed also counts as personal.
        if word.isEmpty { return String(result.dropLast()) }
        if isLogin { return result + String(repeating: "*", count: word.count - 1) }
        return result + String(word.dropLast())
    }

    /// The text as it is kept, without any secret.
    public static func redacted(_ text: String) -> String {
        if isKeyLine(text) { return SecretScanner.mark }
        return replace(in: text) { _, _ in Array(SecretScanner.mark.utf8) }
    }

    /// A golden line that any other text may take the place of a secret in.
    static func golden(_ line: String) -> String {
        replace(in: line) { _, _ in Array("[..]".utf8) }
    }

    /// Whether a line holds a secret, or what `shown` put in the place of one.
    static func hides(in line: String) -> Bool { redacted(line) != line || mask(in: line) != nil }

    /// A golden line that any text may follow from the place on where a view has masked a key.
    ///
    /// A replay has `REDACTED` there, which is longer: a line that was cut to a width is cut
    /// elsewhere.
    static func beforeMask(_ line: String) -> String {
        guard let start = mask(in: line) else { return line }
        return String(decoding: line.utf8.prefix(start), as: UTF8.self) + "[..]"
    }

    /// The place of the first masked key in a line, behind its account; nil if it has none.
    private static func mask(in line: String) -> Int? {
        let mark = Array("…**".utf8)
        guard line.utf8.contains(mark) else { return nil }
        let bytes = Array(line.utf8)
        return bytes.indices.dropFirst(2).first { slash in
            bytes[slash - 1] == UInt8(ascii: "/") && Ascii.isDigit(bytes[slash - 2])
                && bytes[slash...].prefix(2).allSatisfy(SecretScanner.isHex)
                && bytes[slash...].dropFirst(2).starts(with: mark)
        }
    }

    /// Whether a text is a single line of a private key, as a paste gives them one by one.
    ///
    /// Nearly every other text is too short or has a blank near its beginning.
    private static func isKeyLine(_ text: String) -> Bool {
        text.utf8.count >= 60 && !text.utf8.prefix(60).contains(UInt8(ascii: " "))
            && SecretScanner.keyLine(ArraySlice(text.utf8)) != nil
    }

    /// Whether two neighbouring bytes of the text can begin a secret; every printed line is tested.
    static func mayHoldSecret(_ text: String) -> Bool { SecretScanner.mayHoldSecret(text) }

    /// Whether bytes may hold a secret, as `mayHoldSecret` of their text says.
    public static func mayHoldSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        SecretScanner.mayHoldSecret(bytes)
    }

    /// Whether an entry holds a secret, or personal text that is to be hashed, so the history must
    /// not keep it.
    public static func isSecret(_ text: String) -> Bool {
        hashes(text) || text.contains("PRIVATE KEY") || isKeyLine(text)
            || mayHoldSecret(text) && !SecretScanner.secrets(in: Array(text.utf8)).isEmpty
    }

    /// Replaces each secret; a text without one is returned unchanged.
    private static func replace(
        in text: String, with replacement: (Form, ArraySlice<UInt8>) -> [UInt8]
    ) -> String {
        guard mayHoldSecret(text) else { return text }
        let bytes = Array(text.utf8)
        let shown = replace(in: replaceInStrings(of: bytes, with: replacement), with: replacement)
        return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
    }

    private static func replace(
        in bytes: [UInt8], with replacement: (Form, ArraySlice<UInt8>) -> [UInt8]
    ) -> [UInt8] {
        let found = SecretScanner.secrets(in: bytes)
        if found.isEmpty { return bytes }
        var result: [UInt8] = []
        var end = 0
        for secret in found {
            result += bytes[end..<secret.range.lowerBound]
            result += replacement(secret.form, bytes[secret.range])
            end = secret.range.upperBound
        }
        return result + bytes[end...]
    }

    /// Replaces secrets within each string of lines that are JSON, so that they stay JSON.
    ///
    /// Such a line begins with a brace, a bracket or a quote. A string is read before it is
    /// searched, as an escaped quote or line end may stand inside a secret.
    private static func replaceInStrings(
        of bytes: [UInt8], with replacement: (Form, ArraySlice<UInt8>) -> [UInt8]
    ) -> [UInt8] {
        var result: [UInt8] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            guard let first, "{[\"".utf8.contains(first), SecretScanner.mayHoldSecret(line) else {
                result += line
                continue
            }
            var rest = line
            while let start = rest.firstIndex(of: UInt8(ascii: "\"")),
                let end = closingQuote(of: rest[start...])
            {
                let string = rest[start...end]
                result += rest[..<start]
                result += replaced(string, with: replacement) ?? Array(string)
                rest = rest[(end + 1)...]
            }
            result += rest
        }
        return result
    }

    /// A JSON string without its secrets; nil if it has none or is no JSON string.
    private static func replaced(
        _ string: ArraySlice<UInt8>, with replacement: (Form, ArraySlice<UInt8>) -> [UInt8]
    ) -> [UInt8]? {
        guard SecretScanner.mayHoldSecret(string),
            let text = (try? JSONParser.parse(Array(string)))?.stringValue
        else { return nil }
        let bytes = Array(text.utf8)
        let shown = replace(in: bytes, with: replacement)
        guard shown != bytes else { return nil }
        return Array(JSON.string(String(decoding: shown, as: UTF8.self)).text.utf8)
    }

    /// The place of the quote that ends the string whose quote the bytes begin with.
    private static func closingQuote(of bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex + 1
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < bytes.endIndex ? index : nil
    }
}

extension Secrets {
    /// The changes as they are kept: a fact of the journal has no secret that the line beside it
    /// lacks.
    ///
    /// The app's own rows, such as an event with its user's ID or a link, are kept as they are.
    static func withheld(from changes: [Change]) -> [Change] {
        // Every command passes here, and hardly one has a secret.
        let areClean = changes.withUnsafeBufferPointer { changes in
            changes.indices.allSatisfy { index in
                guard case .fact(let fact) = changes[index] else { return true }
                return !mayHoldSecret(fact)
            }
        }
        guard !areClean else { return changes }
        return changes.map { change in
            if case .fact(let fact) = change { .fact(fact.withoutSecrets) } else { change }
        }
    }

    private static func mayHoldSecret(_ fact: Fact) -> Bool {
        mayHoldSecret(fact.subject) || mayHoldSecret(fact.text)
    }
}

extension Fact {
    /// The fact with its subject and its text as they are kept.
    fileprivate var withoutSecrets: Fact {
        let subject = Secrets.redacted(subject)
        var fact = Fact(
            verb, subject, Secrets.redacted(text), rule: rule, notification: notification,
            occurrence, of: app)
        fact.at = at
        return fact
    }
}
