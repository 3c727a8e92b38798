/// The reason why a push changed no Live Activity.
public enum ActivityObstacle: String, CaseIterable, Sendable {
    /// The app's Info.plist lacks `NSSupportsLiveActivities`.
    case unsupported
    /// The user turned Live Activities off for the app.
    case turnedOff = "turned-off"
    /// The device's iOS cannot do what the push asks for.
    case systemTooOld = "system-too-old"
    /// A key that the event needs is missing.
    case incomplete
    /// The app knows no attributes of that type.
    case unknownType = "unknown-type"
    /// The state lacks a key without which the app's type cannot be decoded.
    case undecodable
    /// The token is for another event: a start takes only the push-to-start token.
    case wrongToken = "wrong-token"
    /// The token has not reached the app's code yet, so nobody has an address.
    case unaddressed
    /// There is no Live Activity that the push could mean.
    case missing
    /// It has ended.
    case over
    /// A newer push has been shown already.
    case outdated
    /// The content shown came with a time that is still ahead, so nothing with the present time is
    /// newer.
    case contentAhead = "content-ahead"
    /// The app's budget of immediate updates is used up.
    case budget
    /// The app's budget of starts is used up.
    case startBudget = "start-budget"
    /// The app has no channel of the ID that it is to subscribe to.
    case noChannel = "no-channel"
    /// The app already has the maximum number.
    case tooMany = "too-many"
}
