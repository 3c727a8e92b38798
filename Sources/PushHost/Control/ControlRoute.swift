import PushBackends
import PushCommands
import PushText

/// A request to the control port, read from its method, path, query and body.
enum ControlRoute: Equatable {
    /// An operation that has one answer.
    case request(ControlRequest)
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

    /// The path of the OpenAPI document.
    static let documentPath = "/v1/openapi.json"

    /// Reads a request: 404 for another path, 405 for another method, 400 for wrong fields.
    ///
    /// `Last-Event-ID`, which browsers and libraries send by themselves after a broken stream, goes
    /// before `after`.
    init(_ request: ServiceRequest) throws(ControlRefusal) {
        let path = String(request.barePath)
        if path == Self.documentPath {
            try Self.require("GET", request)
            self = .document
            return
        }
        guard let operation = Self.operation(of: path) else {
            throw ControlRefusal(
                404, "there is no such path", hint: "`GET \(Self.documentPath)` names them")
        }
        try Self.require(operation.method, request)
        do throws(ControlFault) {
            var values: JSON
            switch operation.name {
            case .command: values = try Self.command(path, operation, request)
            case _ where operation.hasQuery: values = try Self.query(request, operation)
            default: values = try Self.body(request, operation)
            }
            var last: StreamPlace?
            if operation.isStream, let text = request.header("Last-Event-ID") {
                last = StreamPlace(text)
                values["after"] = .string(last?.fact.text ?? text)
            }
            let found = try ControlRequest(operation, values)
            guard operation.isStream else {
                self = .request(found)
                return
            }
            let known = found.text("after").flatMap { FactPlace($0) }
            self = .follow(last.map(Start.resumed) ?? known.map(Start.after) ?? .now)
        } catch { throw ControlRefusal(error) }
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
        guard request.method != method else { return }
        throw ControlRefusal(
            405, "this path takes \(method)", [ServiceHeader("Allow", method)])
    }

    /// Reads a command, whose words are in the path and whose arguments are the body.
    private static func command(
        _ path: String, _ operation: ControlOperation, _ request: ServiceRequest
    ) throws(ControlFault) -> JSON {
        var values = try query(request, operation)
        let words = path.dropFirst(operation.path.count).split(separator: "/")
        values["command"] = .string(
            words.map { PercentCoding.decode($0, plusIsBlank: false) }.joined(separator: " "))
        let arguments = try object(request)
        if arguments.objectMembers?.isEmpty != true { values["arguments"] = arguments }
        return values
    }

    /// Returns the fields in a body; statements may also be sent as plain text.
    private static func body(
        _ request: ServiceRequest, _ operation: ControlOperation
    ) throws(ControlFault) -> JSON {
        guard operation.name == .run, request.contentType == "text/plain" else {
            return try object(request)
        }
        var values = try query(request, operation)
        guard let text = String(validating: request.body, as: UTF8.self) else {
            throw ControlFault("the body is not UTF-8")
        }
        values["text"] = .string(text)
        return values
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
    ) throws(ControlFault) -> JSON {
        var members: [JSON.Member] = []
        let text = request.path.drop { $0 != "?" }.dropFirst()
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentCoding.decode(parts[0], plusIsBlank: true)
            let value = PercentCoding.decode(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            guard !members.contains(where: { $0.key == name }) else {
                let shown = VisibleText.escape(String(name.prefix(80)))
                throw ControlFault("`\(shown)` is given twice")
            }
            let field = operation.fields.first { $0.name == name }
            var isNumber = false
            if case .number? = field?.value { isNumber = Int(value) != nil }
            members.append(
                .init(key: name, value: isNumber ? .number(value) : .string(value)))
        }
        return .object(members)
    }
}
