import CommandTestSupport
import PushModel
import PushPayload
import PushTestSupport
import PushText
import Testing

@testable import PushCommands
@testable import PushManual

@Suite struct HelpTopicTests {
    private func words(_ page: String) -> String {
        page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: GatewayAnswer.answered)
    func `a reason is explained with status, cause, cure and source`(
        answer: GatewayAnswer
    ) throws {
        let page = words(try HelpPage.topic(answer.reason))
        #expect(page.contains("an answer of \(answer.gateway.rawValue), with the status"))
        #expect(page.contains(" \(answer.status) "))
        #expect(page.lowercased().contains(answer.cause.lowercased()))
        #expect(page.contains("Cure: \(answer.cure)."))
        #expect(page.contains(answer.source))
    }

    @Test func `the page of a reason has its cause, its cure and the stub that plants it`() throws {
        let page = try HelpPage.topic("BadCollapseId")
        #expect(
            page.hasPrefix(
                """
                BadCollapseId: an answer of APNs, with the status 400

                `apns-collapse-id` has more than 64 bytes.
                Cure: shorten it, or send a digest of it.

                Source: documented, A-RESP. `man pushsh-gateways` has the order of the checks.
                `stub apns reason=BadCollapseId times=1` refuses the next push with it.

                """))
    }

    @Test(arguments: HelpName.all.map(\.name))
    func `every name that output prints has a page`(name: String) throws {
        #expect(throws: Never.self) { try HelpPage.topic(name) }
    }

    @Test func `a code in a log is explained as tickets quote it`() throws {
        let page = words(try HelpPage.topic("I-FCM002022"))
        #expect(page.contains("I-FCM002022: a code in an app's log, from Firebase"))
        #expect(page.contains("before the device token was set"))
        #expect(try HelpPage.topic("-1022").contains("App Transport Security"))
        #expect(try HelpPage.topic("505").contains("token(completion:)"))
        #expect(try HelpPage.topic("i-fcm012002").hasPrefix("I-FCM012002: "))
        let sources = try Repository.text("share/doc/sources.md")
        #expect(LogCode.all.allSatisfy { sources.contains("| \($0.source) |") })
        #expect(LogCode.all.allSatisfy { $0.meaning.hasSuffix(".") && !$0.cure.hasSuffix(".") })
    }

    @Test func `the page of an error's code has an example`() throws {
        let page = try HelpPage.topic("already_installed")
        #expect(
            page.hasPrefix(
                """
                already_installed

                The app is already installed on the device.
                Use `app uninstall` first, or `app reinstall`.

                Example
                """), "\(page)")
        #expect(page.contains("app launch\n"))
        #expect(try !HelpPage.topic("workspace_full").contains("Example"))
    }

    @Test func `a key is found by its name, and by its path`() throws {
        let page = try HelpPage.topic("aps.badge")
        #expect(page.hasPrefix("aps.badge: a key of `aps`\n\n"))
        #expect(page.contains("badge-range"))
        #expect(try HelpPage.topic("$.aps.mutable-content").contains("runs the service extension"))
        #expect(try HelpPage.topic("title-loc-key").hasPrefix("aps.alert.title-loc-key: "))
        #expect(try HelpPage.topic("deeplink").contains("a key beside `aps`"))
        #expect(try HelpPage.topic("apns-priority").contains("10, 5 or 1"))
    }

    @Test func `a rule of lint has both examples`() throws {
        let rule = LintRule.badgeType.entry
        let page = try HelpPage.topic("badge-type")
        #expect(words(page).contains(rule.consequence))
        #expect(page.contains(rule.wrong.text) && page.contains(rule.right.text))
    }

    @Test func `a rule of the simulation has its evidence`() throws {
        let page = words(try HelpPage.topic("fcm-expiry"))
        #expect(page.contains("FCM answers UNREGISTERED for a token it has dropped. Source:"))
        #expect(page.contains("It says: an invalid token is answered"))
    }

    @Test func `an event is explained, below the command of its name too`() throws {
        #expect(try HelpPage.topic("link_open").contains("`why link_open`"))
        let page = try HelpPage.topic("open")
        #expect(page.hasPrefix("open ID|URL\n"))
        #expect(page.contains("\nopen: a type of event\n"))
    }

    @Test(arguments: ["baddevicetoken", "Bad-Device-Token", "BADDEVICETOKEN"])
    func `letter case and hyphens of a name do not matter`(topic: String) throws {
        #expect(try HelpPage.topic(topic) == HelpPage.topic("BadDeviceToken"))
    }

    @Test(arguments: [
        ("BadDeviceTokn", "BadDeviceToken"), ("UNREGISTRED", "UNREGISTERED"),
        ("mutable-contnet", "mutable-content"), ("aps.bagde", "aps.badge"),
        ("deeplink_opne", "deeplink_open"), ("no_tokne", "no_token"),
    ])
    func `a misspelt name suggests the right one`(topic: String, meant: String) {
        let error = usageError { () throws(UsageError) in _ = try HelpPage.topic(topic) }
        #expect(error?.hint == "did you mean `\(meant)`?")
    }

    @Test(arguments: [40, 80])
    func `a page has its width`(width: Int) throws {
        for name in ["InvalidProviderToken", "voip", "content-available", "background-held"] {
            let page = try HelpPage.topic(name, width: width)
            let wide = page.split(separator: "\n").filter { DisplayWidth.of(String($0)) > width }
            #expect(wide == [], "\(name)")
        }
    }
}
