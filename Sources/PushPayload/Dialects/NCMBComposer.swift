import PushText

/// Makes a device payload from a push object of the NIFCLOUD mobile backend, as that service did.
///
/// Source: the service's SDKs ncmb_swift and ncmb_ios, whose statements on the place of the
/// user's JSON contradict each other.
public struct NCMBComposer: Equatable, Sendable {
    /// The object of the payload that receives the members of `userSettingValue`.
    public enum UserJSONPlace: Equatable, Sendable {
        /// Beside `aps`, as in the newer source.
        case topLevel
        /// Under `com.nifcloud.mbaas.Data`.
        case data
    }

    /// The push's ID, the value of `com.nifcloud.mbaas.PushId`.
    public var pushID: String
    /// The badge in the installation record, to which `badgeIncrementFlag` adds one.
    public var installationBadge: Int
    /// The object of the payload that receives the members of `userSettingValue`.
    public var userJSONPlace: UserJSONPlace

    /// Creates a composer.
    public init(
        pushID: String, installationBadge: Int = 0, userJSONPlace: UserJSONPlace = .topLevel
    ) {
        self.pushID = pushID
        self.installationBadge = installationBadge
        self.userJSONPlace = userJSONPlace
    }

    /// The settings that only a push object has.
    static let telltaleKeys = [
        "immediateDeliveryFlag", "deliveryTime", "searchCondition", "badgeIncrementFlag",
        "badgeSetting", "richUrl", "deliveryExpirationTime", "deliveryExpirationDate",
        "userSettingValue",
    ]

    /// Returns the payload that the device gets for a push object.
    ///
    /// Throws if the service's console would reject the push: a badge with `contentAvailable`,
    /// or user JSON that is not an object.
    ///
    /// Keys that only Android reads, and the delivery settings, leave no trace in the payload.
    public func compose(_ push: JSON) throws(CompositionRefusal) -> Composition {
        guard push.objectMembers != nil else {
            throw CompositionRefusal(
                field: "push", message: "found \(push.kindName), wanted an object")
        }
        var notes: [String] = []
        let wakes = push["contentAvailable"]?.isSetFlag == true
        var badge = push["badgeSetting"]?.intValue
        if push["badgeIncrementFlag"]?.isSetFlag == true {
            let (next, isTooLarge) = installationBadge.addingReportingOverflow(1)
            guard !isTooLarge else {
                throw CompositionRefusal(
                    field: "badgeIncrementFlag",
                    message: "the badge is \(installationBadge) already, the greatest number")
            }
            badge = next
        }
        guard !wakes || badge == nil else {
            throw CompositionRefusal(
                field: "contentAvailable", message: "found a badge as well, wanted only one")
        }
        var members = [JSON.Member(key: "aps", value: aps(of: push, badge: badge, wakes: wakes))]
        members.append(
            JSON.Member(key: NCMBKey.pushID, value: .string(pushID)))
        if let url = push["richUrl"]?.stringValue, !url.isEmpty {
            members.append(JSON.Member(key: NCMBKey.richURL, value: .string(url)))
        }
        if let value = push["userSettingValue"], !value.isNull {
            guard let own = value.objectMembers else {
                throw CompositionRefusal(
                    field: "userSettingValue",
                    message: "found \(value.kindName), wanted an object")
            }
            if userJSONPlace == .topLevel {
                members += own.filter { $0.key != "aps" }
            } else {
                members.append(JSON.Member(key: NCMBKey.data, value: value))
            }
        }
        if !wakes, push["userSettingValue"] != nil {
            notes.append("without `contentAvailable` the app only reads the payload on a tap")
        }
        return Composition(payload: .object(members), headers: [], notes: notes)
    }

    /// A title makes the alert an object; a message alone makes it a string.
    ///
    /// Empty strings are left out, except that an empty `sound` keeps the default from being filled
    /// in.
    private func aps(of push: JSON, badge: Int?, wakes: Bool) -> JSON {
        var aps: [JSON.Member] = []
        let message = push["message"]?.stringValue.map { JSON.string($0) }
        if let title = push["title"], title.stringValue?.isEmpty == false {
            var alert: JSON = ["title": title]
            alert["body"] = message
            aps.append(JSON.Member(key: "alert", value: alert))
        } else if let message {
            aps.append(JSON.Member(key: "alert", value: message))
        }
        // The console fills in `default` if no sound was chosen; an empty one is silence.
        let sound = push["sound"] ?? (aps.isEmpty ? .null : "default")
        if let badge { aps.append(JSON.Member(key: "badge", value: .int(badge))) }
        for (key, value) in [("sound", sound), ("category", push["category"] ?? .null)]
        where value.stringValue?.isEmpty == false {
            aps.append(JSON.Member(key: key, value: value))
        }
        if wakes { aps.append(JSON.Member(key: "content-available", value: 1)) }
        return .object(aps)
    }
}
