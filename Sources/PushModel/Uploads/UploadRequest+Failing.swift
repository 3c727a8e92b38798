/// Receipts that a stub fails although the request reaches the service.
extension UploadRequest {
    /// The request as it is sent: without the records whose receipt fails, which the service would
    /// not have stored.
    public var withoutFailing: UploadRequest {
        guard !failing.isEmpty else { return self }
        var sent = self
        let positions = Set(failing)
        sent.events = events.enumerated()
            .filter { !positions.contains($0.offset + 1) }.map(\.element)
        return sent
    }

    /// Returns the answer to what was sent, with the failing receipts inserted.
    ///
    /// - Parameter answer: the service's answer; nil if nothing was left to send.
    /// - Returns: the answer that the app sees.
    public func merged(_ answer: UploadAnswer?) -> UploadAnswer {
        if isTooLate { return .noAnswer(UploadAnswer.timeout) }
        if losesAnswer, answer != nil { return .noAnswer("the response was lost") }
        var stored: [String?] = []
        if let answer {
            guard !failing.isEmpty, case .status(let status, let receipts, _, _) = answer,
                status == 200 || status == 206
            else { return answer }
            stored = receipts
        }
        var next = stored.makeIterator()
        let planted = UploadAnswer.receipts(count: events.count, fail: failing, error: failure)
        let positions = Set(failing)
        let receipts = events.indices.map { index -> String? in
            if positions.contains(index + 1) { return planted[index] }
            return next.next() ?? UploadAnswer.noReceipt
        }
        return .status(206, receipts: receipts, retryAfter: nil, message: "")
    }
}
