import PushText

/// One operation of the control protocol; the HTTP port, the lines of JSON, the OpenAPI document
/// and the manual are all made from this table.
///
/// The reading ones stand for a command (`ControlRequest.words`), so that a port never shows what
/// the shell does not.
public struct ControlOperation: Sendable {
    /// The operations.
    public enum Name: String, CaseIterable, Sendable {
        case run, command, status, devices, notifications, events, queue, tokens, facts, snapshots
        case reset, follow
    }

    /// The kind of value in a field of a request.
    public enum Value: Equatable, Sendable {
        /// A text.
        case text
        /// A whole number in a range.
        case number(ClosedRange<Int>)
        /// A length of time such as `30s`.
        case duration
        /// A device's name: letters, digits, `-` and `_`.
        case device
        /// A place among the facts: `12` is after statement 12, `12.3` after its third fact.
        case place
        /// A JSON object.
        case object
    }

    /// A field of a request.
    public struct Field: Sendable {
        /// The name in JSON and in the query of a path.
        public let name: String
        /// The kind of its value.
        public let value: Value
        /// Whether a request is refused without it.
        public let isRequired: Bool
        /// One sentence.
        public let summary: String

        /// A field that is not required must have a meaning when it is absent, which its summary
        /// states.
        init(_ name: String, _ value: Value, isRequired: Bool = false, _ summary: String) {
            self.name = name
            self.value = value
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// The name, which is the `method` of a request in a line of JSON.
    public let name: Name
    /// The HTTP method.
    public let method: String
    /// The HTTP path; that of `command` continues with the command's words.
    public let path: String
    /// One sentence.
    public let summary: String
    /// The fields of a request.
    public let fields: [Field]

    /// Whether the answer is a stream of server-sent events, which only the port can give.
    public var isStream: Bool { name == .follow }
    /// Whether the fields are in the query of the path instead of in a body.
    public var hasQuery: Bool { method == "GET" }
}

extension ControlOperation {
    /// The field that chooses a device, as `@name` does at the prompt.
    private static let device = Field("device", .device, "The device; defaults to the current one.")
    /// The field by which a client continues where it stopped.
    private static let after = Field(
        "after", .place,
        "The `id` of the last known fact; returns those after it. A reset takes the numbers of "
            + "`facts` back, and is known to those of `follow`.")
    /// The field that limits the number of rows.
    private static func limit(_ most: Int, byDefault number: Int? = nil) -> Field {
        Field(
            "limit", .number(1...most),
            "The maximum number to return" + (number.map { "; without it \($0)." } ?? "."))
    }

    /// Declares an operation; every path begins with the protocol's version.
    private init(
        _ name: Name, _ method: String, _ path: String, _ summary: String, _ fields: [Field] = []
    ) {
        self.name = name
        self.method = method
        self.path = "/v1/" + path
        self.summary = summary
        self.fields = fields
    }

    /// Every operation, in the order the manual shows them.
    public static let all: [ControlOperation] = [
        ControlOperation(
            .run, "POST", "run", "Runs statements, as a script or the prompt would.",
            [
                Field("text", .text, isRequired: true, "The statements, one per line."),
                Field(
                    "timeout", .duration,
                    "The most real time they may take, 1h at most; 60s without it."),
            ]),
        ControlOperation(
            .command, "POST", "commands", "Runs one command with named parameters.",
            [
                Field("command", .text, isRequired: true, "The command's words: `app launch`."),
                Field("arguments", .object, "The parameters by their names; a switch is true."),
                device,
            ]),
        ControlOperation(
            .status, "GET", "status", "Shows the current state, like `status`.", [device]),
        ControlOperation(.devices, "GET", "devices", "Lists the devices and their apps."),
        ControlOperation(
            .notifications, "GET", "notifications",
            "Lists what Notification Center shows or holds, and the badge.", [device]),
        ControlOperation(
            .events, "GET", "events", "Lists the tracked events, including those already sent.",
            [
                Field(
                    "after", .number(0...Int.max),
                    "The `sequence` of the last known event, which a reset takes back."),
                limit(rowLimit, byDefault: rowLimit),
                Field("device", .device, "Only this device's events; without it, all devices'."),
            ]),
        ControlOperation(
            .queue, "GET", "queue", "Lists the events that wait to be uploaded.", [device]),
        ControlOperation(
            .tokens, "GET", "tokens", "Shows the app's registration token and device token.",
            [device]),
        ControlOperation(
            .facts, "GET", "facts", "Lists what happened, each fact with its rule.",
            [after, limit(rowLimit, byDefault: rowLimit)]),
        ControlOperation(.snapshots, "GET", "snapshots", "Lists the snapshots."),
        ControlOperation(
            .reset, "POST", "reset", "Restores everything from a snapshot.",
            [Field("snapshot", .text, isRequired: true, "The name `snapshot save` was given.")]),
        ControlOperation(
            .follow, "GET", "follow",
            "Streams what happens as server-sent events, to \(followerLimit) clients at most.",
            [after]),
    ]

    /// The path of the OpenAPI document, which only the port has.
    public static let documentPath = "/v1/openapi.json"

    /// The most streams that are open at a time; another one is refused.
    public static let followerLimit = 32

    /// The most rows in the answer to one request.
    public static let rowLimit = 10_000

    /// The most bytes of output, or of a query's rows, in one answer.
    public static let answerBytes = 16 << 20

    /// The operation of a name.
    public static func named(_ name: String) -> ControlOperation? {
        all.first { $0.name.rawValue == name }
    }
}
