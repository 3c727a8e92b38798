import PushText

/// The records of the embedded NCMB backend: installations, and how often each push was opened.
public struct NCMBRecords: Equatable, Sendable {
    /// The installations, oldest first.
    public private(set) var installations: [NCMBInstallation] = []
    /// The open counter of each push, oldest first.
    public private(set) var opens: [OpenCount] = []

    /// The open counter of a push.
    public struct OpenCount: Equatable, Sendable {
        /// The push's ID.
        public var push: String
        /// The count.
        public var count: Int
    }

    /// The number of installations and counters kept; the oldest goes first.
    public static let limit = 1000

    /// Makes an empty backend.
    public init() {}

    /// Whether nothing was ever stored.
    public var isEmpty: Bool { installations.isEmpty && opens.isEmpty }

    /// Returns the installation with an ID.
    public func installation(id: String) -> NCMBInstallation? {
        installations.first { $0.objectID == id }
    }

    /// Returns the installation with a device token.
    public func installation(deviceToken: String) -> NCMBInstallation? {
        installations.first { $0.deviceToken == deviceToken }
    }

    /// Returns how often a push was opened.
    public func opens(of push: String) -> Int { opens.first { $0.push == push }?.count ?? 0 }

    /// Applies a request's change.
    public mutating func apply(_ change: NCMBChange) {
        switch change {
        case .saved(let installation):
            installations.removeAll { $0.objectID == installation.objectID }
            installations.append(installation)
            if installations.count > Self.limit { installations.removeFirst() }
        case .opened(let push):
            if let index = opens.firstIndex(where: { $0.push == push }) {
                opens[index].count += 1
                return
            }
            opens.append(OpenCount(push: push, count: 1))
            if opens.count > Self.limit { opens.removeFirst() }
        }
    }

    /// The records as the world's document keeps them.
    package var json: JSON {
        [
            "installations": .array(installations.map(\.json)),
            "opens": .array(opens.map { .array([.string($0.push), .int($0.count)]) }),
        ]
    }

    /// Reads the records of a document; missing ones are none.
    package init(_ json: JSON) {
        installations = (json["installations"]?.arrayValue ?? []).map { NCMBInstallation($0) }
        opens = (json["opens"]?.arrayValue ?? []).map {
            OpenCount(push: $0[0]?.stringValue ?? "", count: $0[1]?.intValue ?? 0)
        }
    }
}

/// A change that a request made at the backend.
public enum NCMBChange: Equatable, Sendable {
    case saved(NCMBInstallation)
    case opened(push: String)
}

/// A request of the NCMB SDK, not yet signed: the keys are the edge's business.
public struct NCMBRequest: Equatable, Sendable {
    /// The purpose of a request.
    public enum Purpose: Equatable, Sendable {
        case save(NCMBInstallation)
        /// By the push's own ID; the notification by its sequence.
        case countOpen(push: String, notification: Int64)
    }

    /// The app that sends it.
    public var app: AppAddress
    /// The purpose of the request.
    public var purpose: Purpose
    /// The method.
    public var method: String
    /// The path below the host.
    public var path: String
    /// The body.
    public var body: JSON
    /// The time of sending.
    public var at: Tick
    /// The records that the backend holds.
    public var records: NCMBRecords
    /// The ID that a new record gets.
    public var newID: String
    /// The source of the keys: `embedded`, `environment`, or a file.
    public var keys: String
    /// Whether the app signs with a client key other than the backend's.
    public var hasWrongKey: Bool

    /// Makes a request.
    package init(
        app: AppAddress, purpose: Purpose, method: String, path: String, body: JSON, at: Tick,
        records: NCMBRecords, newID: String, keys: String, hasWrongKey: Bool
    ) {
        self.app = app
        self.purpose = purpose
        self.method = method
        self.path = path
        self.body = body
        self.at = at
        self.records = records
        self.newID = newID
        self.keys = keys
        self.hasWrongKey = hasWrongKey
    }
}

/// The backend's answer to a request.
public struct NCMBAnswer: Equatable, Sendable {
    /// The request.
    public var request: NCMBRequest
    /// The status; nil if there was no answer.
    public var status: Int?
    /// The body, or a reason.
    public var body: JSON
    /// The change that the request made; nil if it made none.
    public var change: NCMBChange?

    /// Makes an answer.
    public init(_ request: NCMBRequest, status: Int?, body: JSON, change: NCMBChange?) {
        self.request = request
        self.status = status
        self.body = body
        self.change = change
    }
}
