import PushModel
import PushText

/// The contents of Notification Center, as `notifications` lists them.
package struct NotificationsAnswer: Sendable {
    /// One app's part.
    package struct Part: Sendable {
        /// The app.
        package var app: App
        /// Its Live Activities with their places, the highest rank first.
        package var activities: [SeenActivity]

        /// Describes an app's part.
        package init(app: App, activities: [SeenActivity]) {
            self.app = app
            self.activities = activities
        }

        /// The members of a part.
        private static let members: [JSONForm<Part>.Member] = [
            .number("badge") { $0.app.badge },
            .list("shown", PushNotification.form) { $0.app.center.visible },
            .list("held", PushNotification.form) { $0.app.center.summary },
            .list("stacks", NotificationStack.form) { $0.app.center.stacks },
            .list("activities", SeenActivity.form) { $0.activities },
        ]

        /// The part of the current app.
        fileprivate static let own = JSONForm(members)
        /// A part in the list of several apps'.
        fileprivate static let named = JSONForm(
            [.text("app") { $0.app.address.bundleID }] + members)
    }

    /// The current app's part.
    package var own: Part
    /// Every app's part, the current one's first; nil if only that has any.
    package var all: [Part]?

    /// Makes an answer.
    package init(own: Part, all: [Part]? = nil) {
        self.own = own
        self.all = all
    }

    /// The answer as JSON: the current app's part, and the list of all if there are others.
    package static let form = JSONForm<NotificationsAnswer>(
        Part.own.members.map { $0.within { $0.own } }
            + [.list(ifAny: "apps", Part.named) { $0.all }])
}

/// A Live Activity where it is seen.
package struct SeenActivity: Sendable {
    /// The Live Activity.
    package var activity: Activity
    /// The place, such as `Lock Screen`.
    package var place: String

    /// Describes a Live Activity.
    package init(_ activity: Activity, in place: String) {
        self.activity = activity
        self.place = place
    }

    private static func time(_ tick: Tick?) -> String? {
        tick.map { InstantText.format($0.milliseconds) }
    }

    /// The Live Activity as JSON.
    package static let form = JSONForm<SeenActivity>([
        .text("id") { $0.activity.id },
        .text("type") { $0.activity.attributesType },
        .json("attributes", ["type": "object"]) { $0.activity.attributes },
        .json("content", ["type": "object"]) { $0.activity.content },
        .choice("state") { $0.activity.state },
        .text("place") { $0.place },
        .text(orNull: "started") { time($0.activity.startedAt) },
        .text(orNull: "stale") { time($0.activity.staleAt) },
        .text(orNull: "removed") { time($0.activity.removedAt) },
        .text(orNull: "token") { $0.activity.token },
        .text(orNull: "channel") { $0.activity.channel },
    ])
}

extension NotificationStack {
    /// A stack as JSON: the notifications of a thread by their IDs.
    fileprivate static let form = JSONForm<NotificationStack>([
        .text(orNull: "thread") { $0.threadID },
        .texts("ids") { $0.notifications.map(\.id) },
    ])
}

extension PushNotification {
    /// The notification as scripts see it.
    package static let form = JSONForm<PushNotification>([
        .text("id") { $0.id },
        .choice("place") { $0.place },
        .text(orNull: "title") { $0.title },
        .text(orNull: "subtitle") { $0.subtitle },
        .text(orNull: "body") { $0.body },
        .text(orNull: "campaign_id") { $0.campaignID },
        .text(orNull: "link") { $0.link },
        .text(orNull: "thread") { $0.threadID },
        .text(orNull: "attachment") { $0.attachment },
        .text("at") { InstantText.format($0.arrivedAt.milliseconds) },
    ])
}
