import PushText
import Testing

@testable import PushPayload

/// The places where the five source documents contradict the platform or each other.
@Suite struct ContradictionTests {
    private static func rules(_ text: String, as dialect: PayloadDialect? = nil) -> [LintRule] {
        Lint.run(bytes: Array(text.utf8), as: dialect).findings.map(\.rule)
    }

    // TD-08, TD-10: the guide's image test cannot show its image.
    @Test func `an image without mutable-content is found`() {
        let text = """
            {"Simulator Target Bundle": "com.example.myapp",
             "aps": {"alert": {"title": "Sale", "body": "Today"}, "sound": "default"},
             "campaign_id": "c", "message_id": "m", "image_url": "https://example.com/i.png"}
            """
        #expect(
            Self.rules(text, as: .treasureData) == [
                .dismissWithoutCategory, .deliveryWithoutCode, .imageWithoutMutable,
            ])
        #expect(Self.rules(text) == [.imageWithoutMutable])
    }

    // TD-09: the data payload has no `aps` and no message ID.
    @Test func `a campaign payload lacks a message ID`() {
        let text = #"{"td_campaign_id": "c", "title": "Sale", "body": "Today"}"#
        #expect(Self.rules(text) == [.messageIDMissing])
        #expect(Self.rules(text, as: .apns) == [.missingAPS, .messageIDMissing])
    }

    // KD-01: the article's silent push carries a badge.
    @Test func `a silent push with a badge is found`() {
        let text = #"{"aps": {"content-available": 1, "badge": 8}}"#
        #expect(Self.rules(text) == [.silentWithInteraction])
        #expect(Payload(root: ["aps": ["content-available": 1, "badge": 8]]).kind == .normal)
    }

    // NC-04, PL-05: samples with trailing commas are read, with a warning.
    @Test func `a trailing comma is a warning`() throws {
        let text = #"{"aps": {"alert": "x", "mutable-content": 1}, "ENCRYPTED": "Salted__·öîQ",}"#
        #expect(Self.rules(text) == [.trailingComma])
        #expect(try Payload(bytes: Array(text.utf8)).kind == .rich)
    }

    // NC-04: the rule about badges is the console's, not iOS's.
    @Test func `badge and content-available exclude each other in one dialect only`() {
        #expect(
            Self.rules(#"{"message": "x", "contentAvailable": true, "badgeSetting": 1}"#)
                == [.ncmbBadgeAndWake])
        #expect(
            Self.rules(#"{"aps": {"alert": "x", "content-available": 1, "badge": 1}}"#)
                == [.silentWithInteraction])
    }
}
