import PushModel
import PushText

extension StubText {
    /// An answer of the real network to some events, as the stub that repeats it (`.record`).
    public static func text(of answer: UploadAnswer, events count: Int) -> String {
        switch answer {
        case .status(let status, let receipts, let retryAfter, let message):
            var text = "ingest status=\(status)"
            if let retryAfter { text += " retry-after=\(min(max(0, retryAfter), 86_400))" }
            text += " message=" + encoded(message)
            guard status == 200 || status == 206 else { return text }
            let failed = (0..<count).compactMap { index -> (position: Int, error: String)? in
                let error = index < receipts.count ? receipts[index] : UploadAnswer.noReceipt
                return error.map { (index + 1, $0) }
            }
            guard !failed.isEmpty else { return text }
            return text + " fail=" + failed.map { String($0.position) }.joined(separator: ",")
                + " error=" + failed.map { encoded($0.error) }.joined(separator: ",")
        case .noAnswer(let reason): return "ingest no-answer message=" + encoded(reason)
        case .broken(let reason, let cure):
            return "ingest broken message=" + encoded(reason)
                + (cure.map { " cure=" + encoded($0) } ?? "")
        case .unsent(let refusal):
            return "ingest unsent=\(refusal.code.rawValue) message=" + encoded(refusal.message)
                + (refusal.hint.map { " cure=" + encoded($0) } ?? "")
        }
    }

    /// A text as one word: blanks, `%`, `,`, quotes and characters beyond ASCII become `%XX`.
    static func encoded(_ text: String) -> String {
        PercentCoding.encode(text, keeping: "-._/:")
    }
}
