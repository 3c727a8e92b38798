/// Why a push changed no Live Activity.
public enum ActivityObstacle: String, CaseIterable, Sendable {
    /// The app's Info.plist lacks `NSSupportsLiveActivities`.
    case unsupported
    /// The user turned Live Activities off for the app.
    case turnedOff = "turned-off"
    /// The device's iOS cannot do what the push asks for.
    case systemTooOld = "system-too-old"
    /// A key is missing that the event needs.
    case incomplete
    /// The app knows no attributes of that type.
    case unknownType = "unknown-type"
    /// The state lacks a key without which the app's type cannot be decoded.
    case undecodable
    /// The token is for another event: a start needs the push-to-start token, and nothing else.
    case wrongToken = "wrong-token"
    /// No token to start one has come to the app's code yet, so that nobody has an address.
    case unaddressed
    /// None is there that the push could mean.
    case missing
    /// It has ended.
    case over
    /// A newer push was shown already.
    case outdated
    /// The app's budget of immediate updates is used up.
    case budget
    /// The app's budget of starts is used up.
    case startBudget = "start-budget"
    /// The app has as many as it may have.
    case tooMany = "too-many"
}
