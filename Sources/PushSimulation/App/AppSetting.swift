import PushModel
import PushText

/// One entry of `app set KEY VALUE`: its key and summary, and how it is read and written.
public struct AppSetting: Sendable {
    /// The key that `app set` takes.
    public let key: String
    /// One sentence for help and the manual.
    public let summary: String
    /// The values it takes, as text for a person.
    public let takes: String
    /// The values it takes if they are few, for completion.
    public var choices: [String] = []
    /// Whether the value is a list of them, with commas.
    public var takesList = false
    /// Whether somebody may type a key here by mistake, so that no message repeats the value.
    var hidesValue = false
    let get: @Sendable (AppSettings) -> String
    let set: @Sendable (inout AppSettings, String) -> Bool

    /// The value as text.
    public func text(_ settings: AppSettings) -> String { get(settings) }

    /// Sets the value that a text gives, in an app's settings; false if the text is not a valid
    /// value.
    package func read(_ text: String, into settings: inout AppSettings) -> Bool {
        set(&settings, text)
    }

    /// The refusal of a text as its value, which does not depend on the app; nil if it is one.
    ///
    /// Also nil if somebody may have typed a key: what is printed before a run has its line.
    package func fault(in text: String) -> Refusal? {
        var settings = AppSettings(profile: .treasureData, bundleID: "")
        return hidesValue || set(&settings, text) ? nil : refusal(of: text)
    }

    /// The refusal of a text that is not a valid value.
    func refusal(of text: String) -> Refusal {
        let found = hidesValue ? "another value" : "`\(text)`"
        let meant = hidesValue ? nil : Suggestion.nearest(text, choices)
        return Refusal(
            .badSetting, "`\(key)` takes \(takes), found \(found)",
            hint: meant.map(Suggestion.question))
    }

    static func flag(
        _ key: String, _ path: WritableKeyPath<AppSettings, Bool> & Sendable, _ summary: String
    ) -> AppSetting {
        AppSetting(
            key: key, summary: summary, takes: "`on` or `off`", choices: ["on", "off"],
            get: { $0[keyPath: path] ? "on" : "off" },
            set: { settings, text in
                guard text == "on" || text == "off" else { return false }
                settings[keyPath: path] = text == "on"
                return true
            })
    }

    static func text(
        _ key: String, _ path: WritableKeyPath<AppSettings, String> & Sendable,
        _ summary: String, takes: String = "a word", choices: [String] = [],
        where isValid: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
    ) -> AppSetting {
        AppSetting(
            key: key, summary: summary, takes: takes, choices: choices, get: { $0[keyPath: path] },
            set: { settings, text in
                guard isValid(text) else { return false }
                settings[keyPath: path] = text
                return true
            })
    }

    /// A setting that holds the source of a key, and never the key itself.
    static func source(
        _ key: String, _ path: WritableKeyPath<AppSettings, String> & Sendable, _ summary: String
    ) -> AppSetting {
        AppSetting(
            key: key, summary: summary, takes: "`none`, `embedded`, `env:NAME` or `file:PATH`",
            choices: ["none", "embedded", "env:", "file:"], hidesValue: true,
            get: { $0[keyPath: path] },
            set: { settings, text in
                let isWord = text == AppSettings.noKey || text == "embedded"
                guard isWord || KeySource(text) != nil else { return false }
                settings[keyPath: path] = text
                return true
            })
    }

    static func list(
        _ key: String, _ path: WritableKeyPath<AppSettings, [String]> & Sendable,
        _ summary: String
    ) -> AppSetting {
        AppSetting(
            key: key, summary: summary, takes: "names separated by commas, or `none`",
            choices: ["none"],
            get: { $0[keyPath: path].isEmpty ? "none" : $0[keyPath: path].joined(separator: ",") },
            set: { settings, text in
                guard let names = Self.names(text) else { return false }
                settings[keyPath: path] = names
                return true
            })
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ path: WritableKeyPath<AppSettings, Value> & Sendable, _ summary: String
    ) -> AppSetting {
        let names = Value.allCases.map { "`\($0.rawValue)`" }
        let last = names.last ?? ""
        return AppSetting(
            key: key, summary: summary,
            takes: names.dropLast().joined(separator: ", ") + " or " + last,
            choices: Value.allCases.map(\.rawValue),
            get: { $0[keyPath: path].rawValue },
            set: { settings, text in
                guard let value = Value(rawValue: text) else { return false }
                settings[keyPath: path] = value
                return true
            })
    }

    static func number(
        _ key: String, _ path: WritableKeyPath<AppSettings, Int64> & Sendable,
        _ summary: String, in range: ClosedRange<Int64>
    ) -> AppSetting {
        AppSetting(
            key: key, summary: summary,
            takes: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            get: { String($0[keyPath: path]) },
            set: { settings, text in
                guard let value = Int64(text), range.contains(value) else { return false }
                settings[keyPath: path] = value
                return true
            })
    }

    static func names(_ text: String) -> [String]? {
        if text == "none" { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return names.contains("") ? nil : names
    }

    /// A Treasure Data database or table name: `^[0-9a-z_]{3,255}$` (TreasureData.m).
    static func isStoreName(_ text: String) -> Bool {
        (3...255).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "_")
            }
    }

    /// Digits separated by dots, with an optional `-snapshot`.
    static func isVersion(_ text: String) -> Bool {
        let number = text.hasSuffix("-snapshot") ? text.dropLast(9) : Substring(text)
        return text.utf8.count <= 32 && !number.isEmpty
            && number.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy(\.isDigits)
    }

    /// Every setting, in the order `app show` lists them.
    public static let all: [AppSetting] =
        identity + lifeCycle + push + activities + extensionAndLinks + firebase + data
}
