import PushModel
import PushText

/// Reads a stub as it is typed: `ingest status=503 times=2`, `"https://cdn/*" size=12MB`.
public enum StubText {
    /// Reads the words of a stub.
    ///
    /// - Returns: the stub, and the number of times it is used; nil = always.
    public static func read(_ words: [String]) throws(Fault) -> (kind: Stub.Kind, times: Int?) {
        guard let target = words.first else {
            throw Fault("found nothing, wanted `ingest`, `apns`, `fcm` or a URL", at: 0)
        }
        try checkSpelling(words)
        var options = Options(words)
        let kind: Stub.Kind
        let isGateway = target == "apns" || target == "fcm"
        switch target {
        case "ingest": kind = .ingest(try ingest(&options))
        case _ where isGateway && options.takeWord("no-settings"):
            kind = .noSettings(target == "apns" ? .apns : .fcm)
            if let option = options.take("times") {
                throw Fault(
                    "`no-settings` applies to every connection, until `stub clear`", at: option.word
                )
            }
        case "apns": kind = .apns(try fault(.apns, &options), try choice(&options))
        case "fcm": kind = .fcm(try fault(.fcm, &options), try choice(&options))
        default:
            guard target.contains("://") else {
                let near = Suggestion.nearest(target, ["ingest", "apns", "fcm"])
                throw Fault(
                    "found `\(target)`"
                        + (near.map { ": " + Suggestion.question($0) }
                            ?? ", wanted `ingest`, `apns`, `fcm` or a URL"),
                    at: 0)
            }
            guard !target.contains(where: \.isWhitespace) else {
                throw Fault("a URL has no blanks, wanted `%20`", at: 0)
            }
            kind = .url(pattern: target, try download(&options))
        }
        var times: Int?
        if let option = options.take("times") {
            guard let count = Int(option.value), count > 0 else {
                throw Fault("`times` takes a number from 1", at: option.word)
            }
            times = count
        }
        try options.finish()
        return (kind, times)
    }

    /// Refuses an option that is nearly one of the target's; otherwise the message would be about
    /// what is missing.
    private static func checkSpelling(_ words: [String]) throws(Fault) {
        let names =
            switch words[0] {
            case "ingest":
                [
                    "status", "delay", "timeout", "reset", "drop-response", "receipts", "fail",
                    "error", "retry-after", "body", "file", "message", "no-answer", "broken",
                    "unsent", "cure", "times",
                ]
            case "apns", "fcm":
                [
                    "reason", "error", "timeout", "reset", "delay", "slow", "goaway", "no-settings",
                    "retry-after", "token", "topic", "connection", "times",
                ]
            default:
                [
                    "status", "location", "size", "delay", "type", "file", "timeout", "failure",
                    "times",
                ]
            }
        for (index, word) in words.enumerated().dropFirst() {
            let name = String(word.prefix { $0 != "=" })
            guard !names.contains(name),
                let meant = answer(word, of: words[0]) ?? Suggestion.nearest(name, names)
            else { continue }
            throw Fault("found `\(name)`: " + Suggestion.question(meant), at: index)
        }
    }

    /// The answer that a word is, or nearly is, with the name that it lacks; nil if it is none.
    private static func answer(_ word: String, of target: String) -> String? {
        switch target {
        case "apns", "fcm":
            let gateway: GatewayAnswer.Gateway = target == "apns" ? .apns : .fcm
            let reason =
                GatewayAnswer(gateway, reason: word) == nil
                ? GatewayAnswer.meant(by: word, at: gateway) : word
            return reason.map { (target == "apns" ? "reason=" : "error=") + $0 }
        case "ingest":
            guard let status = Int(word), (200...599).contains(status) else { return nil }
            return "status=\(word)"
        default: return nil
        }
    }

    static func failing(_ option: Option) throws(Fault) -> [Int] {
        let positions = option.value.split(separator: ",").map { Int($0) ?? 0 }
        guard positions.allSatisfy({ $0 > 0 }), !positions.isEmpty else {
            throw Fault("`fail` takes positions from 1, like `3,7`", at: option.word)
        }
        return positions
    }

    static func status(_ option: Option) throws(Fault) -> Int {
        guard let status = Int(option.value), (200...599).contains(status) else {
            throw Fault(
                "`status` takes 200 to 599, found `\(option.value)`", at: option.word)
        }
        return status
    }

    private static func download(_ options: inout Options) throws(Fault) -> Stub.Download {
        guard options.hasMore else {
            throw Fault(
                "wanted an answer: `status=`, `size=`, `delay=`, `type=`, `file=` or "
                    + "`timeout`", at: 0)
        }
        var answer = Stub.Download()
        if options.takeWord("timeout") { answer.timesOut = true }
        let code = options.take("status")
        if let code { answer.status = try status(code) }
        if let option = options.take("location") {
            guard option.value.contains("://"), !option.value.contains(where: \.isWhitespace) else {
                throw Fault("`location` takes a whole URL", at: option.word)
            }
            if code == nil { answer.status = 302 }
            guard answer.isRedirect else {
                throw Fault(
                    "`location` is for the status 301, 302, 303, 307 or 308", at: option.word)
            }
            answer.location = option.value
        }
        answer.failure = options.takeText("failure")
        if let option = options.take("type") { answer.contentType = option.value }
        if try file(&options) != nil, let size = options.take("size") {
            throw Fault("with `file`, the size is the file's own", at: size.word)
        }
        if let option = options.take("size") {
            guard let size = bytes(option.value) else {
                throw Fault(
                    "`size` takes bytes, `KB` or `MB`, like `12MB`", at: option.word)
            }
            answer.byteCount = size
        }
        if let delay = try time("delay", &options) { answer.delayMilliseconds = delay.milliseconds }
        return answer
    }

    /// The time given by an option, with the option's word.
    static func time(
        _ name: String, _ options: inout Options
    ) throws(Fault) -> (milliseconds: Int64, word: Int)? {
        guard let option = options.take(name) else { return nil }
        guard let time = milliseconds(option.value) else {
            throw Fault("`\(name)` takes a time like `31s`", at: option.word)
        }
        return (time, option.word)
    }

    /// Takes the path of `file=@PATH`; the session has put the file's contents in its place.
    static func file(_ options: inout Options) throws(Fault) -> Option? {
        guard let option = options.take("file") else { return nil }
        guard option.value.hasPrefix("@"), option.value.utf8.count > 1 else {
            throw Fault(
                "`file` takes a file like `@answer.json`, found `\(option.value)`", at: option.word)
        }
        return Option(word: option.word, value: String(option.value.dropFirst()))
    }

    private static func bytes(_ text: String) -> Int64? {
        let upper = text.uppercased()
        for (suffix, factor) in [("MB", Int64(1 << 20)), ("KB", 1 << 10), ("B", 1), ("", 1)]
        where upper.hasSuffix(suffix) {
            guard let number = Int64(upper.dropLast(suffix.utf8.count)),
                (0...1 << 40).contains(number)
            else { return nil }
            return number * factor
        }
        return nil
    }

    private static func milliseconds(_ text: String) -> Int64? {
        for (suffix, factor) in [("ms", Int64(1)), ("s", 1000), ("m", 60_000)]
        where text.hasSuffix(suffix) {
            guard let number = Int64(text.dropLast(suffix.utf8.count)),
                (0...86_400_000).contains(number)
            else { return nil }
            return number * factor
        }
        return nil
    }

    struct Option {
        var word: Int
        var value: String
    }

    /// The words after the first, each used once.
    struct Options {
        private var words: [String?]

        init(_ words: [String]) {
            self.words = words.map { $0 }
            if !self.words.isEmpty { self.words[0] = nil }
        }

        /// Whether any word but the count is left.
        var hasMore: Bool { words.contains { $0.map { !$0.hasPrefix("times=") } ?? false } }

        mutating func take(_ name: String) -> Option? {
            for (index, word) in words.enumerated() {
                guard let word, word.hasPrefix(name + "=") else { continue }
                words[index] = nil
                return Option(word: index, value: String(word.dropFirst(name.utf8.count + 1)))
            }
            return nil
        }

        mutating func takeWord(_ name: String) -> Bool {
            guard let index = words.firstIndex(of: name) else { return false }
            words[index] = nil
            return true
        }

        /// A text in which `%20` stands for a blank.
        mutating func takeText(_ name: String) -> String? {
            take(name).map { PercentCoding.decode($0.value) }
        }

        func finish() throws(Fault) { try refuse { _ in true } }

        /// Refuses the first word that is left, besides the count.
        func refuseMore() throws(Fault) { try refuse { !$0.hasPrefix("times=") } }

        private func refuse(_ isWrong: (String) -> Bool) throws(Fault) {
            guard let index = words.firstIndex(where: { $0.map(isWrong) ?? false }) else { return }
            throw Fault("unexpected `\(words[index] ?? "")`", at: index)
        }
    }
}
