import PushModel

extension UploadAnswer {
    /// Makes the answer of a planted fault to a batch, without anything being sent.
    init(_ fault: Stub.IngestFault, events count: Int, toPostback: Bool = false) {
        switch fault {
        case .status(let status, let retryAfter, let message, let fail, let error):
            let receipts =
                status == 200 || status == 206
                ? UploadAnswer.receipts(count: count, fail: fail, error: error) : []
            self = .status(
                status, receipts: receipts, retryAfter: retryAfter, message: message)
        case .answer(let status, let retryAfter, let body):
            self.init(
                status: status, body: Array(body.utf8), retryAfter: retryAfter, events: count,
                toPostback: toPostback
            ) { String($0.prefix(200)) }
        case .timeout: self = .noAnswer(Self.timeout)
        case .reset: self = .noAnswer("connection reset")
        case .noAnswer(let reason): self = .noAnswer(reason)
        case .broken(let reason, let cure): self = .broken(reason, cure: cure)
        case .unsent(let refusal): self = .unsent(refusal)
        case .dropResponse: self = .noAnswer("the response was lost")
        case .receipts(let fail, let error):
            self = .status(
                206, receipts: UploadAnswer.receipts(count: count, fail: fail, error: error),
                retryAfter: nil, message: "")
        case .delayed(_, let inner):
            self = .init(inner ?? .status(200, retryAfter: nil), events: count)
        }
    }
}
