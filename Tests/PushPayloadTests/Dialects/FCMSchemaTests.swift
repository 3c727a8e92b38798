import PushText
import Testing

@testable import PushPayload

/// What FCM's reader takes, which `lint` asks before it reads a message.
@Suite struct FCMSchemaTests {
    private static func agree(_ text: String) throws -> Bool {
        let root = try JSONParser.document(Array(text.utf8), .apple).root
        return [FCMSchema.request, .message].allSatisfy { schema in
            schema.takes(root) == schema.read(root.json, limit: .max).faults.isEmpty
        }
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"null"#, #""a""#, #"{"message": null}"#, #"{"validate_only": "true"}"#,
        #"{"validateOnly": "yes"}"#, #"{"token": "a"}"#, #"{"token": "a", "token": "b"}"#,
        #"{"token": "a", "token": null}"#,
        #"{"token": "a", "topic": null}"#, #"{"token": "a", "topic": "b"}"#, #"{"tokens": "a"}"#,
        #"{"data": {"a": "b"}}"#, #"{"data": {"a": 1}}"#, #"{"data": {"a": null}}"#,
        #"{"data": "a"}"#, #"{"apns": {"payload": {"aps": {"badge": [1]}}}}"#,
        #"{"apns": {"payload": []}}"#, #"{"apns": {"headers": {"apns-priority": 10}}}"#,
        #"{"apns": {"liveActivityToken": "a"}}"#, #"{"android": {"ttl": "3600s"}}"#,
        #"{"android": {"ttl": "1h"}}"#, #"{"android": {"ttl": {}}}"#,
        #"{"android": {"priority": "HIGH"}}"#, #"{"android": {"priority": 7}}"#,
        #"{"android": {"notification": {"body_loc_args": ["a", 1]}}}"#,
        #"{"android": {"notification": {"body_loc_args": "a"}}}"#,
        #"{"android": {"notification": {"notification_count": "3"}}}"#,
        #"{"android": {"notification": {"event_time": "2026-01-02T03:04:05Z"}}}"#,
        #"{"android": {"notification": {"light_settings": {"color": {"red": "0.5"}}}}}"#,
    ])
    func `a message is taken if it is read without a fault`(_ text: String) throws {
        #expect(try Self.agree(text))
        #expect(try Self.agree(#"{"message": \#(text)}"#))
    }

    @Test(arguments: LintRule.all)
    func `an example of lint is taken if it is read without a fault`(
        _ entry: LintRuleEntry
    ) throws {
        for example in [entry.right, entry.wrong] where example.dialect == .fcmMessage {
            #expect(try Self.agree(example.text))
        }
    }
}
