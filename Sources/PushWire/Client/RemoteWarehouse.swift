import PushModel
import PushText

/// A client of Treasure Data's query API (REST v3): issues a Trino job, waits for it, reads its
/// rows.
///
/// Sources: the API's OpenAPI description (api-evangelist/treasure-data) and td-client-python,
/// tdclient/api.py: form-coded parameters, GET repeated on 5xx, POST never.
public final class RemoteWarehouse {
    /// A column of the result.
    public struct Column: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// Its type in Trino's words.
        public var type: String
    }

    private let client: WireClient
    private let query: RemoteQuery
    private let key: String
    private let isInterrupted: () -> Bool

    /// The size limit of a result in bytes, the same as for a query in the warehouse here.
    private static let resultLimit = 256 << 20
    /// The intervals, in milliseconds, for polling the job; the last one repeats.
    private static let looks: [Int64] = [100, 200, 500, 1000, 2000, 5000]
    /// The milliseconds before a GET is retried after 5xx or no answer.
    private static let retries: [Int64] = [500, 1000, 2000, 4000]

    /// Prepares a query; the key goes into the requests' headers and nowhere else.
    public init(
        _ client: WireClient, _ query: RemoteQuery, key: String,
        isInterrupted: @escaping () -> Bool
    ) {
        self.client = client
        self.query = query
        self.key = key
        self.isInterrupted = isInterrupted
    }

    /// Runs the query to its end.
    ///
    /// - Parameters:
    ///   - status: receives the job's number and state while it waits.
    ///   - columns: receives the columns, before the first row.
    ///   - row: receives a row; false ends the reading.
    /// - Throws: why there are no rows, or not all of them.
    public func run(
        status: (String, String) -> Void, columns: ([Column]) -> Void, row: ([Cell]) -> Bool
    ) throws(TreasureDataFault) {
        let job = try issue()
        do throws(TreasureDataFault) {
            try wait(for: job, status)
            let shown = try get("/v3/job/show/\(job)")
            guard shown["status"]?.stringValue == "success" else { throw failure(shown, job) }
            let names = try Self.columns(shown)
            columns(names)
            try rows(of: job, names, row)
        } catch {
            guard case .wire(let failure) = error, failure.kind == .interrupted else {
                throw error
            }
            kill(job)
            throw .interrupted(job: job)
        }
    }

    private func issue() throws(TreasureDataFault) -> String {
        let answer: JSON
        do throws(TreasureDataFault) {
            var request = message("POST", "/v3/job/issue/trino/\(query.database)")
            request.headers.append(.init("Content-Type", "application/x-www-form-urlencoded"))
            request.body = Array(("query=" + PercentCoding.encode(query.sql, keeping: "-._~")).utf8)
            answer = try send(request).requiredJSON()
        } catch {
            guard case .wire(let failure) = error, failure.kind == .interrupted else {
                throw error
            }
            throw .interrupted(job: nil)
        }
        let id = answer["job_id"] ?? answer["job"]
        let text = id?.stringValue ?? id?.intValue.map { String($0) } ?? ""
        // It becomes part of a path.
        guard text.utf8.count <= 20, text.isDigits else {
            throw .unreadable("the answer to the query has no job number")
        }
        return text
    }

    /// Returns when the job has ended in any way; throws if it is interrupted.
    private func wait(
        for job: String, _ status: (String, String) -> Void
    ) throws(TreasureDataFault) {
        var look = 0
        while true {
            let state = try get("/v3/job/status/\(job)")["status"]?.stringValue ?? ""
            switch state {
            case "success", "error", "killed": return
            case "queued", "booting", "running": status(job, state)
            default: throw .unreadable("job \(job) has no status that is known")
            }
            try pause(Self.looks[min(look, Self.looks.count - 1)])
            look += 1
        }
    }

    private func pause(_ milliseconds: Int64) throws(TreasureDataFault) {
        if Pause.wait(milliseconds, isInterrupted: isInterrupted) {
            throw .wire(WireFailure(.interrupted, "interrupted"))
        }
    }

    /// Best effort: an answer is not awaited for more than three seconds, and failures are ignored.
    private func kill(_ job: String) {
        var request = message("POST", "/v3/job/kill/\(job)")
        // The person who pressed ^C waits for this request, so not for long.
        request.limitMilliseconds = 3000
        _ = try? client.send(request, options: query.wire.options)
    }

    private func failure(_ shown: JSON, _ job: String) -> TreasureDataFault {
        if shown["status"]?.stringValue == "killed" { return .killed(job: job) }
        let debug = shown["debug"]
        let output =
            (debug?["stderr"]?.stringValue ?? "") + "\n"
            + (debug?["cmdout"]?.stringValue ?? "")
        let found = TrinoError(output)
        return .failed(
            IngestMessage.shown(found.message, key: key), offset: found.offset(in: query.sql))
    }

    private static func columns(_ shown: JSON) throws(TreasureDataFault) -> [Column] {
        guard let text = shown["hive_result_schema"]?.stringValue,
            let schema = try? JSONParser.parse(Array(text.utf8)), let pairs = schema.arrayValue
        else { throw .unreadable("the job's answer has no `hive_result_schema`") }
        return pairs.map {
            Column(name: $0[0]?.stringValue ?? "", type: $0[1]?.stringValue ?? "")
        }
    }

    /// Reads rows, one JSON array per line.
    private func rows(
        of job: String, _ columns: [Column], _ row: ([Cell]) -> Bool
    ) throws(TreasureDataFault) {
        let spool: WireSpool
        do throws(WireFailure) { spool = try WireSpool(limit: Self.resultLimit) } catch {
            throw .wire(error)
        }
        _ = try send(message("GET", "/v3/job/result/\(job)?format=json"), into: spool)
        var isReadable = true
        var count = 0
        do throws(WireFailure) {
            try spool.eachLine { line in
                count += 1
                if count & 63 == 0, isInterrupted() { return false }
                guard let values = try? JSONParser.parse(line).arrayValue,
                    values.count == columns.count
                else {
                    isReadable = false
                    return false
                }
                return row(zip(values, columns).map { Cell($0, type: $1.type) })
            }
        } catch { throw .wire(error) }
        // The job is over, so there is none to kill.
        if isInterrupted() { throw .interrupted(job: nil) }
        guard isReadable else {
            throw .unreadable("a line of the result is not a row of its columns")
        }
    }

    private func get(_ path: String) throws(TreasureDataFault) -> JSON {
        try send(message("GET", path)).requiredJSON()
    }

    private func message(_ method: String, _ path: String) -> WireRequest {
        var base = query.url
        while base.hasSuffix("/") { base.removeLast() }
        return WireRequest(
            method: method, url: base + path,
            headers: HeaderField.treasureData(key: key)
                + [.init("Accept-Encoding", "gzip")],
            limitMilliseconds: Int64(query.wire.timeoutSeconds) * 1000)
    }

    /// Sends a request; one that only reads is repeated after 5xx and after no answer.
    private func send(
        _ request: WireRequest, into spool: WireSpool? = nil
    ) throws(TreasureDataFault) -> WireResponse {
        var attempt = 0
        while true {
            let fault: TreasureDataFault
            let mayPass: Bool
            do throws(WireFailure) {
                let response = try client.send(
                    request, options: query.wire.options, into: spool,
                    isInterrupted: isInterrupted)
                if response.status == 200 { return response }
                fault = .refused(response.status, response.message(hiding: key))
                mayPass = response.status >= 500
            } catch {
                fault = .wire(error)
                mayPass = error.mayPass
            }
            guard mayPass, request.method == "GET", attempt < Self.retries.count else {
                throw fault
            }
            try pause(Self.retries[attempt])
            attempt += 1
        }
    }
}

extension WireSettings {
    /// The settings for making connections.
    public var options: WireOptions {
        WireOptions(
            authorityFile: authorityFile, pins: pins.flatMap(CertificatePin.list) ?? [])
    }
}

extension Cell {
    /// Makes the cell of a result value, with the type that the schema names.
    init(_ value: JSON, type: String) {
        switch value {
        case .null: self = .null
        case .string(let text): self = .text(text)
        case .bool(let flag): self = .boolean(flag)
        case .number(let lexeme):
            let isFloating = ["double", "float", "real"].contains(type)
            if let number = Int64(lexeme), !isFloating {
                self = .integer(number)
            } else if let number = Double(lexeme), !type.hasPrefix("decimal") {
                // As the warehouse here shows it: 1.0 and not 1.
                let text = FloatText.java(number, isReal: type != "double")
                self = number.isFinite ? .json(text) : .text(text)
            } else {
                self = .text(lexeme)
            }
        case .array, .object: self = .json(value.text)
        }
    }
}

/// Trino's message about a failed query.
struct TrinoError: Equatable {
    /// Its words, without the place.
    var message: String
    /// Line and column, both from 1, in characters.
    var place: (line: Int, column: Int)?

    /// Finds `line 1:8: …` in a job's output, or else takes its last line.
    init(_ output: String) {
        let lines = output.split(whereSeparator: \.isNewline).map { line in
            String(line.drop { $0 == " " || $0 == "\t" })
        }
        message = lines.last { !$0.isEmpty } ?? "the job failed and says nothing"
        for line in lines.reversed() {
            guard let found = Self.place(in: line) else { continue }
            message = found.message
            place = (found.line, found.column)
            return
        }
    }

    static func == (left: TrinoError, right: TrinoError) -> Bool {
        left.message == right.message && left.place?.line == right.place?.line
            && left.place?.column == right.place?.column
    }

    private static func place(
        in text: String
    ) -> (message: String, line: Int, column: Int)? {
        var words = Substring(text)
        while let start = words.firstRange(of: "line ") {
            words = words[start.upperBound...]
            let parts = words.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            if parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]), line > 0,
                column > 0
            {
                return (String(parts[2].drop { $0 == " " }), line, column)
            }
        }
        return nil
    }

    /// Returns the place as bytes from the beginning of the SQL; nil if it is not in it.
    func offset(in sql: String) -> Int? {
        guard let place else { return nil }
        var index = sql.startIndex
        for _ in 1..<place.line {
            guard let end = sql[index...].firstIndex(where: \.isNewline) else { return nil }
            index = sql.index(after: end)
        }
        guard
            let found = sql.unicodeScalars.index(
                index, offsetBy: place.column - 1, limitedBy: sql.endIndex)
        else { return nil }
        return sql.utf8.distance(from: sql.startIndex, to: found)
    }
}
