import PushText

/// Makes an APNs payload from Treasure Data's campaign payload, as the sender does.
public enum EngageComposer {
    /// Returns the payload and the paths of the additions, such as `aps.alert`.
    ///
    /// If asked for, the alert is made from `title` and `body` if `aps` lacks one and is not a
    /// silent push; the other two are added if asked for and absent, to a push that shows a text:
    /// any other has nothing to dismiss or to change. Existing members stay.
    public static func compose(
        _ root: JSON, addAlert: Bool = true, addCategory: String?, addMutableContent: Bool
    ) -> (payload: JSON, added: [String]) {
        var payload = root
        let additions = complete(
            &payload, addAlert: addAlert, addCategory: addCategory,
            addMutableContent: addMutableContent)
        return (payload, additions?.paths ?? [])
    }

    /// Makes the additions of `compose` in place, and returns them; nil if there are none.
    ///
    /// Anything but an object is left alone. The alert comes from `title` and `body` as they are:
    /// only strings count, and an empty string is copied. Among several members named `aps` the
    /// last one is completed, since that is the one Apple's parser keeps.
    public static func complete(
        _ root: inout JSON, addAlert: Bool, addCategory: String?, addMutableContent: Bool
    ) -> Additions? {
        guard case .object = root else { return nil }
        let aps = root["aps"]
        var added = Additions()
        var alert = aps?["alert"]
        if addAlert, alert == nil, aps?["content-available"]?.isSetFlag != true {
            alert = Self.alert(of: root)
            added.alert = alert
        }
        let isShown = alert.map(Alert.hasVisibleText) == true
        if isShown, aps?["category"] == nil { added.category = addCategory }
        if isShown, addMutableContent, aps?["mutable-content"] == nil {
            added.isMutableContent = true
        }
        guard !added.isEmpty else { return nil }
        root.withMembers { members in
            if let place = members.lastIndex(named: "aps") {
                members[place].value.withMembers { present in
                    added.framing = present.isEmpty ? -2 : -1
                    present += added.members
                }
            } else {
                added.framing = members.isEmpty ? 6 : 7
                members.insert(JSON.Member(key: "aps", value: .object(added.members)), at: 0)
            }
        }
        return added
    }

    /// The members that a sender's profile added to `aps`; they stay with the push, so that it can
    /// be told apart from the payload that the campaign wrote, in text and in size.
    public struct Additions: Equatable, Sendable {
        fileprivate(set) var alert: JSON?
        fileprivate(set) var category: String?
        fileprivate(set) var isMutableContent = false
        /// The bytes by which the payload grew beyond an object of these members: a comma, and a
        /// new `"aps":`; less the braces in an `aps` that was there.
        fileprivate(set) var framing = 0

        fileprivate var isEmpty: Bool { alert == nil && category == nil && !isMutableContent }

        /// In the order in which they are appended to `aps`, which is the order of `paths` too.
        fileprivate var members: [JSON.Member] {
            var members: [JSON.Member] = []
            members.reserveCapacity(3)
            if let alert { members.append(JSON.Member(key: "alert", value: alert)) }
            if let category {
                members.append(JSON.Member(key: "category", value: .string(category)))
            }
            if isMutableContent { members.append(JSON.Member(key: "mutable-content", value: 1)) }
            return members
        }

        /// The paths, such as `aps.alert`.
        public var paths: [String] {
            var paths: [String] = []
            paths.reserveCapacity(3)
            if alert != nil { paths.append("aps.alert") }
            if category != nil { paths.append("aps.category") }
            if isMutableContent { paths.append("aps.mutable-content") }
            return paths
        }

        /// The bytes by which they made the payload's text longer.
        public var byteCount: Int { JSON.object(members).text.utf8.count + framing }
    }

    /// The alert that the texts at the top make; nil if neither is a string.
    private static func alert(of root: JSON) -> JSON? {
        var texts: [JSON.Member] = []
        texts.reserveCapacity(2)
        for key in ["title", "body"] {
            if let text = root[key], text.stringValue != nil {
                texts.append(JSON.Member(key: key, value: text))
            }
        }
        return texts.isEmpty ? nil : .object(texts)
    }
}
