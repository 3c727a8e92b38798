import PushModel
import PushText

/// Reads the faults that are planted for the Ingest API.
extension StubText {
    /// A fault, with the delay of its answer.
    static func ingest(_ options: inout Options) throws(Fault) -> Stub.IngestFault {
        let delay = try time("delay", &options)
        let fault = try promptFault(&options)
        guard let delay else {
            guard let fault else {
                try options.refuseMore()
                throw Fault(
                    "wanted `status=`, `delay=`, `timeout`, `reset`, `drop-response` or "
                        + "`receipts`", at: 0)
            }
            return fault
        }
        guard fault?.hasAnswer ?? true else {
            throw Fault("`delay` is for an answer, and there is none here", at: delay.word)
        }
        return .delayed(delay.milliseconds, fault)
    }

    /// The fault without its delay; nil if only a delay is given.
    private static func promptFault(_ options: inout Options) throws(Fault) -> Stub.IngestFault? {
        if options.takeWord("timeout") { return .timeout }
        if options.takeWord("reset") { return .reset }
        if options.takeWord("no-answer") {
            return .noAnswer(options.takeText("message") ?? "no answer")
        }
        if options.takeWord("broken") {
            return .broken(
                options.takeText("message") ?? "no answer", cure: options.takeText("cure"))
        }
        if let option = options.take("unsent") { return try unsent(option, &options) }
        if options.takeWord("drop-response") { return .dropResponse }
        if options.takeWord("receipts") {
            let fail = try failing(options.take("fail") ?? Option(word: 0, value: "1"))
            return .receipts(fail: fail, error: options.take("error")?.value ?? "InternalError")
        }
        return try status(&options)
    }

    private static func unsent(
        _ option: Option, _ options: inout Options
    ) throws(Fault) -> Stub.IngestFault {
        guard let code = Refusal.Code(rawValue: option.value) else {
            throw Fault(
                "`unsent` takes a failure like `no_key`, found `\(option.value)`", at: option.word)
        }
        return .unsent(
            Refusal(
                code, options.takeText("message") ?? "nothing was sent",
                hint: options.takeText("cure")))
    }

    /// An answer with a status, and either a body or the parts of one.
    private static func status(_ options: inout Options) throws(Fault) -> Stub.IngestFault? {
        guard let option = options.take("status") else {
            guard let body = try file(&options) ?? options.take("body") else { return nil }
            throw Fault("an answer with a body needs a `status=`", at: body.word)
        }
        let status = try Self.status(option)
        var retryAfter: Int?
        if let option = options.take("retry-after") {
            guard let seconds = Int(option.value), (0...86_400).contains(seconds) else {
                throw Fault("`retry-after` takes seconds", at: option.word)
            }
            retryAfter = seconds
        }
        if try file(&options) != nil { return .answer(status, retryAfter: retryAfter, body: "") }
        if let body = options.takeText("body") {
            return .answer(status, retryAfter: retryAfter, body: body)
        }
        let message = options.takeText("message") ?? "stub"
        guard let fail = options.take("fail") else {
            return .status(status, retryAfter: retryAfter, message: message)
        }
        return .status(
            status, retryAfter: retryAfter, message: message, fail: try failing(fail),
            error: options.take("error")?.value ?? "InternalError")
    }
}

extension Stub.IngestFault {
    /// Whether the client gets an answer, which could come late.
    fileprivate var hasAnswer: Bool {
        switch self {
        case .status, .answer, .receipts, .dropResponse, .delayed: true
        case .timeout, .reset, .noAnswer, .broken, .unsent: false
        }
    }
}
