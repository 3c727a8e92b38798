import PushModel
import PushText
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// `why` in random worlds: whatever happened, the answer is whole and ends in a rule.
@Suite struct ExplanationPropertyTests {
    static let actions: [Action] = [
        .launch, .launch, .launch, .app(.background), .app(.kill), .app(.forceQuit), .plain, .plain,
        .image("https://a.example/i.png"), .image("http://a.example/i.png", mutable: false),
        .link("myapp://coupons/7"), .link("other://x"), .link("https://a.example/"),
        .push(#"{"message_id": "m1", "aps": {"content-available": 1}}"#),
        .push("[]"), .push(#"{"aps": {}}"#, to: "com.example.MyApp"), .tapIt, .tapIt,
        .tap(id: nil, button: "x", opensLink: false), .dismiss(id: nil), .dismissAll, .flush,
        .flush,
        .permission(.deny), .permission(.provisional),
        .permission(.grant(timeSensitive: true, alerts: true)),
        .permission(.grant(timeSensitive: nil, alerts: false)), .login("u"), .logout,
        .token(.delete), .token(.expire), .token(.refresh), .token(.fetch),
        .device(.offline), .device(.online), .device(.lock), .device(.restart),
        .device(.summary([600])), .device(.summary([])), .network(.off), .network(.simulated),
        .set("nse", "off"), .set("nse", "on"), .set("td", "off"), .set("td", "on"),
        .set("td.custom-events", "off"), .set("delegate", "off"), .set("schemes", "none"),
        .set("firebase.apns-key", "off"), .set("register", "never"),
        .configure(key: "queue.limit", value: "2"), .stub("ingest status=401"), .clearStubs,
        .app(.uninstall), .app(.reinstall), .app(.install(.ncmb, bundleID: nil)),
        .device(.previews(.never)), .device(.previews(.always)),
        .permission(.turn(.banners, isOn: false)), .permission(.turn(.sounds, isOn: false)),
        .set("permission.options", "sound"), .set("firebase.configured", "off"),
        .set("firebase.delegate", "off"), .set("lifecycle", "scene"),
        .set("scene.connection-options", "off"), .set("remote-callback.completion", "never"),
        .open("myapp://coupons", from: LinkSource()), .open("other://x", from: LinkSource()),
        .device(.add(name: "tablet", model: nil, os: "14.0")), .device(.use("phone")),
    ]

    static let questions: [String?] =
        [nil, "m1", "m9", "token", "text", "button", "link", "banner", "sound", "m1 badge"]
        + Event.Kind.allCases.map(\.rawValue)

    @Test(arguments: 1...40)
    func `every answer has every link, a cure for what is broken, and a rule`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var story = Story()
        for _ in 0..<60 {
            story.act(Self.actions[Int(random.next() % UInt64(Self.actions.count))])
            let question = Self.questions[Int(random.next() % UInt64(Self.questions.count))]
            let answer = story.why(question)
            if let fault = Self.fault(answer) {
                Issue.record("seed \(seed), \(question ?? "why"): \(fault)\n\(answer.lines)")
                return
            }
            if story.world.doctor().isEmpty { Issue.record("seed \(seed): the doctor is silent") }
        }
    }

    /// What is wrong with an answer; nil when nothing is.
    static func fault(_ answer: Explanation) -> String? {
        if answer.links.map(\.stage) != ChainLink.Stage.allCases { return "links are missing" }
        for link in answer.links {
            if link.isTrouble, link.cause == nil { return "\(link.stage) has no cause" }
            if (link.cause == nil) != (link.cure == nil) {
                return "\(link.stage) has a cause without a cure, or a cure without a cause"
            }
            if [.ok, .notNeeded].contains(link.status), link.cause != nil {
                return "\(link.stage) holds, and has a cause"
            }
            if link.found.isEmpty || link.found.hasSuffix(".") {
                return "\(link.stage) says nothing"
            }
        }
        let lines = answer.lines
        if lines.last?.hasPrefix("rule    ") != true { return "it does not end in a rule" }
        if answer.answer == nil {
            let word = answer.decisive?.status.word ?? "ok"
            if !lines[0].hasPrefix(word) { return "the first line says otherwise" }
        }
        let text = answer.json.text
        let isJSON = (try? JSONParser.parse(Array(text.utf8))) == answer.json
        return isJSON ? nil : "the JSON is none"
    }
}
