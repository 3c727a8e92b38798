import PushText

/// The part of a payload that the system reads, as iOS would understand it.
///
/// Values of a wrong type count as absent, but for a Live Activity's state and attributes; `Lint`
/// reports them.
public struct APS: Equatable, Sendable {
    /// The text to show.
    public var alert: Alert?
    /// The badge; nil leaves it as it is, 0 removes it.
    public var badge: Int?
    /// Whether there is a badge that iOS does not read as one.
    public internal(set) var hasUnreadBadge = false
    /// The sound to play; nil for silence.
    public var sound: Sound?
    /// The key by which notifications are grouped into one stack.
    public var threadID: String?
    /// The registered category whose actions are offered.
    public var category: String?
    /// Whether the app is woken in the background.
    public var contentAvailable = false
    /// Whether the service extension gets the notification first.
    public var mutableContent = false
    /// The window of the app that comes to the foreground.
    public var targetContentID: String?
    /// The urgency; nil counts as active.
    public var interruptionLevel: InterruptionLevel?
    /// Its rank among the app's notifications, higher first.
    public var relevanceScore: Double?
    /// The text that the app's Focus filter compares.
    public var filterCriteria: String?
    /// The time at which a Live Activity's content becomes outdated, in UNIX seconds.
    public var staleDate: Double?
    /// A Live Activity's new state; anything but an object cannot be decoded.
    public var contentState: JSON?
    /// The time at which a Live Activity's push was sent, in UNIX seconds.
    public var timestamp: Double?
    /// The change that a push makes to a Live Activity.
    public var event: Event?
    /// The time at which a Live Activity leaves the screen, in UNIX seconds.
    public var dismissalDate: Double?
    /// The type of a Live Activity's attributes.
    public var attributesType: String?
    /// A Live Activity's attributes, with which it starts; anything but an object cannot be
    /// decoded.
    public var attributes: JSON?
    /// Whether a widget's content changed; seen with the push type `widgets`.
    public var contentChanged = false

    /// A change that a push makes to a Live Activity.
    ///
    /// `start` needs a push-to-start token, the other two the token of the activity itself.
    public enum Event: String, Equatable, Sendable, CaseIterable {
        case start, update, end
    }

    /// Creates an empty `aps`.
    public init() {}

    /// Creates what iOS reads from the value of `aps`; anything but an object is empty.
    ///
    /// A key that appears twice has its last value, as in Apple's parser: members are taken in
    /// order, and each overwrites the one before it.
    public init(_ json: JSON) {
        guard case .object(let members) = json else { return }
        // By index, since handing out each member copies it.
        for index in members.indices {
            guard let key = APSKey(rawValue: members[index].key) else { continue }
            take(key, members[index].value)
        }
    }

    /// Sets the property of one key.
    ///
    /// A value of a wrong type resets the property, so a good value under the same key earlier in
    /// the text does not survive it. The keys that no property stands for only matter to `Lint`.
    private mutating func take(_ key: APSKey, _ value: JSON) {
        switch key {
        case .alert: alert = Alert(value)
        case .badge:
            // iOS treats a Boolean as a number, as observed.
            let number = value.boolValue.map { $0 ? 1 : 0 } ?? value.intValue
            badge = number.flatMap { $0 >= 0 ? $0 : nil }
            hasUnreadBadge = badge == nil
        case .sound: sound = Sound(value)
        case .threadID:
            // A content without `thread-id` has an empty one.
            threadID = value.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        case .category: category = value.stringValue
        case .contentAvailable: contentAvailable = value.isSetFlag
        case .mutableContent: mutableContent = value.isSetFlag
        case .targetContentID: targetContentID = value.stringValue
        case .interruptionLevel:
            interruptionLevel = value.stringValue.flatMap(InterruptionLevel.init)
        case .relevanceScore: relevanceScore = value.doubleValue
        case .filterCriteria: filterCriteria = value.stringValue
        case .staleDate: staleDate = value.doubleValue
        case .contentState: contentState = value
        case .timestamp: timestamp = value.doubleValue
        case .event: event = value.stringValue.flatMap(Event.init)
        case .dismissalDate: dismissalDate = value.doubleValue
        case .attributesType: attributesType = value.stringValue
        case .attributes: attributes = value
        case .contentChanged: contentChanged = value.isSetFlag
        case .inputPushToken, .inputPushChannel, .urlArgs: break
        }
    }

    /// Whether there is text to show: a title, subtitle or body, or a key for one.
    @inlinable @inline(__always)
    public var hasVisibleAlert: Bool { alert?.hasVisibleText == true }

    /// Whether the user would see or hear anything: an alert, a badge or a sound.
    @inlinable @inline(__always)
    public var hasInteraction: Bool { hasVisibleAlert || badge != nil || sound != nil }

    /// Whether it starts, updates or ends a Live Activity.
    @inlinable public var isLiveActivity: Bool {
        event != nil || contentState != nil || attributesType != nil
    }
}
