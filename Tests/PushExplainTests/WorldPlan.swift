import PushModel
import PushPayload
import PushText

@testable import PushExplain
@testable import PushSimulation

/// What happens in one generated world: an app, a state, a push, and what the user does with it.
struct WorldPlan {
    enum State: CaseIterable {
        case foreground, background, notRunning, forceQuit
    }

    /// How the push is sent: straight to APNs, as an FCM message, or as Treasure Data sends it.
    enum Way: CaseIterable {
        case apns, fcm, treasureData
    }

    var profile: Profile
    var state: State
    var way: Way
    /// What happens before the app is launched.
    var before: [Action] = []
    var launches = true
    /// What happens after it, and before the app is brought into its state.
    var after: [Action] = []
    /// What happens right before the push.
    var last: [Action] = []
    var letter = Letter()
    var pushType: String?
    var priority: Int?
    var timeToLive: Int?
    var bundleID: String?
    /// What happens after the push.
    var later: [Action] = []
    var taps = false
    var dismisses = false
    var flushes = false
    var answers: [UploadAnswer] = []
    /// What somebody changes once all of it is over, and whether time passes before that.
    var change: LaterChange?
    var changesAtOnce = false

    /// Whether the push may still wait for the app when all of it is over.
    var waits: Bool { letter.contentAvailable && !taps }

    /// The parts of a payload, each as JSON where its shape matters.
    struct Letter {
        /// Nil where the sender names none, and the phone makes one.
        var id: String? = "m1"
        var alert: String? = #"{"title": "Sale", "body": "Today only"}"#
        var isMutable = false
        var contentAvailable = false
        var sound: String?
        var badge: String?
        var level: String?
        var category: String? = "engage"
        var filter: String?
        var own: [(key: String, value: String)] = []
        /// What it is in the place of all that, for a Live Activity.
        var activity: ActivityLetter?

        func text(_ way: Way) -> String {
            if let activity {
                return "{" + (id.map { "\"message_id\": \"\($0)\", " } ?? "")
                    + "\"aps\": \(activity.aps)}"
            }
            var aps: [String] = []
            if let alert { aps.append("\"alert\": \(alert)") }
            if isMutable { aps.append(#""mutable-content": 1"#) }
            if contentAvailable { aps.append(#""content-available": 1"#) }
            if let sound { aps.append("\"sound\": \(sound)") }
            if let badge { aps.append("\"badge\": \(badge)") }
            if let level { aps.append("\"interruption-level\": \"\(level)\"") }
            if let category { aps.append("\"category\": \"\(category)\"") }
            if let filter { aps.append("\"filter-criteria\": \"\(filter)\"") }
            var root = id.map { ["\"message_id\": \"\($0)\""] } ?? []
            if way != .apns { root.append(#""gcm.message_id": "0:1""#) }
            if way == .treasureData { root.append(#""td_campaign_id": "c1""#) }
            root += own.map { "\"\($0.key)\": \"\($0.value)\"" }
            root.append("\"aps\": {" + aps.joined(separator: ", ") + "}")
            return "{" + root.joined(separator: ", ") + "}"
        }
    }

    /// Whether its push is that of another plan.
    func isLike(_ other: WorldPlan) -> Bool {
        letter.text(way).utf8.count == other.letter.text(way).utf8.count
            && letter.isMutable == other.letter.isMutable && letter.alert == other.letter.alert
            && pushType == other.pushType && priority == other.priority
            && timeToLive == other.timeToLive && bundleID == other.bundleID
            && answers.count == other.answers.count
    }

    /// The push as its gateway takes it.
    var push: Action {
        let text = letter.text(way)
        let payload = (try? Payload(bytes: Array(text.utf8))) ?? Payload(root: .null)
        var push = Push(
            payload: payload, byteCount: text.utf8.count, pushType: pushType, priority: priority,
            bundleID: bundleID)
        push.timeToLive = timeToLive
        push.isSentByFCM = way != .apns
        return .receive(push)
    }

    /// The actions that bring a launched app into the state.
    private var intoState: [Action] {
        switch state {
        case .foreground: []
        case .background: [.app(.background)]
        case .notRunning: [.app(.kill)]
        case .forceQuit: [.app(.forceQuit)]
        }
    }

    /// Everything up to the push; a test that mends the world sends it once more.
    func story() -> Story {
        var story = Story()
        story.answers = answers
        var actions: [Action] = []
        if profile != .treasureData { actions.append(.app(.install(profile, bundleID: nil))) }
        actions += before
        if launches { actions += [.launch] + after + intoState }
        for action in actions + last { story.act(action) }
        return story
    }

    /// The whole world.
    func run() -> Story {
        var story = story()
        story.act(push)
        finish(&story)
        return story
    }

    /// What the user and the app do with a push that came.
    func finish(_ story: inout Story) {
        if taps { story.act(.tap(id: letter.id, button: nil, opensLink: true)) }
        if dismisses { story.act(.dismiss(id: letter.id)) }
        for action in later { story.act(action) }
        if flushes { story.act(.flush) }
        guard let change else { return }
        if !changesAtOnce {
            story.act(.advance(to: story.world.surroundings.now.advanced(by: 1000)))
        }
        for action in change.actions { story.act(action) }
    }
}

/// One thing that is wrong in a world, and what `why` must say about it.
struct WorldFault: Sendable {
    var name: String
    /// Where the push stops; of two faults the earlier one is named.
    var stage: ChainLink.Stage
    var cause: Cause
    /// What is asked; nil = the whole chain.
    var question: String?
    var states: [WorldPlan.State] = WorldPlan.State.allCases
    var ways: [WorldPlan.Way] = WorldPlan.Way.allCases
    var profiles: [Profile] = [.treasureData]
    var inject: @Sendable (inout WorldPlan) -> Void

    init(
        _ name: String, _ stage: ChainLink.Stage, _ cause: Cause, asked question: String? = nil,
        in states: [WorldPlan.State] = WorldPlan.State.allCases,
        by ways: [WorldPlan.Way] = WorldPlan.Way.allCases,
        of profiles: [Profile] = [.treasureData],
        _ inject: @escaping @Sendable (inout WorldPlan) -> Void
    ) {
        self.name = name
        self.stage = stage
        self.cause = cause
        self.question = question
        self.states = states
        self.ways = ways
        self.profiles = profiles
        self.inject = inject
    }

    /// Whether another fault sets the same thing, or undoes this one.
    func clashes(with other: WorldFault) -> Bool {
        let groups: [[String]] = [
            [
                "permission denied", "permission never asked", "alerts off", "provisional",
                "time-sensitive refused", "refresh off", "deleted", "never launched",
            ],
            ["launched offline", "a migrated project"],
            // Who allows it anew lets the app register.
            ["launched offline", "time-sensitive refused"],
            ["launched offline", "provisional"],
        ]
        return groups.contains { $0.contains(name) && $0.contains(other.name) }
    }

    /// The faults that keep an alert from every place, which waking the app would not change.
    ///
    /// A push without an alert is another matter: "refresh off" sends one that only wakes.
    private static let unseen = [
        "alerts were never asked for", "every place is off", "no text",
    ]

    /// The refusals of gateways, which know nothing of the user's permission.
    private static let refusals = [
        "APNs refuses", "FCM refuses", "a background push of priority 10", "no APNs key",
        "another bundle ID", "too large",
    ]

    /// Whether nobody tries what another fault breaks: the link of a tap that no code learns of; or
    /// whether the other one only keeps the app from being woken, or an alert from the screen.
    func hides(_ other: WorldFault) -> Bool {
        let isRefusal = Self.refusals.contains(name) || stage == .registrationToken
        // The permission is asked for when a push arrives.
        let unarrived: [Cause] = [.deviceOffline, .deviceAsleep, .pushDropped, .pushReplaced]
        if isRefusal || unarrived.contains(cause), other.stage == .permission { return true }
        if Self.unseen.contains(name), other.cause == .notWoken, other.name != "refresh off" {
            return true
        }
        let ofOpening: [Cause] = [
            .schemeNotRegistered, .linkHandlerMissing, .linkNotAllowed, .unknownScheme,
            .linkUnsafe, .linkMalformed,
        ]
        return [.delegateMissing, .responseHandlerMissing].contains(cause)
            && ofOpening.contains(other.cause)
    }

    func fits(_ plan: WorldPlan) -> Bool {
        states.contains(plan.state) && ways.contains(plan.way) && profiles.contains(plan.profile)
    }
}
