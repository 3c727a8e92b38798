import PushText

/// A request about broadcast channels, read from its method and path.
public enum ChannelRequest: Equatable, Sendable {
    /// `POST /1/apps/BUNDLE/channels`.
    case create
    /// `GET /1/apps/BUNDLE/channels`.
    case read
    /// `DELETE /1/apps/BUNDLE/channels`.
    case delete
    /// `GET /1/apps/BUNDLE/all-channels`.
    case list
    /// `POST /4/broadcasts/apps/BUNDLE`, on the host of ordinary pushes.
    case send

    /// Whether the call belongs to the management API, which has a host and a port of its own.
    public var isManagement: Bool { self != .send }

    /// Finds the calls and the app of a path; nil if it is not about channels.
    ///
    /// - Returns: the calls by their methods, and the bundle ID.
    static func calls(at path: String) -> (calls: [String: ChannelRequest], bundleID: String)? {
        guard !path.utf8.contains(UInt8(ascii: "?")) else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(String.init)
        switch parts.count {
        case 4 where parts[0] == "1" && parts[1] == "apps" && parts[3] == "channels":
            return (["POST": .create, "GET": .read, "DELETE": .delete], parts[2])
        case 4 where parts[0] == "1" && parts[1] == "apps" && parts[3] == "all-channels":
            return (["GET": .list], parts[2])
        case 4 where parts[0] == "4" && parts[1] == "broadcasts" && parts[2] == "apps":
            return (["POST": .send], parts[3])
        default: return nil
        }
    }
}

extension APNsRequest {
    /// Whether it is about broadcast channels, judged by its path alone.
    public var isAboutChannels: Bool { !isForDevice && ChannelRequest.calls(at: path) != nil }

    /// Returns the field by which each answer names the request, and the ID that the request chose.
    ///
    /// The ID is nil if the request chose none that is a UUID. `manages` is whether it came where
    /// channels are managed.
    public func answerID(manages: Bool) -> (field: String, own: String?) {
        let name = manages || isAboutChannels ? "apns-request-id" : "apns-id"
        return (name, field(name).flatMap { UUIDText.isWhole($0) ? $0 : nil })
    }
}
