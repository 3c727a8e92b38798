import PushPayload
import PushText

/// The headers of a request to APNs, each in the form that APNs accepts.
struct APNsHeaders: Equatable {
    /// `apns-id`; nil if APNs creates one.
    var id: String?
    /// `apns-push-type`; nil if not sent.
    var type: PushType?
    /// `apns-priority`; nil if not sent.
    var priority: Int?
    /// `apns-expiration`, in Unix seconds; nil if not sent.
    var expiration: Int64?
    /// `apns-collapse-id`; nil if not sent.
    var collapseID: String?
    /// `apns-topic`; nil if not sent.
    var topic: String?

    /// Reads the headers; a malformed one is refused.
    init(_ request: APNsRequest) throws(APNsRefusal) {
        guard !request.hasDuplicates else { throw APNsRefusal("DuplicateHeaders") }
        if let text = request.field("apns-id") {
            guard let id = Self.id(of: request) else {
                throw APNsRefusal("BadMessageId", detail: text)
            }
            self.id = id
        }
        if let text = request.field("apns-expiration") {
            guard let seconds = Int64(digits: text) else {
                throw APNsRefusal("BadExpirationDate", detail: text)
            }
            expiration = seconds
        }
        if let text = request.field("apns-priority") {
            guard let number = [10, 5, 1].first(where: { String($0) == text }) else {
                throw APNsRefusal("BadPriority", detail: text)
            }
            priority = number
        }
        // Senders that always set the field leave it empty. That this is none is not documented by
        // Apple.
        if let text = request.field("apns-collapse-id"), !text.isEmpty {
            guard text.utf8.count <= 64 else { throw APNsRefusal("BadCollapseId", detail: text) }
            collapseID = text
        }
        if let text = request.field("apns-push-type") {
            guard let type = PushType(rawValue: text) else {
                throw APNsRefusal("InvalidPushType", detail: text)
            }
            self.type = type
        }
        if type == .background, priority == 10 { throw APNsRefusal("BadPriority", detail: "10") }
        // A field without a value names no topic.
        topic = request.field("apns-topic").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns `apns-id` if it is a UUID, else nil.
    static func id(of request: APNsRequest) -> String? {
        request.field("apns-id").flatMap { UUIDText.isWhole($0) ? $0 : nil }
    }
}
