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
        guard var members = root.objectMembers else { return (root, []) }
        var added: [String] = []
        var aps = root["aps"] ?? .object([])
        if addAlert, aps["alert"] == nil, aps["content-available"]?.isSetFlag != true,
            let alert = alert(of: root)
        {
            aps["alert"] = alert
            added.append("aps.alert")
        }
        let isShown = aps["alert"].flatMap { Alert($0) }?.hasVisibleText == true
        if isShown, let addCategory, aps["category"] == nil {
            aps["category"] = .string(addCategory)
            added.append("aps.category")
        }
        if isShown, addMutableContent, aps["mutable-content"] == nil {
            aps["mutable-content"] = 1
            added.append("aps.mutable-content")
        }
        guard !added.isEmpty else { return (root, []) }
        if let place = members.lastIndex(where: { $0.key == "aps" }) {
            members[place].value = aps
        } else {
            members.insert(JSON.Member(key: "aps", value: aps), at: 0)
        }
        return (.object(members), added)
    }

    private static func alert(of root: JSON) -> JSON? {
        var texts: [JSON.Member] = []
        for key in ["title", "body"] {
            if let text = root[key], text.stringValue != nil {
                texts.append(JSON.Member(key: key, value: text))
            }
        }
        return texts.isEmpty ? nil : .object(texts)
    }
}
