extension StubText {
    /// An answer of the real network to some events, as the stub that repeats it (`.record`).
    public static func text(of answer: UploadAnswer, events count: Int) -> String? {
        switch answer {
        case .status(let status, let receipts, let retryAfter, let message):
            var text = "ingest status=\(status)"
            if let retryAfter { text += " retry-after=\(min(max(0, retryAfter), 86_400))" }
            text += " message=" + encoded(message)
            guard status == 200 || status == 206 else { return text }
            let failed = (0..<count).compactMap { index -> (position: Int, error: String)? in
                let error = index < receipts.count ? receipts[index] : UploadOutcome.noReceipt
                return error.map { (index + 1, $0) }
            }
            guard !failed.isEmpty else { return text }
            return text + " fail=" + failed.map { String($0.position) }.joined(separator: ",")
                + " error=" + failed.map { encoded($0.error) }.joined(separator: ",")
        case .noAnswer(let reason): return "ingest no-answer message=" + encoded(reason)
        case .broken(let reason, let cure):
            return "ingest broken message=" + encoded(reason)
                + (cure.map { " cure=" + encoded($0) } ?? "")
        case .unsent: return nil
        }
    }

    /// The receipts of a planted answer: by position, nil = taken.
    public static func receipts(count: Int, fail: [Int], error: String) -> [String?] {
        let errors = error.split(separator: ",").map { decoded(String($0)) }
        var receipts = [String?](repeating: nil, count: count)
        for (index, position) in fail.enumerated() where position <= count {
            receipts[position - 1] = errors.isEmpty ? "" : errors[min(index, errors.count - 1)]
        }
        return receipts
    }

    /// A text as one word: blanks, `%`, `,`, quotes and what is not ASCII become `%XX`.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, UInt8(ascii: "/"), UInt8(ascii: ":"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Undoes `%XX`; a broken one stays as it is.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
                let byte = UInt8(
                    String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
