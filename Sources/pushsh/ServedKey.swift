import Glibc
import PushRuntime
import PushServices

/// The one key that `serve --key` takes, from the environment or from a file of its owner's.
enum ServedKey {
    /// Reads a key from `env:NAME` or `file:PATH`; it is never shown.
    static func read(_ source: String) throws(EdgeError) -> String {
        let name = String(source.dropFirst("env:".count))
        let text: String
        if source.hasPrefix("env:") {
            text = getenv(name).map { String(cString: $0) } ?? ""
        } else {
            let path = String(source.dropFirst("file:".count))
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
                throw EdgeError(
                    "invalid_keys", "others than its owner can read `\(path)`",
                    hint: "`chmod 600` it", isRuntime: false)
            }
            text = String(decoding: try Files.read(path), as: UTF8.self)
        }
        let key = String(text.prefix { !$0.isWhitespace })
        guard WriteKey.isWellFormed(key) else {
            throw EdgeError(
                "invalid_keys", "found no key in `\(source)`, wanted `<account>/<key>`",
                isRuntime: false)
        }
        return key
    }
}
