import PushText

/// An object of a payload whose keys Apple defines, with the guess which of them a wrong one stands
/// for.
///
/// `lint` and `why` both ask here, so that they never disagree about what a sender meant.
package enum AppleObject: Sendable {
    case aps, alert

    private static let apsKeys = APSKey.allCases.map(\.rawValue)
    private static let alertKeys = AlertKey.allCases.map(\.rawValue)

    private var keys: [String] { self == .aps ? Self.apsKeys : Self.alertKeys }

    /// Whether Apple defines a key for this object.
    package func defines(_ key: String) -> Bool {
        self == .aps ? APSKey(rawValue: key) != nil : AlertKey(rawValue: key) != nil
    }

    /// The key that a wrong one differs from only in letter case, hyphens and underscores.
    func respelled(_ key: String) -> String? { Suggestion.respelled(key, among: keys) }

    /// The key nearest to a wrong one; nil if none is near.
    func nearest(to key: String) -> String? { Suggestion.nearestName(to: key, among: keys) }

    /// The key of this object that a key which Apple defines for neither was probably meant to be.
    package func meant(by key: String) -> String? {
        guard !AppleObject.aps.defines(key), !AppleObject.alert.defines(key) else { return nil }
        return respelled(key) ?? nearest(to: key)
    }
}
