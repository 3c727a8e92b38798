import PushModel
import PushPayload
import PushText
import Testing

@testable import PushExplain
@testable import PushSimulation

/// TD-14: a refused push as a workspace keeps it for the next process.
@Suite struct RefusedPushTests {
    private static let link = ChainLink(.gateway, .ok, "accepted", Basis(.apnsTopic))

    /// Writes a refusal as text and reads it again.
    private func kept(_ refused: RefusedPush) throws -> RefusedPush? {
        RefusedPush(try JSONParser.parse(Array(refused.json.text.utf8)))
    }

    private func refused(_ links: [ChainLink]?) -> RefusedPush {
        RefusedPush(
            id: "m-1", bundleID: "com.example.myapp", refusal: Refusal(.pushRefused, "no"),
            at: Tick(milliseconds: 5), addresses: links)
    }

    @Test(arguments: Refusal.Code.allCases)
    func `every refusal comes back as it was`(_ code: Refusal.Code) throws {
        var whole = RefusedPush(
            id: "m\u{0}\"お", bundleID: "x.y", device: "phone",
            refusal: Refusal(
                code, "found `x`", hint: "fix it", answer: "INVALID_ARGUMENT", fault: .deviceToken),
            at: Tick(milliseconds: .max), arrivals: .max, addresses: [Self.link], place: 7)
        whole.isSilent = true
        #expect(try kept(whole) == whole)
        let bare = RefusedPush(
            id: nil, bundleID: nil, refusal: Refusal(code, ""), at: Tick(milliseconds: -1))
        #expect(try kept(bare) == bare)
    }

    @Test func `every link comes back as it was`() throws {
        var links: [ChainLink] = []
        for stage in ChainLink.Stage.allCases {
            for status in ChainLink.Status.allCases {
                links.append(ChainLink(stage, status, "found", Basis(.apnsTopic)))
            }
        }
        for cause in Cause.allCases {
            links.append(
                ChainLink(
                    .gateway, .broken, "found", Basis(.apnsTopic), cause: cause, cure: "cure",
                    reason: "reason"))
        }
        for rule in RuleID.allCases {
            links.append(ChainLink(.gateway, .ok, "found", Basis(rule)))
        }
        #expect(try kept(refused(links)) == refused(links))
        #expect(try kept(refused([])) == refused([]))
        #expect(try kept(refused(nil)) == refused(nil))
    }

    @Test func `the links of an app in any state come back as they were`() throws {
        let worlds: [[Action]] = [
            [], [.launch], [.permission(.deny), .launch], [.launch, .app(.uninstall)],
        ]
        for actions in worlds {
            let refused = refused(Story(actions).world.addressLinks { nil })
            #expect(try kept(refused) == refused)
        }
    }

    @Test(
        arguments: [
            #"{}"#, #"[]"#, #"{"code": "no such code", "message": "x", "at": 1}"#,
            #"{"code": "push_refused", "at": 1}"#, #"{"code": "push_refused", "message": "x"}"#,
        ])
    func `what is no refusal of this version is none`(_ text: String) throws {
        #expect(RefusedPush(try JSONParser.parse(Array(text.utf8))) == nil)
    }

    @Test(arguments: ["stage", "status", "rule", "cause"])
    func `a refusal with a link of a later version is none`(_ key: String) throws {
        var link = Self.link.kept
        link[key] = "from later"
        var json = refused(nil).json
        json["addresses"] = [link]
        #expect(RefusedPush(json) == nil)
    }

    @Test func `within one instant the place in the history says what came later`() {
        var story = Story([.launch])
        for isRefusedFirst in [true, false] {
            story.refusals = [
                RefusedPush(
                    id: "r", bundleID: nil, refusal: Refusal(.notInstalled, "not there"),
                    at: story.world.surroundings.now, place: isRefusedFirst ? 1 : 9)
            ]
            let payload = Payload(root: ["aps": ["alert": "x"]])
            var push = Push(payload: payload, byteCount: 20)
            push.id = "t1"
            push.unfollowed = .topic("news")
            story.act(.receive(push))
            let cause: Cause = isRefusedFirst ? .notSubscribed : .pushRefused
            #expect(story.why().cause == cause)
        }
    }
}
