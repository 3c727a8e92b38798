import PushModel
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// A token is lost, something keeps the next one away, and the cures of `why token` are typed word
/// for word until the app has a token again.
@Suite struct LostTokenTests {
    private static let losses: [[Action]] = [
        [], [.token(.delete)], [.token(.expire)], [.token(.deleteData)], [.token(.refresh)],
        [.app(.clearData)], [.device(.reinstallOS)], [.app(.reinstall)],
    ]
    private static let obstacles: [[Action]] = [
        [], [.device(.offline)], [.network(.off)], [.set("entitlement.aps", "off")],
        [.set("firebase.configured", "off")], [.set("swizzling", "off")],
        [.set("register", "never")], [.set("auto-init", "off")],
        [.stub("fcm error=UNAVAILABLE")], [.permission(.deny)],
        [.device(.offline), .set("firebase.configured", "off")],
        [.set("entitlement.aps", "off"), .set("swizzling", "off")],
        [.set("firebase.sdk", "12.18.0"), .set("fid-mode", "on")],
    ]
    private static let ends: [[Action]] = [
        [], [.app(.kill)], [.launch], [.app(.kill), .launch], [.app(.kill), .launch, .app(.kill)],
    ]
    private static let rounds = 6

    @Test(arguments: losses.indices)
    func `whatever keeps the next token away, the cures end it`(loss: Int) {
        var misses: [String] = []
        var cures = 0
        for obstacle in Self.obstacles {
            for end in Self.ends {
                for actions in [
                    Self.losses[loss] + obstacle + end, obstacle + Self.losses[loss] + end,
                ] {
                    var story = Story([.launch] + actions)
                    let said = Self.follow(&story)
                    cures += said.count
                    guard story.why("token").stageAtFault != nil else { continue }
                    misses.append("\(actions): \(said.joined(separator: " / "))")
                }
            }
        }
        #expect(cures > 0)
        #expect(misses.isEmpty, "\(misses.count):\n\(misses.prefix(20).joined(separator: "\n"))")
    }

    /// Types the commands of one cure after the other; what the cures said.
    private static func follow(_ story: inout Story) -> [String] {
        var said: [String] = []
        for _ in 1...rounds {
            let answer = story.why("token")
            guard answer.stageAtFault != nil, let cure = answer.decisive?.cure else { break }
            said.append(cure)
            for command in CuredWorldsTests.commands(in: cure) { story.act(command) }
        }
        return said
    }

    @Test(arguments: [
        (Action.device(.reinstallOS), Cause.notRegistered), (.app(.reinstall), .notRegistered),
        (.app(.uninstall), .appNotInstalled),
    ])
    func `a push that waits for a dead token is sent again`(death: Action, cause: Cause) throws {
        var story = Story([.launch, .app(.background), .device(.offline), .plain, death])
        let answer = story.why("m1")
        #expect(answer.cause == cause)
        #expect(answer.decisive?.found.hasPrefix("m1 waits at APNs for a device token") == true)
        let cure = try #require(answer.decisive?.cure)
        for command in CuredWorldsTests.commands(in: cure) { story.act(command) }
        #expect(story.world.app?.tokens.published != nil)
        #expect(story.world.app?.stored == nil)
    }

    @Test func `a dead registration token of an app that waits for its permission`() throws {
        var story = Story([
            .launch, .token(.expire), .app(.kill),
            .push(#"{"message_id": "m1", "aps": {"alert": "A"}}"#, byFCM: true),
            .permission(.deny),
        ])
        let answer = story.why("m1")
        #expect(answer.cause == .tokenExpired)
        let cure = try #require(answer.decisive?.cure)
        #expect(cure.hasPrefix("`permission grant`, `app launch`, then `token refresh`"))
        for command in CuredWorldsTests.commands(in: cure) { story.act(command) }
        #expect(
            story.why("m1").decisive?.cure
                == "send to the app's current token: `tokens export` lists it")
    }

    private static let silent = Action.push(
        #"{"message_id": "m1", "aps": {"content-available": 1}}"#)

    @Test func `a dead device token of an app that waits for its permission`() throws {
        var story = Story([.launch, .device(.reinstallOS), .permission(.deny), Self.silent])
        let answer = story.why("m1")
        #expect(answer.cause == .permissionDenied)
        #expect(
            answer.decisive?.found
                == "the app only registers once the permission is granted, and it is denied")
        let cure = try #require(answer.decisive?.cure)
        for command in CuredWorldsTests.commands(in: cure) { story.act(command) }
        #expect(story.world.app?.tokens.deviceToken != nil)
        #expect(story.why("m1").decisive?.cure == "it is fixed now: send the push again")
    }

    @Test func `a permission that was taken away after a push to a dead device token`() {
        let story = Story([.launch, .device(.reinstallOS), Self.silent, .permission(.deny)])
        #expect(
            story.why("m1").decisive?.cure
                == "`permission grant`, then `app launch`, then send to the new token")
    }

    @Test func `a silent push needs no alerts, whatever became of the device token`() {
        let alertsOff = Action.permission(.grant(timeSensitive: nil, alerts: false))
        let story = Story([.launch, alertsOff, .device(.reinstallOS), Self.silent])
        #expect(story.why("m1").cause == .notRegistered)
    }

    @Test func `the doctor promises no token to an app that would not register`() {
        let story = Story([.launch, .token(.expire), .app(.kill), .permission(.deny)])
        let line = story.world.doctor().map(\.line).first { $0.contains("is expired") }
        #expect(line?.hasSuffix("`why token_register` says why") == true)
    }

    @Test func `a refused push of an app that was deleted since`() throws {
        var story = Story([
            .launch, .token(.expire),
            .push(#"{"message_id": "m1", "aps": {"alert": "A"}}"#, byFCM: true), .app(.uninstall),
        ])
        let answer = story.why("m1")
        #expect(answer.cause == .tokenExpired)
        #expect(answer.decisive?.cure == "`app install`, then `app launch`")
        for command in CuredWorldsTests.commands(in: try #require(answer.decisive?.cure)) {
            story.act(command)
        }
        #expect(story.world.app?.tokens.published != nil)
    }
}

extension Explanation {
    /// The link of the app's address at which the answer ends; nil if the app has all of them.
    fileprivate var stageAtFault: ChainLink.Stage? {
        guard let stage = decisive?.stage, ChainWalk.addresses.contains(stage) else { return nil }
        return stage
    }
}
