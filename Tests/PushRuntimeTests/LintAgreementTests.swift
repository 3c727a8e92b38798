import Foundation
import PushCommands
import PushLanguage
import PushPayload
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushRuntime

/// TD-14, PL-01, KD-01: what lint says of a payload is what becomes of it when it is received.
///
/// `PUSHSH_LINT_CASES` draws more payloads than the suite does.
@Suite struct LintAgreementTests {
    /// A world in which nothing stands in a push's way: its app is in the background and follows
    /// the topic `n`.
    private struct Phone {
        private let session: Session
        private let shelf = FileShelf()

        init() throws {
            session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
            for line in ["app launch", "topic subscribe n", "app background"] { type(line) }
        }

        @discardableResult
        func type(_ line: String) -> CommandResult { session.type(line) }

        /// What a payload brings about.
        func receive(_ payload: String) -> Outcome {
            shelf.texts = ["p.json": Array(payload.utf8)]
            let before = session.world.surroundings.counters.notification
            let badge = session.world.app?.badge ?? 0
            let result = type("receive p.json --verbatim")
            let shown = session.world.app?.center.waiting.last { $0.sequence > before }
            return Outcome(
                refusal: result.failure?.message, place: shown?.place.rawValue,
                hadBadge: badge, badge: session.world.app?.badge ?? 0)
        }
    }

    private struct Outcome {
        var refusal: String?
        var place: String?
        var hadBadge: Int
        var badge: Int
    }

    /// The values of a key, right and wrong ones, as JSON.
    private static let values: [(key: String, values: [String])] = [
        (
            "alert",
            [
                #""A""#, #""A""#, #"{"title": "T", "body": "B"}"#, "{}", "5", "null", #"["A"]"#,
                #"{"title": 5}"#, #""""#, #"{"body": "B", "loc-key": 1}"#, "true",
            ]
        ),
        ("badge", ["3", "0", "-1", "1.5", #""2""#, "true", "null", #""x""#, "{}"]),
        (
            "sound",
            [
                #""default""#, #""no.caf""#, "{}", "5", "null",
                #"{"critical": 1, "name": "default", "volume": 0.5}"#, #"{"name": 5}"#,
            ]
        ),
        ("content-available", ["1", #""1""#, "0", "true", "2"]),
        ("mutable-content", ["1", #""1""#, "0", "true"]),
        (
            "interruption-level",
            [#""passive""#, #""active""#, #""time-sensitive""#, #""loud""#, "5"]
        ),
        ("relevance-score", ["0.5", "2", #""x""#]),
        ("thread-id", [#""t""#, "5"]), ("category", [#""engage""#, #""other""#, "5"]),
        ("Alert", [#""A""#]), ("foo", ["1"]),
    ]

    private static let own = [
        #""image_url": "https://a.example/b.png""#, #""image_url": 5"#, #""link": "myapp://x""#,
        #""link": "javascript:alert(1)""#, #""message_id": "m""#, #""badge": 4"#, #""x": null"#,
    ]

    private static let headers = [
        #""apns-priority": "10""#, #""apns-priority": "5""#, #""apns-priority": 10"#,
        #""apns-priority": "7""#, #""apns-push-type": "alert""#, #""apns-push-type": "alarm""#,
        #""apns-push-type": "background""#, #""apns-expiration": "0""#,
        #""apns-expiration": "soon""#, #""apns-topic": "com.example.myapp""#,
        #""apns-collapse-id": "c""#, #""apns-topic": "com.x""#,
    ]

    private static let notifications = [
        #"{"title": "T", "body": "B"}"#, #"{"body": "B"}"#, #"{"title": 5}"#, "{}", "null",
        #"{"title": "T", "sound": "default"}"#, #"{"title": "T", "body": null}"#, "[]",
        #"{"title": "T", "image": "https://a.example/b.png"}"#,
    ]

    private static let data = [
        "{}", #"{"a": "b"}"#, #"{"a": 1}"#, #"{"from": "x"}"#, #"{"google.x": "y"}"#, "null",
        #"{"a": null}"#, #"{"gcm.n": "1"}"#, "5",
    ]

    /// Whom a message is for; most of them the topic that the app follows.
    private static let targets =
        Array(repeating: #""topic": "n""#, count: 12) + [
            "", #""topic": "/topics/n""#, #""topic": "a b""#, #""topic": "n", "token": "x""#,
            #""topic": "n", "token": null"#, #""condition": "'n' in topics""#,
            #""condition": "n in topics""#, #""token": """#, #""topic": 5"#, #""condition": """#,
            #""condition": "'n' in topics || 'a' in topics""#, #""condition": "'n' in topics ||""#,
        ]

    private static let others = [
        #""android": {"ttl": "60s"}"#, #""android": {"ttl": 60}"#, #""android": {"ttl": "x"}"#,
        #""android": {"priority": "HIGH"}"#, #""android": {"priority": "now"}"#,
        #""android_v2": {"remote_notification": {"notification": {"title": "T"}}}"#,
        #""androidV2": {"background_sync": {}, "ttl": 60}"#, #""android_v2": 5"#,
        #""android_v2": {"priority": "high"}"#,
        #""fcm_options": {"analytics_label": "a b"}"#, #""fcmOptions": {"analyticsLabel": "a"}"#,
        #""webpush": {"data": {"a": 1}}"#, #""to": "x""#, #""priority": "high""#, #""name": "x""#,
    ]

    private static func aps(_ random: inout SeededGenerator) -> String {
        var members: [String] = []
        for (key, values) in values {
            let isLikely = key == "alert"
            guard Int.random(in: 0..<10, using: &random) < (isLikely ? 8 : 2) else { continue }
            members.append("\"\(key)\": \(values.randomElement(using: &random) ?? "1")")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private static func some(
        _ texts: [String], _ chance: Int, _ random: inout SeededGenerator
    ) -> [String] {
        texts.filter { _ in Int.random(in: 0..<100, using: &random) < chance }
    }

    /// The first member of each key.
    private static func unique(_ members: [String]) -> [String] {
        Dictionary(
            members.map { ($0.prefix { $0 != ":" }, $0) }, uniquingKeysWith: { first, _ in first }
        ).values.sorted()
    }

    private static func payload(_ random: inout SeededGenerator) -> String {
        let inside = (["\"aps\": " + aps(&random)] + some(own, 8, &random))
            .joined(separator: ", ")
        guard Int.random(in: 0..<3, using: &random) == 0 else { return "{\(inside)}" }
        var message = [targets.randomElement(using: &random) ?? ""].filter { !$0.isEmpty }
        message += unique(some(others, 6, &random))
        if Bool.random(using: &random) {
            message.append("\"notification\": \(notifications.randomElement(using: &random) ?? "")")
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            message.append("\"data\": \(data.randomElement(using: &random) ?? "")")
        }
        if Bool.random(using: &random) {
            let fields = some(headers, 8, &random)
            let unique = unique(fields)
            message.append(
                "\"apns\": {\"payload\": {\(inside)}"
                    + (unique.isEmpty ? "" : ", \"headers\": {\(unique.joined(separator: ", "))}")
                    + "}")
        }
        return "{\"message\": {\(message.joined(separator: ", "))}}"
    }

    /// The facts that `--app` gives, without the keys that the app itself reads.
    private static let context = LintContext(bundleID: "com.example.myapp")

    private static let cases =
        ProcessInfo.processInfo.environment["PUSHSH_LINT_CASES"].flatMap { Int($0) } ?? 3_000

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `lint and receive say the same of a payload`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let phone = try Phone()
        var contradictions: [String: String] = [:]
        for _ in 0..<Self.cases / 4 {
            let payload = Self.payload(&random)
            let report = Lint.run(bytes: Array(payload.utf8), context: Self.context)
            let outcome = phone.receive(payload)
            for claim in Self.contradictions(report, outcome, payload)
            where contradictions[claim]?.utf8.count ?? .max > payload.utf8.count {
                contradictions[claim] = payload
            }
        }
        #expect(contradictions.isEmpty, "\(contradictions)")
    }

    private static func contradictions(
        _ report: LintReport, _ outcome: Outcome, _ payload: String
    ) -> [String] {
        var claims: [String] = []
        let errors = report.findings.filter { $0.severity == .error }
        if let refusal = outcome.refusal, errors.isEmpty {
            claims.append("refused, and lint knows no error: \(refusal)")
        }
        for finding in errors where finding.consequence.contains("refuses") {
            if outcome.refusal == nil {
                claims.append("taken, and lint says refused: \(finding.rule.rawValue)")
            }
        }
        let serious = report.findings.filter { $0.severity != .note }
        let root = try? JSONParser.parse(Array(payload.utf8))
        let aps = root?["aps"] ?? root?["message"]?["apns"]?["payload"]?["aps"]
        if serious.isEmpty, hasText(root, aps) {
            let isPassive = aps?["interruption-level"]?.stringValue == "passive"
            if outcome.place != (isPassive ? "Notification Center" : "banner") {
                claims.append("shown at \(outcome.place ?? "no place"), and lint finds nothing")
            }
            if let badge = aps?["badge"]?.intValue, outcome.badge != badge {
                claims.append("the badge is not set, and lint finds nothing")
            }
        }
        let badges = report.findings.filter { $0.message.contains("`badge`") }
        if outcome.badge != outcome.hadBadge, badges.contains(where: { $0.severity == .error }),
            !badges.contains(where: { $0.rule == .apsKeyOutside })
        {
            claims.append("the badge is set, and lint calls it an error")
        }
        return claims
    }

    /// Whether a payload surely has a text to show.
    private static func hasText(_ root: JSON?, _ aps: JSON?) -> Bool {
        aps?["alert"]?.stringValue == "A" || aps?["alert"]?["body"]?.stringValue == "B"
            || root?["message"]?["notification"]?["body"]?.stringValue == "B"
    }
}
