import PushCommands
import PushText

/// The control protocol as an OpenAPI document, for generators of clients.
///
/// `ControlOperation` and the table of commands are its only sources, so that a command is there as
/// soon as it exists. Commands that drive a shell are not offered.
///
/// The document is of OpenAPI 3.1, whose schemas are those of JSON Schema. Generators name their
/// methods after the operations, so a renamed command renames a method in other people's code.
public enum OpenAPIPage {
    /// The whole document.
    public static var text: String { document.pretty(indent: 1) + "\n" }

    /// The document as a value.
    ///
    /// Members are in the order in which they are written here, so that the file changes no more
    /// than the tables do.
    static var document: JSON {
        var paths: [JSON.Member] = []
        for operation in ControlOperation.all {
            switch operation.name {
            case .command:
                paths += CommandEntry.all.map(\.command).filter(\.isOffered).map { command in
                    JSON.Member(
                        key: operation.path + "/"
                            + command.name.split(separator: " ").joined(separator: "/"),
                        value: ["post": self.operation(of: command)])
                }
            default:
                paths.append(
                    .init(
                        key: operation.path,
                        value: .object([
                            .init(key: operation.method.lowercased(), value: entry(operation))
                        ])))
            }
        }
        paths.append(.init(key: ControlOperation.documentPath, value: ["get": ofItself]))
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "pushsh", "version": .string(Release.version),
                "description": .string(
                    "What `serve --control PORT` offers, on this machine only. The token is in "
                        + "the line of JSON that `serve` prints."),
            ],
            "servers": [
                [
                    "url": "http://127.0.0.1:{port}",
                    "variables": ["port": ["default": "8090"]],
                ]
            ],
            "security": [["token": []]],
            "paths": .object(paths),
            "components": components,
        ]
    }

    /// Describes how to get the document.
    private static var ofItself: JSON {
        [
            "operationId": "openapi", "summary": "Returns this document.",
            "responses": [
                "200": [
                    "description": "The document.",
                    "content": ["application/json": ["schema": ["type": "object"]]],
                ],
                "default": reference("Refused"),
            ],
        ]
    }

    /// Describes an operation: its fields are parameters of a GET, else a body.
    private static func entry(_ operation: ControlOperation) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "operationId", value: .string(operation.name.rawValue)),
            .init(key: "summary", value: .string(operation.summary)),
        ]
        if operation.hasQuery, !operation.fields.isEmpty {
            members.append(
                .init(key: "parameters", value: .array(operation.fields.map(parameter))))
        }
        if !operation.hasQuery {
            let properties = operation.fields.map { field in
                JSON.Member(key: field.name, value: described(schema(field.value), field.summary))
            }
            let needed = operation.fields.filter(\.isRequired).map { JSON.string($0.name) }
            var content = body(.object(properties), needed)
            if operation.name == .run {
                // Statements may be the body by themselves; then the rest is in the query.
                let others = operation.fields.filter { !$0.isRequired }
                members.append(
                    .init(key: "parameters", value: .array(others.map(parameter))))
                content["content"]?["text/plain"] = ["schema": ["type": "string", "minLength": 1]]
            }
            members.append(.init(key: "requestBody", value: content))
        }
        members.append(.init(key: "responses", value: responses(of: operation)))
        return .object(members)
    }

    /// Describes a command, whose parameters are the members of the body.
    private static func operation(of command: Command) -> JSON {
        let properties = command.parameters.map { parameter in
            JSON.Member(
                key: parameter.name, value: described(schema(parameter), parameter.summary))
        }
        let needed = command.parameters.filter {
            if case .positional(true, _) = $0.role { true } else { $0.isNeeded }
        }
        let words = command.name.split(separator: " ").joined(separator: "_")
        let identifier = words.map { $0 == "-" ? "_" : $0 }
        var members: [JSON.Member] = [
            .init(key: "operationId", value: .string("command_" + String(identifier))),
            .init(key: "summary", value: .string(command.summary)),
            .init(key: "parameters", value: .array(deviceFields.map(parameter))),
        ]
        if !properties.isEmpty {
            members.append(
                .init(
                    key: "requestBody",
                    value: body(
                        .object(properties), needed.map { JSON.string($0.name) })))
        }
        let reading = ControlOperation.reading(command)
        members.append(
            .init(key: "responses", value: answers(reading?.answerName ?? "Value")))
        return .object(members)
    }

    /// The field that chooses the device, in the query of every command.
    private static var deviceFields: [ControlOperation.Field] {
        ControlOperation.named(ControlOperation.Name.command.rawValue)?.fields.filter {
            $0.value == .device
        } ?? []
    }

    /// Describes a field as a parameter of the query.
    private static func parameter(_ field: ControlOperation.Field) -> JSON {
        [
            "name": .string(field.name), "in": "query", "required": .bool(field.isRequired),
            "description": .string(field.summary), "schema": schema(field.value),
        ]
    }

    /// Describes a body; other members than these are refused.
    ///
    /// Strict on purpose: a client with a misspelt member learns it from the answer and not from a
    /// push that lacks an option.
    private static func body(_ properties: JSON, _ needed: [JSON]) -> JSON {
        var schema: JSON = [
            "type": "object", "properties": properties, "additionalProperties": false,
        ]
        if !needed.isEmpty { schema["required"] = .array(needed) }
        return [
            "required": .bool(!needed.isEmpty),
            "content": ["application/json": ["schema": schema]],
        ]
    }

    /// Adds a description to a schema.
    private static func described(_ schema: JSON, _ summary: String) -> JSON {
        var schema = schema
        schema["description"] = .string(summary)
        return schema
    }

    /// The schema of a field of the protocol.
    private static func schema(_ value: ControlOperation.Value) -> JSON {
        switch value {
        case .text: ["type": "string", "minLength": 1]
        case .number(let range):
            range.upperBound == .max
                ? ["type": "integer", "minimum": .int(range.lowerBound)]
                : [
                    "type": "integer", "minimum": .int(range.lowerBound),
                    "maximum": .int(range.upperBound),
                ]
        case .duration:
            [
                "type": "string", "minLength": 2,
                "pattern": .string(
                    ["h", "m", "s", "ms"].map { "([1-9][0-9]*\($0))?" }.joined().wholeLine),
            ]
        case .device: ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"]
        case .place:
            ["type": "string", "pattern": "^[0-9]{1,18}([.][0-9]{1,18})?(@[0-9]{1,18})?$"]
        case .object: ["type": "object"]
        }
    }

    /// The schema of a command's parameter: a text or a number unless its values are a few words.
    ///
    /// Words that are only proposed, such as symptoms, may be any others: people ask in their own.
    /// A choice of numbers may be written either way, and a generator makes no type of both. A
    /// payload may be an object as well: it is given as it is.
    private static func schema(_ parameter: ParameterSpec) -> JSON {
        if case .flag = parameter.role { return ["type": "boolean"] }
        var schema: JSON = ["type": ["string", parameter.takesObject ? "object" : "number"]]
        if let choices = parameter.closedChoices, !choices.allSatisfy(\.isDigits) {
            schema = ["enum": .array(choices.map(JSON.string))]
        } else if !parameter.isValid("") {
            schema["minLength"] = 1
        }
        if case .positional(_, true) = parameter.role {
            schema = ["type": "array", "items": schema]
        }
        return schema
    }
}

extension OpenAPIPage {
    /// Describes the answers of an operation.
    private static func responses(of operation: ControlOperation) -> JSON {
        switch operation.name {
        case .run: return answers("Run")
        case .follow:
            return [
                "200": [
                    "description": .string(
                        "Events named `fact`, whose data is a fact as `facts` lists it, "
                            + "`told`, whose data has the line that `serve` printed, and `reset`: "
                            + "a copy was restored, and the facts after its `after` are new."),
                    "content": ["text/event-stream": ["schema": ["type": "string"]]],
                ],
                "default": reference("Refused"),
            ]
        default:
            return answers(operation.answerSchema == nil ? "Value" : operation.answerName)
        }
    }

    /// The schemas of the answers to reading operations.
    private static var readings: [JSON.Member] {
        ControlOperation.all.compactMap { operation in
            operation.answerSchema.map { schema in
                JSON.Member(key: operation.answerName, value: described(schema, operation.summary))
            }
        }
    }

    /// Describes a success of the given schema, and the failures.
    private static func answers(_ schema: String) -> JSON {
        [
            "200": [
                "description": "The answer.",
                "content": [
                    "application/json": [
                        "schema": ["$ref": .string("#/components/schemas/\(schema)")]
                    ]
                ],
            ],
            "default": reference("Refused"),
        ]
    }

    /// Refers to a response that several operations share.
    private static func reference(_ response: String) -> JSON {
        ["$ref": .string("#/components/responses/\(response)")]
    }

    /// The parts that operations share: the token, the refusal, and the schemas.
    private static var components: JSON {
        [
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            "responses": [
                "Refused": [
                    "description": .string(
                        "400: the request is malformed. 401: the token is missing or wrong. 403: "
                            + "the "
                            + "host or the origin is not this machine. 404 and 405: there is no "
                            + "such operation. 409: the command failed, or a file that it names "
                            + "cannot be used. 413: the body is too large. 500: the workspace, "
                            + "the network or the time limit. "
                            + "503: too many streams are open, or too many requests wait. A "
                            + "request that breaks the rules of HTTP gets 408, 417, 431, 501 or "
                            + "505."),
                    "content": [
                        "application/json": ["schema": ["$ref": "#/components/schemas/Refusal"]]
                    ],
                ]
            ],
            "schemas": .object(schemas + readings),
        ]
    }

    /// The schemas that are not of one reading operation.
    private static var schemas: [JSON.Member] {
        let shared: JSON = [
            "Value": [
                "description": .string(
                    "What `--mode json` prints of the command. `query` answers with the list "
                        + "of all rows, or with a list of such lists if its SQL has several "
                        + "statements; more than \(ControlOperation.answerBytes >> 20) MB of "
                        + "rows are refused as `too_many_rows`, with their number.")
            ],
            "Refusal": [
                "type": "object", "required": ["error"],
                "properties": ["error": failure],
            ],
            "Run": run,
        ]
        return shared.objectMembers ?? []
    }

    /// The schema of a failure, as `--mode json` prints it.
    private static var failure: JSON {
        [
            "type": "object", "required": ["code", "message"],
            "properties": [
                "code": [
                    "type": "string",
                    "description": .string(
                        "The code, as in a script's `!code`; `expectation_failed` for a check, and "
                            + "`timeout` if the time limit was reached."),
                ],
                "message": ["type": "string"], "hint": ["type": ["string", "null"]],
                "line": ["type": ["integer", "null"]], "column": ["type": ["integer", "null"]],
                "text": [
                    "type": "string", "description": "The failure as a terminal shows it.",
                ],
            ],
        ]
    }

    /// The schema of the answer to `run`.
    private static var run: JSON {
        [
            "type": "object",
            "required": ["exit_status", "output", "messages", "failures", "tests"],
            "properties": [
                "exit_status": [
                    "type": "integer",
                    "description": .string(
                        "0: everything passed. 1: a command or a check failed. 2: the text is "
                            + "wrong, and nothing ran. 3: the workspace, a file, the network or "
                            + "the time limit."),
                ],
                "output": [
                    "type": "array",
                    "description": .string(
                        "What `--mode jsonl` prints, one value per line: a command's value, or an "
                            + "object whose `type` says what it is, such as `help`."),
                ],
                "messages": ["type": "array", "items": ["type": "string"]],
                "failures": ["type": "array", "items": failure],
                "tests": [
                    "type": "array",
                    "items": [
                        "type": "object",
                        "properties": [
                            "title": ["type": "string"],
                            "status": ["enum": ["passed", "failed", "skipped"]],
                        ],
                    ],
                ],
            ],
        ]
    }
}

extension String {
    /// A pattern for a whole text.
    fileprivate var wholeLine: String { "^\(self)$" }
}
