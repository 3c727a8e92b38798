import PushText

extension APIService {
    func result(_ request: ServiceRequest, _ id: String) throws(ServiceRefusal) -> APIAnswer {
        try request.require("GET")
        let job = try job(id)
        let parameters = try APIParameters(request)
        let name = parameters["format"] ?? "tsv"
        guard let format = ResultFormat(rawValue: name) else {
            let known = ResultFormat.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw ServiceRefusal(
                status: 422, message: "`format` is `\(visible(name))`, wanted one of \(known)")
        }
        guard let rows = job.rows else {
            let message =
                if job.deletion != nil {
                    "job `\(job.id)` deletes records: it has no result"
                } else if job.status == .success {
                    "the result of job `\(job.id)` had to make room for newer ones"
                } else {
                    "job `\(job.id)` is \(job.status.rawValue): it has no result"
                }
            throw ServiceRefusal(status: 404, message: message)
        }
        let order = ResultOrder(
            rows: rows, format: format, hasHeader: parameters["header"]?.lowercased() == "true",
            // No answer has a validator, so one that a client knows cannot be this one's.
            range: request.header("If-Range") == nil ? request.header("Range") : nil)
        switch format {
        case .msgpack: return .response(Self.respond(rows.file, order))
        case .msgpackGz: return .response(Self.respond(rows.packed, order))
        default: return .rewrite(order)
        }
    }

    /// Writes rows in the form that a client wants, and answers with them.
    public static func answer(_ order: ResultOrder) -> ServiceResponse {
        do throws(Fault) {
            let file = try order.rows.write(as: order.format, withHeader: order.hasHeader)
            return respond(file, order)
        } catch {
            return ServiceKind.api.refusal(503, error.message)
        }
    }

    /// Answers with a file, or with the part of it that `Range` names.
    ///
    /// A field that names several parts, or none that can be read, is ignored (RFC 9110, 14.2).
    private static func respond(_ file: ServiceFile, _ order: ResultOrder) -> ServiceResponse {
        let type = HeaderField("Content-Type", order.format.contentType)
        let ranges = HeaderField("Accept-Ranges", "bytes")
        guard let wanted = order.range.flatMap(ByteRange.init) else {
            return ServiceResponse(status: 200, headers: [type, ranges], file: file)
        }
        guard let range = wanted.part(of: file.count) else {
            return ServiceKind.api.response(
                to: ServiceRefusal(
                    status: 416, message: "the result has \(file.count) bytes",
                    headers: [HeaderField("Content-Range", "bytes */\(file.count)")]))
        }
        let shown = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)"
        return ServiceResponse(
            status: 206, headers: [type, ranges, HeaderField("Content-Range", shown)],
            file: ServiceFile(
                file.storage, offset: file.offset + range.lowerBound, count: range.count))
    }
}

/// The one range of a `Range` field: `first-last`, `first-` or `-count` (RFC 9110, 14.1.2).
private struct ByteRange {
    private let first: Int?
    private let last: Int?

    /// Reads a field; nil for one that is not of this form.
    init?(_ field: String) {
        let unit = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard unit.count == 2, unit[0].lowercased() == "bytes" else { return nil }
        let text = String(unit[1]).filter { $0 != " " }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        func isNumber(_ end: Substring) -> Bool { end.utf8.allSatisfy(Ascii.isDigit) }
        guard ends.count == 2, ends.allSatisfy(isNumber), text != "-" else { return nil }
        // A number beyond every file is still a number.
        first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        if let first, let last, last < first { return nil }
    }

    /// The part of a file of so many bytes; nil if it has none of it.
    func part(of count: Int) -> Range<Int>? {
        guard let first else {
            guard let last, last > 0, count > 0 else { return nil }
            return max(0, count - last)..<count
        }
        guard first < count else { return nil }
        return first..<(last.map { min($0, count - 1) + 1 } ?? count)
    }
}
