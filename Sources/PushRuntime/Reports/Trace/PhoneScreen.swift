import PushLanguage
import PushModel
import PushSimulation
import PushText

/// The phone at one moment, as a person holding it would see it.
public struct PhoneScreen: Equatable, Sendable {
    /// A notification on the phone.
    public struct Card: Equatable, Sendable {
        /// The place where it is seen.
        public var place: PushNotification.Place
        /// The title; nil if it has none.
        public var title: String?
        /// The second line.
        public var subtitle: String?
        /// The text.
        public var body: String?
        /// The attachment: `image/png, 24 KB`.
        public var attachment: String?
        /// `TIME SENSITIVE` or `CRITICAL`, if the phone shows such a mark.
        public var mark: String?
        /// The time since it arrived, as shown in its corner.
        public var age: String
        /// The number of notifications below it in its stack.
        public var more: Int
    }

    /// A Live Activity on the phone.
    public struct Live: Equatable, Sendable {
        /// The name of its `ActivityAttributes` type.
        public var type: String
        /// The text it shows: the values of its `ContentState`.
        public var text: String
        /// `stale` or `ended`; nil while it is active and up to date.
        public var state: String?
        /// Whether it is in the Dynamic Island instead of on the Lock Screen.
        public var isInIsland: Bool
    }

    /// The most stacks to draw; the others are counted.
    public static let cardLimit = 4

    /// The device's name.
    public var device: String
    /// The time of day in UTC.
    public var clock: String
    /// The app's name.
    public var app: String
    /// The app's state, as `foreground`.
    public var state: String
    /// Whether the screen is locked.
    public var isLocked: Bool
    /// Whether a Focus is on.
    public var hasFocus: Bool
    /// Whether the device reaches the network.
    public var isOnline: Bool
    /// The app's screen; nil unless the app is in the foreground.
    public var screen: String?
    /// The number on the icon; 0 shows none.
    public var badge: Int
    /// The number of events in the queue.
    public var queue: Int
    /// The user who is logged in.
    public var user: String?
    /// The permission that the user gave the app.
    public var permission: String
    /// The app's Live Activities, the one of the highest rank first.
    public var live: [Live]
    /// The newest notification of each stack, newest first.
    public var cards: [Card]
    /// The number of stacks beyond those that are drawn.
    public var hiddenCards: Int
    /// The number of notifications in the scheduled summary.
    public var held: Int

    /// Takes a picture of the current device.
    public init(_ world: World) {
        let now = world.surroundings.now
        let shown = world.device
        device = shown.name
        clock = Age.clock(now)
        isLocked = shown.status.isLocked
        hasFocus = shown.status.focus
        isOnline = shown.status.isOnline && world.surroundings.network.mode != .off
        guard let app = world.app else {
            self.app = ""
            state = ""
            screen = nil
            badge = 0
            queue = 0
            user = nil
            permission = ""
            live = []
            cards = []
            hiddenCards = 0
            held = 0
            return
        }
        self.app = NotificationDrawing.name(ofBundleID: app.address.bundleID)
        state = app.state.rawValue
        screen = app.state == .foreground ? app.screen.map(Secrets.shown) : nil
        badge = app.badge
        queue = app.queue.count
        user = app.userID.map(Secrets.shown)
        permission = app.permission.status.rawValue
        live = app.activities.ranked.enumerated().map { rank, activity in
            Live(activity, isInIsland: activity.isInIsland(rank, on: shown))
        }
        let stacks = app.center.stacks
        cards = stacks.prefix(Self.cardLimit).compactMap { stack in
            var seen = stack
            seen.notifications = stack.notifications.map { app.readable($0, on: shown.status) }
            return Card(seen, now)
        }
        hiddenCards = max(0, stacks.count - Self.cardLimit)
        held = app.center.heldCount
    }

    /// The values that differ from an earlier picture, for a list of a step's changes.
    func differences(since before: PhoneScreen) -> [TraceStep.Difference] {
        zip(Self.values(before), Self.values(self)).compactMap { old, new in
            old.value == new.value
                ? nil : .init(name: new.name, before: old.value, after: new.value)
        }
    }

    private static func values(_ screen: PhoneScreen) -> [(name: String, value: String)] {
        [
            ("device", screen.device), ("app", screen.state),
            ("lock", screen.isLocked ? "locked" : "unlocked"),
            ("focus", screen.hasFocus ? "on" : "off"),
            ("network", screen.isOnline ? "online" : "offline"),
            ("permission", screen.permission), ("user", screen.user ?? "nobody"),
            ("screen", screen.screen ?? "none"), ("badge", String(screen.badge)),
            ("queue", String(screen.queue)),
        ]
    }
}

extension PhoneScreen.Live {
    /// Draws a Live Activity.
    init(_ activity: Activity, isInIsland: Bool) {
        type = Secrets.shown(activity.attributesType)
        let values = activity.content.objectMembers?.map { member in
            "\(member.key): \(member.value.stringValue ?? member.value.text)"
        }
        text = Secrets.shown(values?.joined(separator: ", ") ?? activity.content.text)
        state = activity.state == .active ? nil : activity.state.rawValue
        self.isInIsland = isInIsland
    }
}

extension PhoneScreen.Card {
    /// Draws the top of a stack; nil for an empty one.
    init?(_ stack: NotificationStack, _ now: Tick) {
        guard let top = stack.notifications.first else { return nil }
        place = top.place
        title = top.title.map(Secrets.shown)
        subtitle = top.subtitle.map(Secrets.shown)
        body = top.body.map(Secrets.shown)
        attachment = top.attachment
        mark = NotificationDrawing.mark(of: top.level)
        age = Age.text(top.arrivedAt, now)
        more = stack.notifications.count - 1
    }
}
