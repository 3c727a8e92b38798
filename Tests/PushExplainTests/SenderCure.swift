@testable import PushExplain
@testable import PushSimulation

/// What a cure asks of the sender, or of the servers around the app, in the words that `why` uses.
///
/// A cure that names no command is carried out from its words alone: what they do not ask for, is
/// not done, so that a cure that leaves something out is found.
enum SenderCure {
    /// Does to the push what the cure says; what is left to do to the world, or nil where nothing
    /// in the cure is understood.
    static func apply(_ cure: String, to plan: inout WorldPlan) -> [Action]? {
        var actions: [Action] = []
        var isKnown = amend(&plan.letter, cure)
        for (phrase, act) in phrases where cure.contains(phrase) {
            isKnown = true
            actions += act(&plan, cure)
        }
        return isKnown ? actions : nil
    }

    private typealias Act = @Sendable (inout WorldPlan, String) -> [Action]

    private static let phrases: [(String, Act)] = [
        (
            "`--type background --priority 5`",
            { plan, _ in
                plan.pushType = "background"
                plan.priority = 5
                return []
            }
        ),
        (
            "send to that bundle ID",
            { plan, cure in
                plan.bundleID = quoted(cure).first { $0.contains(".") }
                return []
            }
        ),
        (
            "shorten the payload",
            { plan, _ in
                plan.letter.own.removeAll { $0.value.utf8.count > 1000 }
                return []
            }
        ),
        (
            "give the message a `notification`",
            { plan, _ in
                plan.letter.alert = "\"Sale\""
                return []
            }
        ),
        (
            "put a title, subtitle or body into `aps.alert`",
            { plan, _ in
                plan.letter.alert = "\"Sale\""
                return []
            }
        ),
        (
            "send an alert: ",
            { plan, _ in
                plan.letter.alert = "\"Sale\""
                return []
            }
        ),
        (
            "push type `alert`",
            { plan, _ in
                plan.pushType = "alert"
                return []
            }
        ),
        (
            "`--ttl`",
            { plan, _ in
                plan.timeToLive = 86_400
                return []
            }
        ),
        ("send it again while the device is online", { _, _ in [.device(.online)] }),
        ("check the URL and the server: it must answer 200", served),
        ("send a smaller file", served),
        ("send a JPEG, GIF or PNG whose name or type says so", served),
        ("serve the image faster", served),
        (
            "change the payload's link",
            { plan, _ in
                rewrite(&plan.letter) { $0 == "link" ? "myapp://coupons" : nil }
                return []
            }
        ),
        (
            "write the space in the link as `%20`",
            { plan, _ in
                let own = plan.letter.own
                rewrite(&plan.letter) { key in
                    own.first { $0.key == key }?.value.split(separator: " ").joined(
                        separator: "%20")
                }
                return []
            }
        ),
        (
            "send it as `deeplink` or `link`",
            { plan, _ in
                plan.letter.own = plan.letter.own.map { ("link", $0.value) }
                return []
            }
        ),
    ]

    /// Whoever serves the file mends what is said of it.
    private static let served: Act = { _, _ in [.clearStubs] }

    private static func rewrite(
        _ letter: inout WorldPlan.Letter, _ value: (String) -> String?
    ) {
        letter.own = letter.own.map { ($0.key, value($0.key) ?? $0.value) }
    }

    /// What stands in backticks.
    private static func quoted(_ cure: String) -> [String] {
        cure.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// Puts into a letter what a cure says to add to it, as `"sound": "default"` or `link`.
    private static func amend(_ letter: inout WorldPlan.Letter, _ cure: String) -> Bool {
        var isKnown = false
        for text in quoted(cure) {
            let pair = text.split(separator: ":", maxSplits: 1).map {
                $0.trimmingPrefix { $0 == " " }
            }
            let value = pair.count > 1 ? String(pair[1]) : ""
            switch pair.first {
            case "\"sound\"": letter.sound = value
            case "\"badge\"": letter.badge = value
            case "\"category\"": letter.category = value.filter { $0 != "\"" }
            case "\"interruption-level\"": letter.level = value.filter { $0 != "\"" }
            case "\"mutable-content\"": letter.isMutable = true
            case "image_url" where !letter.own.contains { $0.key == "image_url" }:
                letter.own.append(("image_url", "https://a.example/i.png"))
            case "link" where !letter.own.contains { ["link", "deeplink"].contains($0.key) }:
                letter.own.append(("link", "myapp://coupons"))
            default: continue
            }
            isKnown = true
        }
        return isKnown
    }
}
