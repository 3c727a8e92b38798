import PushModel
import PushPayload
import PushSimulation
import PushText

/// Words with digits and marks that are names or numbers, so no push has them as its ID unless it
/// is known.
extension WhyWord {
    /// Whether it is written with Japanese letters, as sentences are, in which no ID is hidden.
    var isJapanese: Bool {
        plain.unicodeScalars.contains {
            (0x3040...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value)
                || (0xFF66...0xFF9D).contains($0.value)
        }
    }

    /// Whether it is a Japanese text that is more than one of the known words: a sentence, unless a
    /// push has it as its ID.
    var isSentence: Bool {
        let word = plain.lowercased()
        return isJapanese && !Symptom.allCases.contains { $0.words.contains(word) }
    }

    /// Whether it has the form that IDs have: letters, then a number, as in `m-9` and `promo17`.
    ///
    /// In a longer sentence other words with a digit or a dash are rather words of English.
    var isNumbered: Bool {
        let scalars = plain.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, first.isASCII,
            first.properties.isAlphabetic, Self.isDigit(last)
        else { return false }
        return scalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || Self.isDigit($0) || Self.isMark($0))
        }
    }

    /// Whether a word in small letters, with a digit or a mark, is the name of something, or a
    /// number of some kind.
    static func isName(_ word: String) -> Bool {
        names.contains(word) || endings.contains(where: word.hasSuffix)
            || beginnings.contains(where: word.hasPrefix) || isBundleID(word)
            || isVersionOrDate(word) && !UUIDText.isWhole(word) || isShortForm(word)
            || isFunction(word)
    }

    /// Whether it is a version, `v2.3`, or a date with its time, `2026-11-30T10:00Z`.
    private static func isVersionOrDate(_ word: String) -> Bool {
        var scalars = Substring(word).unicodeScalars
        if scalars.first == "v" { scalars.removeFirst() }
        guard let first = scalars.first, isDigit(first) else { return false }
        let hasMark =
            scalars.count < word.unicodeScalars.count
            || scalars.contains { isMark($0) || $0 == "/" }
        return hasMark
            && scalars.allSatisfy {
                isDigit($0) || "-.:/tz+".unicodeScalars.contains($0)
            }
    }

    /// Whether it is a reversed domain, as bundle IDs are.
    private static func isBundleID(_ word: String) -> Bool {
        let labels = word.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 2
            && ["com", "jp", "org", "net", "io", "co", "dev"].contains(labels[0])
    }

    /// Whether it is a digit with a few letters: `2FA`, `5G`.
    private static func isShortForm(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        return (2...4).contains(scalars.count) && scalars.first.map(isDigit) == true
            && scalars.dropFirst().allSatisfy(\.properties.isAlphabetic)
    }

    /// Whether it is a function of Treasure Data's SQL, such as `TD_INTERVAL`.
    private static func isFunction(_ word: String) -> Bool {
        word.hasPrefix("td_") && !word.unicodeScalars.contains(where: isDigit)
    }

    /// The files that set-ups and questions name.
    private static let endings = [
        ".plist", ".p8", ".p12", ".pem", ".cer", ".json", ".entitlements", ".swift", ".xcconfig",
    ]

    /// The beginnings of English words with a hyphen.
    private static let beginnings = ["re-", "non-", "pre-", "un-", "multi-", "auto-", "self-"]

    /// The names of keys, headers, columns and settings, and English words with a hyphen.
    private static let names: Set<String> = {
        var names = Set((PayloadKeyEntry.aps + PayloadKeyEntry.alert).map(\.key))
        for entry in PayloadKeyEntry.beside {
            for key in entry.key.split(separator: ",") {
                names.insert(key.filter { $0 != " " })
            }
        }
        names.formUnion(CampaignColumn.allCases.map(\.rawValue))
        names.formUnion(AppSetting.all.map(\.key))
        names.formUnion(PermissionSwitch.allCases.map(\.rawValue))
        return names.union([
            "user_id", "user-id", "device_id", "device_token", "time-sensitive", "force-quit",
            "force-quitted", "do-not-disturb", "opt-in", "opt-out", "follow-up", "e-mail",
            "in-app", "set-up", "p8", "p12", "mp3", "mp4", "h264", "utf-8", "utf8", "utf-16",
            "shift-jis", "http2", "http-2", "oauth2", "base64", "sha256", "sha-256", "log-in",
            "log-out", "sign-in", "sign-up", "data-only", "back-end", "roll-out", "built-in",
            "wi-fi",
        ])
    }()
}
