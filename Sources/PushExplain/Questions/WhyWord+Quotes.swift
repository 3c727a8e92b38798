import PushModel
import PushText

/// A code, reason or status that a question quotes from a log or an answer.
enum WhyQuote: Equatable, Sendable {
    /// A code in the log of the app.
    case log(String)
    /// The reason of a gateway, as the word was typed.
    case reason(GatewayAnswer, typed: String)
    /// The status of a gateway's answer.
    case status(Int)

    /// Whether it is the answer to a refused push.
    var isRefusal: Bool { if case .log = self { false } else { true } }

    /// Whether a gateway's reason is the one that it quotes.
    func names(_ reason: String) -> Bool {
        switch self {
        case .log: false
        case .reason(let answer, _): answer.reason == reason
        case .status(let status):
            GatewayAnswer.answered.contains { $0.reason == reason && $0.status == status }
        }
    }
}

/// Words that are copied from logs, from answers and from code.
extension WhyWord {
    /// The subject of a code or a status; nil for other words.
    var quotedSubject: WhySubject? {
        let word = isJapanese ? Self.code(in: plain.lowercased()) : plain.lowercased()
        if let code = LogCode.all.first(where: { $0.code.lowercased() == word }) {
            // The system's codes can be about any code of the app; Firebase's are about its token.
            var subject =
                Self.codesOfImages.contains(word)
                ? WhySubject(symptom: .image)
                : code.origin == "iOS" ? WhySubject.newest : WhySubject(symptom: .token)
            subject.quote = .log(code.code)
            return subject
        }
        var subject = WhySubject.newest
        if let name = translatedReason, let answer = GatewayAnswer(named: name) {
            subject.quote = .reason(answer, typed: plain)
        } else if let answer = GatewayAnswer(named: plain) {
            subject.quote = .reason(answer, typed: plain)
        } else if let status = quotedStatus {
            subject.quote = .status(status)
        } else if !word.hasPrefix("messaging/") {
            return nil
        }
        return subject
    }

    /// The reason of a gateway that a Japanese sentence translates; nil if it names none.
    private var translatedReason: String? {
        let word = plain.lowercased()
        let isOfSender =
            ["送信者id", "送信者ｉｄ", "送信元id", "senderid"].contains(where: word.contains)
            || word.contains("送信元") && ["違", "異な", "一致"].contains(where: word.contains)
        return isJapanese && isOfSender ? "SENDER_ID_MISMATCH" : nil
    }

    /// The status of an answer: a word of its own, or in a Japanese sentence one that somebody
    /// returned, as in 505エラー and APIが505を返す; 401のバッジ is the badge of a push.
    private var quotedStatus: Int? {
        guard isJapanese else {
            return Int(plain).flatMap { Self.statuses.contains($0) ? $0 : nil }
        }
        return plain.split { !$0.isASCII || !$0.isNumber }.lazy.compactMap { run in
            guard let status = Int(run), Self.statuses.contains(status),
                Self.answers.contains(where: plain[run.endIndex...].hasPrefix)
            else { return nil }
            return status
        }.first
    }

    /// The part of a Japanese sentence that may be a code: `505` of 505エラー, but not of 505件.
    private static func code(in sentence: String) -> String {
        let head = sentence.prefix { $0.isASCII }
        let rest = sentence.dropFirst(head.count)
        let isNamed = ["エラー", "が", "で", "に", "と", "の"].contains(where: rest.hasPrefix)
        return isNamed ? String(head) : sentence
    }

    /// The words that follow the status of an answer.
    private static let answers = [
        "エラー", "を返", "が返", "で返", "と返", "が出る", "が出た", "が出ま", "になる", "で失敗", "で拒否",
    ]

    /// Whether it is a code or a status of digits alone, which a push may have as its ID.
    var isQuotedNumber: Bool {
        plain.unicodeScalars.allSatisfy(Self.isDigit) && quotedSubject != nil
    }

    /// The statuses of refusals.
    private static let statuses = 400...599

    /// The codes of an app's log that are not about its token.
    private static let codesOfImages: Set<String> = ["-1022"]

    /// The subject of a method that iOS or Firebase calls; nil for other words.
    var callbackSubject: WhySubject? {
        let word = plain.lowercased()
        guard let row = Self.callbacks.first(where: { word.contains($0.part) }) else { return nil }
        var subject = WhyWord(row.word).subject
        subject?.callback = row.callback
        return subject
    }

    /// Methods by a part of their names, in lower case, with the word that asks for what they tell;
    /// a name that holds another one comes first.
    private static let callbacks: [(part: String, word: String, callback: Occurrence.Callback?)] = [
        ("didreceiveremotenotification", "wake", .remoteNotification),
        ("fetchcompletionhandler", "wake", .remoteNotification),
        ("didreceiveregistration", "token", nil),
        ("didregisterforremotenotifications", "token", nil),
        ("didfailtoregisterforremotenotifications", "token", nil),
        ("didreceivenotificationrequest", "extension", nil),
        ("withcontenthandler", "extension", nil), ("serviceextension", "extension", nil),
        ("didreceive", "tap", .response), ("willpresent", "banner", .willPresent),
        ("pushtostarttokenupdates", startToken, nil), ("pushtokenupdates", "activity", nil),
        ("openurlcontexts", "link", nil), ("continueuseractivity", "link", nil),
        ("scene(_:continue", "link", nil),
    ]
}
