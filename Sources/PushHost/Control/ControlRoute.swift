import PushBackends
import PushCommands
import PushText

/// A request to the control port, read from its method, path, query and body.
enum ControlRoute: Equatable {
    /// An operation that has one answer.
    case request(ControlRequest)
    /// Facts after a place in the stream, which a restored copy may have moved.
    case facts(ControlRequest, after: StreamPlace)
    /// The stream of events: from now on, after a known fact, or from where a stream broke off.
    case follow(Start)
    /// The OpenAPI document.
    case document

    /// The place at which a stream begins.
    enum Start: Equatable {
        case now
        case after(FactPlace)
        case resumed(StreamPlace)
    }

    /// Reads a request: 404 for another path, 405 for another method, 400 for wrong fields.
    ///
    /// `Last-Event-ID`, which browsers and libraries send by themselves after a broken stream, goes
    /// before `after`. An empty one says that the client knows no event. The `id` of a streamed
    /// event is a valid `after` as well.
    init(_ request: ServiceRequest) throws(ControlRefusal) {
        let path = String(request.barePath)
        if path == ControlOperation.documentPath {
            try Self.require("GET", request)
            guard let name = request.queryNames.first else {
                self = .document
                return
            }
            throw ControlRefusal(
                400, "the document has no field `\(VisibleText.escape(String(name.prefix(80))))`")
        }
        guard let operation = Self.operation(of: path) else {
            throw ControlRefusal(
                404, "there is no such path",
                hint: "`GET \(ControlOperation.documentPath)` names them")
        }
        try Self.require(operation.method, request)
        do throws(ControlFault) {
            var values = try Self.values(of: operation, path, request)
            let place = Self.place(of: operation, in: &values, request)
            let found = try ControlRequest(operation, values)
            switch operation.name {
            case .follow:
                let known = found.text("after").flatMap { FactPlace($0) }
                self = .follow(place.map(Start.resumed) ?? known.map(Start.after) ?? .now)
            case .facts: self = place.map { .facts(found, after: $0) } ?? .request(found)
            default: self = .request(found)
            }
        } catch { throw ControlRefusal(error) }
    }

    /// Takes the place in the stream that a request names; the fact in it stays in `after`.
    ///
    /// - Returns: nil if the request names none, or the place of a fact alone.
    private static func place(
        of operation: ControlOperation, in values: inout JSON, _ request: ServiceRequest
    ) -> StreamPlace? {
        if operation.isStream, let text = request.header("Last-Event-ID"), !text.isEmpty {
            let last = StreamPlace(text)
            values["after"] = .string(last?.fact.text ?? text)
            return last
        }
        guard operation.fields.contains(where: { $0.value == .place }),
            let text = values["after"]?.stringValue, text.contains("@"),
            let place = StreamPlace(text)
        else { return nil }
        values["after"] = .string(place.fact.text)
        return place
    }

    /// Returns the fields of a request; those in the query count with every method.
    private static func values(
        of operation: ControlOperation, _ path: String, _ request: ServiceRequest
    ) throws(ControlFault) -> JSON {
        var members = try query(request, operation)
        if operation.name == .command {
            members += try command(path, operation, request)
        } else if !operation.hasQuery {
            let found = try body(request, operation)
            // Another value than an object is refused as such.
            guard let fields = found.objectMembers else { return found }
            members += fields
        }
        return .object(members)
    }

    /// Returns the operation of a path; that of `command` goes on with the command's words.
    private static func operation(of path: String) -> ControlOperation? {
        ControlOperation.all.first { operation in
            operation.name == .command
                ? path.hasPrefix(operation.path + "/") : path == operation.path
        }
    }

    /// Refuses another method than a path takes.
    private static func require(
        _ method: String, _ request: ServiceRequest
    ) throws(ControlRefusal) {
        let isGet = method == "GET"
        guard request.method != method, !isGet || !request.isGet else { return }
        throw ControlRefusal(
            405, "this path takes \(method)",
            [HeaderField("Allow", isGet ? "GET, HEAD" : method)])
    }

    /// Reads a command, whose words are in the path and whose arguments are the body.
    private static func command(
        _ path: String, _ operation: ControlOperation, _ request: ServiceRequest
    ) throws(ControlFault) -> [JSON.Member] {
        let words = path.dropFirst(operation.path.count).split(separator: "/")
        let name = words.map { PercentCoding.decode($0, plusIsBlank: false) }
        var members = [JSON.Member(key: "command", value: .string(name.joined(separator: " ")))]
        let arguments = try object(request)
        if arguments.objectMembers?.isEmpty != true {
            members.append(.init(key: "arguments", value: arguments))
        }
        return members
    }

    /// Returns the fields in a body; statements may also be sent as plain text.
    private static func body(
        _ request: ServiceRequest, _ operation: ControlOperation
    ) throws(ControlFault) -> JSON {
        guard operation.name == .run, request.contentType == "text/plain" else {
            return try object(request)
        }
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw ControlFault("the body is not UTF-8")
        }
        return ["text": .string(text)]
    }

    /// Returns a body as JSON; an empty one has no fields.
    private static func object(_ request: ServiceRequest) throws(ControlFault) -> JSON {
        guard !request.body.isEmpty else { return [:] }
        // A web page's form cannot send this type without asking first.
        guard request.contentType == "application/json" else {
            throw ControlFault(
                "expected a body of `application/json`, found "
                    + "`\(VisibleText.escape(String(request.contentType.prefix(80))))`",
                hint: "send the header `Content-Type: application/json`")
        }
        do throws(JSONError) { return try JSONParser.parse(request.body) } catch {
            throw ControlFault("the body is not JSON: \(error.message)", hint: error.hint)
        }
    }

    /// Returns the fields in a path's query; numeric ones become numbers.
    private static func query(
        _ request: ServiceRequest, _ operation: ControlOperation
    ) throws(ControlFault) -> [JSON.Member] {
        var members: [JSON.Member] = []
        let text = request.path.drop { $0 != "?" }.dropFirst()
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentCoding.decode(parts[0], plusIsBlank: true)
            let value = PercentCoding.decode(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            let field = operation.fields.first { $0.name == name }
            var isNumber = false
            if case .number? = field?.value {
                // `Int` would also take a plus sign, which no number in JSON has.
                isNumber = !value.hasPrefix("+") && Int(value) != nil
            }
            members.append(
                .init(key: name, value: isNumber ? .number(value) : .string(value)))
        }
        return members
    }
}
