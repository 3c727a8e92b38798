import PushSQL
import PushText

extension TrinoService {
    /// The number below which tokens are: no query has nearly as many answers.
    private static let tokenLimit = Int(Int32.max)

    /// Answers a request for one of the addresses given in answers.
    func fetch(
        _ request: ServiceRequest, _ parts: [String], _ now: Int64, _ isPatient: Bool
    ) throws(ServiceRefusal) -> TrinoAnswer {
        guard let index = queries.firstIndex(where: { $0.id == parts[1] }),
            queries[index].slug == parts[2], let token = Int(parts[3]),
            (0..<Self.tokenLimit).contains(token)
        else { throw ServiceRefusal(status: 404, message: "Query not found") }
        queries[index].askedAt = now
        switch request.method {
        case "DELETE":
            stop(index, .canceled, now)
            queries[index].isDropped = true
            return .response(ServiceResponse(status: 204))
        case "HEAD": return .response(ServiceResponse(status: 200))
        default: break
        }
        if parts[0] == "queued" { return queued(index, request, token, now, isPatient) }
        return try executing(index, request, token, now, isPatient)
    }

    private func queued(
        _ index: Int, _ request: ServiceRequest, _ token: Int, _ now: Int64, _ isPatient: Bool
    ) -> TrinoAnswer {
        let query = queries[index]
        let address = "\(query.id)/\(query.slug)"
        if case .queued = query.state {
            guard !isPatient else { return .wait }
            return .response(
                answer(query, request, now, next: "queued/\(address)/\(token + 1)", page: nil))
        }
        return .response(
            answer(query, request, now, next: "executing/\(address)/0", page: nil, isFirst: true))
    }

    private func executing(
        _ index: Int, _ request: ServiceRequest, _ token: Int, _ now: Int64, _ isPatient: Bool
    ) throws(ServiceRefusal) -> TrinoAnswer {
        let isRepeated = token == queries[index].token
        guard isRepeated || token == queries[index].token + 1 else {
            let isOld = token < queries[index].token
            throw ServiceRefusal(
                status: isOld ? 410 : 404,
                message: isOld ? "the answer \(token) was read, and is gone" : "Query not found")
        }
        if !isRepeated {
            guard queries[index].isOver || !isPatient else { return .wait }
            queries[index].token = token
            queries[index].page = nil
            if case .found(let pages) = queries[index].state,
                queries[index].nextPage < pages.pages.count
            {
                queries[index].page = queries[index].nextPage
                queries[index].nextPage += 1
            }
        }
        let query = queries[index]
        let next = query.hasMore ? "executing/\(query.id)/\(query.slug)/\(token + 1)" : nil
        return .response(answer(query, request, now, next: next, page: query.page))
    }

    /// Writes an answer about a query.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - request: the request to answer.
    ///   - now: the time, in Unix milliseconds.
    ///   - next: the address for the client's next request; nil if it has everything.
    ///   - page: the page of rows; nil for none.
    ///   - isFirst: whether a later answer reports the query's result.
    /// - Returns: the answer.
    func answer(
        _ query: TrinoQuery, _ request: ServiceRequest, _ now: Int64, next: String?, page: Int?,
        isFirst: Bool = false
    ) -> ServiceResponse {
        let base = Self.base(of: request)
        var members: [JSON.Member] = [
            .init(key: "id", value: .string(query.id)),
            .init(key: "infoUri", value: .string("\(base)/ui/query.html?\(query.id)")),
        ]
        if let next {
            members.append(.init(key: "nextUri", value: .string("\(base)/v1/statement/\(next)")))
        }
        var shown = query
        if isFirst, query.isOver { shown.state = .queued }
        var headers: [HeaderField] = []
        var rows: TrinoPages.Page?
        var warnings: [JSON] = []
        if !isFirst {
            switch query.state {
            case .queued, .running: break
            case .failed(let problem):
                headers = query.failureHeaders
                members.append(.init(key: "error", value: problem.json))
            case .found(let pages):
                headers = query.headers
                members += pages.members(query.readsPrecision)
                rows = page.map { pages.pages[$0] }
                warnings = pages.warningMembers
            }
        }
        members.append(
            .init(key: "stats", value: shown.stats(at: now, isLast: next == nil)))
        members.append(.init(key: "warnings", value: .array(warnings)))
        return Self.response(members, rows, headers)
    }

    private static func response(
        _ members: [JSON.Member], _ page: TrinoPages.Page?, _ headers: [HeaderField]
    ) -> ServiceResponse {
        var body: [UInt8] = []
        JSON.object(members).write(to: &body)
        var response = ServiceResponse(
            status: 200,
            headers: [
                HeaderField("Content-Type", "application/json"),
                HeaderField("Cache-Control", "no-store"),
            ] + headers)
        if let page {
            body.removeLast()
            body.append(contentsOf: #","data":["#.utf8)
            body.append(contentsOf: page.bytes)
            response.file = page.file
        }
        response.body = body
        return response
    }
}

extension TrinoQuery {
    /// Whether its client has everything, or wants no more.
    var isRead: Bool { isOver && (isDropped || token >= 0 && !hasMore) }

    /// Whether there is more after the last answer.
    fileprivate var hasMore: Bool {
        switch state {
        case .queued, .running: true
        case .failed: false
        case .found(let pages): nextPage < pages.pages.count
        }
    }
}

extension TrinoPages {
    /// The warnings as Trino's clients read them.
    ///
    /// The code is none of Trino's own, which end far below the first of a connector's.
    fileprivate var warningMembers: [JSON] {
        warnings.map { text in
            [
                "warningCode": ["code": .int(0x0100_0001), "name": "VALUE_READ_AS_NULL"],
                "message": .string(text),
            ]
        }
    }

    /// Returns the members that describe the result in every answer.
    fileprivate func members(_ readsPrecision: Bool) -> [JSON.Member] {
        var members: [JSON.Member] = []
        if let columns {
            let parts = columns.map { $0.json(readsPrecision: readsPrecision) }
            members.append(.init(key: "columns", value: .array(parts)))
        } else {
            // A statement without rows answers with one, which shows clients that it succeeded.
            let column = QueryColumn(name: "result", type: .boolean)
            let part = column.json(readsPrecision: readsPrecision)
            members.append(.init(key: "columns", value: [part]))
        }
        if let updateType {
            members.append(.init(key: "updateType", value: .string(updateType)))
        }
        if let updateCount { members.append(.init(key: "updateCount", value: .int(updateCount))) }
        return members
    }
}
