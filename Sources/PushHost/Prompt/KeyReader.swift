import Glibc
import PushBackends
import PushModel
import PushRuntime
import PushText

/// Reads keys when they are needed; they are never kept and never shown whole.
enum KeyReader {
    /// Reads the text of a source, without surrounding white space.
    ///
    /// Refuses with `invalid_keys` if the variable is not set, or is empty unless `takesNothing`,
    /// or if the file is missing or readable by others than its owner.
    static func text(
        _ source: KeySource, takesNothing: Bool = false
    ) throws(Failure) -> String {
        switch source {
        case .variable(let name):
            guard let value = getenv(name) else {
                throw Failure(.invalidKeys, "the variable `\(name)` is not set")
            }
            let text = String(String(cString: value).trimming(where: \.isWhitespace))
            guard !text.isEmpty || takesNothing else {
                throw Failure(.invalidKeys, "the variable `\(name)` is empty")
            }
            return text
        case .file(let path):
            return String(try Files.ownersAlone(path).trimming(where: \.isWhitespace))
        }
    }

    /// Returns the value of an environment variable; nil if it is not set, or empty.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Returns a key of Treasure Data's form, `<account>/<key>`; nil if the source holds another
    /// text.
    static func accountKey(_ source: KeySource) throws(Failure) -> String? {
        let key = try text(source)
        return WriteKey.isWellFormed(key) ? key : nil
    }

    /// Returns the key of a setting.
    ///
    /// Refuses with `no_key` if it is missing or malformed, without repeating it.
    static func key(_ source: KeySource, setting: String) throws(Refusal) -> String {
        let key: String?
        do throws(Failure) { key = try accountKey(source) } catch {
            guard case .variable = source else {
                throw Refusal(.noKey, error.message, hint: error.hint)
            }
            throw Refusal(
                .noKey, error.message, hint: "set it, or `config \(setting) file:PATH`")
        }
        guard let key else {
            throw Refusal(
                .noKey, "`\(source.text)` has no key of the form `<account>/<key>`",
                hint: "Treasure Data's console shows keys under API Keys")
        }
        return key
    }

    /// Returns the one key that `serve --key` accepts.
    static func servedKey(_ source: KeySource) throws(Failure) -> String {
        guard let key = try accountKey(source) else {
            throw Failure(
                .invalidKeys, "found no key in `\(source.text)`, wanted `<account>/<key>`")
        }
        return key
    }

    /// Returns a key's account and first characters: `1/ab…**`.
    static func shown(_ key: String) -> String {
        let slash = key.firstIndex(of: "/") ?? key.startIndex
        let secret = key[slash...].dropFirst()
        return key[...slash] + (secret.count >= 16 ? String(secret.prefix(2)) : "") + "…**"
    }

    /// Refuses a key that is given for two purposes: it would have the rights of one of them only.
    static func refuseSame(_ key: String, _ keys: ServiceKeys) throws(Failure) {
        let named = [("--key", [key]), ("--query-key", keys.query), ("--write-key", keys.write)]
        for (index, (option, own)) in named.enumerated() {
            for (other, others) in named[(index + 1)...] where !Set(own).isDisjoint(with: others) {
                throw Failure(
                    .notSupported,
                    "`\(option)` and `\(other)` have the same key, wanted one for each")
            }
        }
    }
}
