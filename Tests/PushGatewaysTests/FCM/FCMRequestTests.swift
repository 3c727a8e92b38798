import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// What FCM's HTTP v1 API takes and refuses of a request, before anybody is looked for.
@Suite struct FCMRequestTests {
    static let token = "cAbcdefghijklmnopqrstu:APA91b" + String(repeating: "x", count: 134)

    private func refusal(of message: JSON) throws -> FCMRefusal {
        let refusal = #expect(throws: FCMRefusal.self) {
            try FCMRequest(["message": message])
        }
        return try #require(refusal)
    }

    @Test func `names are taken in snake case and in camel case, data keys as they are`() throws {
        let request = try FCMRequest([
            "validateOnly": true,
            "message": [
                "token": .string(Self.token), "fcmOptions": ["analyticsLabel": "spring"],
                "data": ["someKey": "1", "some_key": "2"],
                "apns": [
                    "liveActivityToken": "a", "payload": ["aps": ["threadId": 1], "fcmOptions": 2],
                ],
            ],
        ])
        #expect(request.isDryRun)
        #expect(request.target == .token(Self.token))
        #expect(
            request.message == [
                "token": .string(Self.token), "fcm_options": ["analytics_label": "spring"],
                "data": ["someKey": "1", "some_key": "2"],
                "apns": [
                    "live_activity_token": "a",
                    "payload": ["aps": ["threadId": 1], "fcmOptions": 2],
                ],
            ])
    }

    @Test func `Android's second form is read, and is not for this phone`() throws {
        let request = try FCMRequest([
            "message": [
                "topic": "a",
                "androidV2": [
                    "ttl": "3600s", "collapseKey": "k", "data": ["n": "1"],
                    "remoteNotification": [
                        "mutableContent": true, "useAsV1DataMessage": false,
                        "notification": [
                            "title": "T", "id": 42, "visibility": "PRIVATE",
                            "lightSettings": ["lightOnDuration": "1s"],
                        ],
                    ],
                ],
            ]
        ])
        #expect(request.foreignParts == ["android_v2"])
        #expect(throws: Never.self) {
            try FCMRequest(["message": ["topic": "a", "android_v2": ["background_sync": [:]]]])
        }
    }

    @Test(arguments: [(10, ""), (11, "; and 1 more fault"), (99, "; and 89 more faults")])
    func `ten faults are told, and the others counted`(count: Int, end: String) throws {
        let members = (0..<count).map { JSON.Member(key: "k\($0)", value: .int($0)) }
        let refusal = try refusal(of: ["topic": "a", "data": .object(members)])
        #expect(refusal.violations.count == count)
        #expect(refusal.found.contains("(`message.data[k9]`)" + end))
        #expect(!refusal.found.contains("k10]"))
    }

    @Test func `a body of faults has an answer of some, and a line in the history`() throws {
        let name = String(repeating: "n", count: 100_000)
        let members = (0..<20_000).map { JSON.Member(key: "k\($0)", value: .int($0)) }
        let refusal = try refusal(
            of: [name: 1, "topic": "a", "data": .object(members), "notification": .object(members)])
        #expect(refusal.violations.count == 100)
        #expect(refusal.message.split(separator: "\n").count == 100)
        #expect(refusal.found.hasSuffix("; and at least 90 more faults"))
        #expect(refusal.recorded.found.utf8.count < 3000)
    }

    @Test(
        arguments: [
            ([:], "Recipient of the message is not set."),
            (
                ["token": "a", "topic": "b"],
                "Invalid value at 'message' (oneof), oneof field 'target' is already set. "
                    + "Cannot set 'topic'"
            ),
            (
                ["token": "a", "token": "a"],
                "Invalid value at 'message' (oneof), oneof field 'target' is already set. "
                    + "Cannot set 'token'"
            ),
            (
                ["topic": "a", "token": "b", "fid": "c", "foo": 1],
                "Invalid value at 'message' (oneof), oneof field 'target' is already set. "
                    + "Cannot set 'token'\n"
                    + "Invalid value at 'message' (oneof), oneof field 'target' is already set. "
                    + "Cannot set 'fid'\n"
                    + "Invalid JSON payload received. Unknown name \"foo\" at 'message': "
                    + "Cannot find field."
            ),
            (
                ["topic": "a", "fid": "b", "fcm_options": ["analytics_label": "/"]],
                "Invalid value at 'message' (oneof), oneof field 'target' is already set. "
                    + "Cannot set 'fid'"
            ),
            (
                ["topic": "a", "data": ["n": 7]],
                "Invalid value at 'message.data[0].value' (TYPE_STRING), 7"
            ),
            (
                ["topic": "a", "data": ["n": .null]],
                "Invalid value at 'message.data[0].value' (TYPE_STRING), null"
            ),
            (
                ["topic": "a", "priority": "high"],
                "Invalid JSON payload received. Unknown name \"priority\" at 'message': "
                    + "Cannot find field."
            ),
            (["topic": "a", "data": ["from": "x"]], "Invalid data payload key: from"),
            (["topic": "/topics/a"], "Malformed topic name"),
            (["token": "abc"], "The registration token is not a valid FCM registration token"),
            (["fid": "abc"], "The registration token is not a valid FCM registration token"),
            (
                ["topic": "a", "android": ["ttl": "2419201s"]],
                "Invalid ttl: must be from 0 to 2419200 seconds"
            ),
            (
                ["topic": "a", "android": ["ttl": "-0.5s"]],
                "Invalid ttl: must be from 0 to 2419200 seconds"
            ),
            (
                ["topic": "a", "android": ["ttl": "2419200.5s"]],
                "Invalid ttl: must be from 0 to 2419200 seconds"
            ),
            (
                ["topic": "a", "android_v2": ["ttl": "2419201s"]],
                "Invalid ttl: must be from 0 to 2419200 seconds"
            ),
            (
                ["topic": "a", "androidV2": ["priority": "high"]],
                "Invalid JSON payload received. Unknown name \"priority\" at 'message.android_v2': "
                    + "Cannot find field."
            ),
            (["condition": "'a' in topic"], "Invalid condition expression provided."),
        ] as [(JSON, String)])
    func `a message that FCM cannot read is refused in its words`(
        _ message: JSON, _ text: String
    ) throws {
        let refusal = try refusal(of: message)
        #expect(refusal.message == text)
        #expect(refusal.status == 400)
        #expect(refusal.body["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test(
        arguments: [
            ("apns-expiration", "abc", "BadExpirationDate"),
            ("apns-expiration", "-1", "BadExpirationDate"), ("apns-priority", "7", "BadPriority"),
            ("APNS-Priority", "high", "BadPriority"), ("apns-id", "1", "BadMessageId"),
            ("apns-collapse-id", String(repeating: "x", count: 65), "BadCollapseId"),
            ("apns-push-type", "Alert", "InvalidPushType"),
        ])
    func `a header that APNs refuses is refused by FCM, with APNs' reason behind it`(
        _ name: String, _ value: String, _ reason: String
    ) throws {
        let headers = JSON.object([.init(key: name, value: .string(value))])
        let refusal = try refusal(of: ["topic": "a", "apns": ["headers": headers]])
        #expect(refusal.status == 400)
        #expect(refusal.apnsAnswer?.reason == reason)
        let details = refusal.body["error"]?["details"]?.arrayValue ?? []
        #expect(details.contains { $0["reason"]?.stringValue == reason })
    }

    @Test(
        arguments: [
            ["apns-expiration": "0"], ["apns-priority": "1"], ["apns-priority": "5"],
            ["apns-collapse-id": .string(String(repeating: "x", count: 64))],
            ["apns-push-type": "liveactivity"], ["apns-topic": "com.example.myapp"],
            ["apns-id": "123e4567-e89b-12d3-a456-42665544000A"],
        ] as [JSON])
    func `headers that APNs takes are taken`(_ headers: JSON) throws {
        let request = try FCMRequest(["message": ["topic": "a", "apns": ["headers": headers]]])
        #expect(request.message["apns"]?["headers"] == headers)
    }

    @Test(
        arguments: [
            ("a", true), ("aZ09-_.~%", true), (String(repeating: "x", count: 50), true),
            // To Google, an empty text is none.
            (String(repeating: "x", count: 51), false), ("", true), ("a b", false),
            ("a!", false), ("春", false), ("a/b", false),
        ])
    func `a label of analytics has 1 to 50 of FCM's letters, wherever it stands`(
        _ label: String, _ isTaken: Bool
    ) throws {
        let options: JSON = ["fcm_options": ["analytics_label": .string(label)]]
        for part in ["", "apns", "android", "android_v2", "webpush"] {
            var message = part.isEmpty ? options : .object([.init(key: part, value: options)])
            message["topic"] = "a"
            guard isTaken else {
                let refusal = try refusal(of: message)
                #expect(refusal.status == 400)
                #expect(
                    refusal.field
                        == "message.\(part.isEmpty ? "" : part + ".")fcm_options.analytics_label")
                continue
            }
            #expect(throws: Never.self) { try FCMRequest(["message": message]) }
        }
    }

    @Test(
        arguments: [
            ["apns-push-type": "background", "apns-priority": "10"], ["apns-priority": "10"],
        ] as [JSON])
    func `a data message of priority 10 is refused, and one of 5 or with a text is not`(
        _ headers: JSON
    ) throws {
        func message(_ headers: JSON, _ aps: JSON) -> JSON {
            ["topic": "a", "apns": ["headers": headers, "payload": ["aps": aps]]]
        }
        let silent: JSON = ["content-available": 1]
        let refusal = try refusal(of: message(headers, silent))
        #expect(refusal.status == 400)
        #expect(refusal.errorCode == "INVALID_ARGUMENT")
        #expect(refusal.field == "message.apns.headers[apns-priority]")
        let background: JSON = ["apns-push-type": "background"]
        let five: JSON = ["apns-push-type": "background", "apns-priority": "5"]
        let alert: JSON = ["apns-push-type": "alert", "apns-priority": "10"]
        let urgent: JSON = ["apns-priority": "10"]
        let shown: JSON = ["alert": "A"]
        let taken: [(JSON, JSON)] = [
            (five, silent), (background, silent), ([:], silent), (urgent, shown), (alert, silent),
        ]
        for (headers, aps) in taken {
            let message = message(headers, aps)
            #expect(throws: Never.self) { try FCMRequest(["message": message]) }
        }
    }

    /// The types of a refusal's details, without their package.
    private func details(_ refusal: FCMRefusal) -> [String] {
        (refusal.body["error"]?["details"]?.arrayValue ?? []).compactMap {
            $0["@type"]?.stringValue?.split(separator: ".").last.map(String.init)
        }
    }

    @Test func `what FCM refuses has its code first, and a token's refusal has nothing else`()
        throws
    {
        #expect(details(try refusal(of: ["token": "abc"])) == ["FcmError"])
        #expect(details(try refusal(of: ["fid": "abc"])) == ["FcmError"])
        #expect(details(try refusal(of: ["topic": "/topics/a"])) == ["FcmError", "BadRequest"])
        #expect(details(try refusal(of: [:])) == ["FcmError", "BadRequest"])
        let header = try refusal(of: ["topic": "a", "apns": ["headers": ["apns-priority": "7"]]])
        #expect(details(header) == ["FcmError", "ApnsError"])
        // The front end's reader knows no codes of FCM's.
        #expect(details(try refusal(of: ["topic": "a", "data": ["n": 7]])) == ["BadRequest"])
        #expect(details(.missingCredential) == ["ErrorInfo"])
    }

    @Test func `a fault of the whole request names no field`() throws {
        let violation: (FCMRefusal) -> JSON? = {
            $0.body["error"]?["details"]?.arrayValue?.first?["fieldViolations"]?.arrayValue?.first
        }
        let unknown = #expect(throws: FCMRefusal.self) { try FCMRequest(["to": "a"]) }
        let list = #expect(throws: FCMRefusal.self) { try FCMRequest([]) }
        let root = "Unknown name \"\": Root element must be a message."
        for (refusal, text) in [
            (try #require(unknown), "Unknown name \"to\": Cannot find field."),
            (try #require(list), root), (.noJSON("x"), "Unexpected token."),
            (.noJSON("x", isCutOff: true), "Unexpected end of string."),
        ] {
            let message = "Invalid JSON payload received. " + text
            #expect(refusal.message == message)
            #expect(violation(refusal) == ["description": .string(message)])
        }
    }

    @Test func `an answer of the front end that a stub plants has no code of FCM's`() {
        for answer in GatewayAnswer.answered where answer.isOfFrontEnd {
            let refusal = FCMRefusal(.planted(answer))
            let isScope = answer.reason == "ACCESS_TOKEN_SCOPE_INSUFFICIENT"
            let name = isScope ? "PERMISSION_DENIED" : answer.reason
            #expect(refusal.errorCode == nil && refusal.statusName == name)
            #expect(refusal.status == answer.status && refusal.answer == answer)
        }
        let scope = FCMRefusal.insufficientScope.answer
        #expect(scope.status == 403 && scope.cure.hasPrefix("ask for the scope `https://"))
        let expired = FCMRefusal(.planted(.google("UNAUTHENTICATED")))
        #expect(expired.challenge?.hasSuffix("error=\"invalid_token\"") == true)
        #expect(details(expired) == ["ErrorInfo"])
    }

    @Test func `only the sending of a message is named as a method`() {
        func methods(_ refusal: FCMRefusal) -> [String] {
            refusal.info?.metadata.filter { $0.name == "method" }.map(\.value) ?? []
        }
        #expect(methods(.missingCredential) == ["google.firebase.fcm.v1.FcmService.SendMessage"])
        #expect(methods(FCMRefusal.missingCredential.ofOtherCall).isEmpty)
        #expect(FCMRefusal.missingCredential.ofOtherCall.info?.reason == "CREDENTIALS_MISSING")
    }

    @Test(
        arguments: [
            (["apns": ["payload": ["aps": [:], "a": "b"]]], false),
            (["notification": ["title": ""], "apns": ["payload": ["aps": [:]]]], false),
            (["data": ["a": "b"], "apns": ["payload": ["aps": [:]]]], false),
            (["notification": ["body": "B"], "apns": ["payload": ["aps": [:]]]], true),
            (["apns": ["payload": ["aps": ["badge": 0]]]], true),
            (["data": ["a": "b"], "apns": ["payload": ["a": "b"]]], true),
            (["data": ["a": "b"]], true),
        ] as [(JSON, Bool)])
    func `an aps that is there has something in it`(_ parts: JSON, _ isTaken: Bool) throws {
        var message = parts
        message["topic"] = "a"
        guard isTaken else {
            let refusal = try refusal(of: message)
            #expect(refusal.status == 400 && refusal.errorCode == "INVALID_ARGUMENT")
            #expect(refusal.message == "Request contains an invalid argument.")
            #expect(refusal.recorded.fault == .emptyAPS)
            return
        }
        #expect(throws: Never.self) { try FCMRequest(["message": message]) }
    }

    @Test func `a refusal has the envelope that the SDKs read`() throws {
        #expect(
            FCMRefusal(.deviceTokenRetired).body == [
                "error": [
                    "code": 404, "message": "Requested entity was not found.",
                    "status": "NOT_FOUND",
                    "details": [
                        [
                            "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                            "errorCode": "UNREGISTERED",
                        ],
                        [
                            "@type": "type.googleapis.com/google.firebase.fcm.v1.ApnsError",
                            "statusCode": 410, "reason": "Unregistered",
                        ],
                    ],
                ]
            ])
        let mismatch = FCMRefusal(.otherSender(token: "1", project: "2"))
        #expect(mismatch.status == 403)
        #expect(mismatch.statusName == "PERMISSION_DENIED")
        #expect(mismatch.errorCode == "SENDER_ID_MISMATCH")
        let key = FCMRefusal(.noAPNsKey)
        #expect(key.status == 401)
        #expect(key.apnsAnswer?.reason == "InvalidProviderToken")
    }

    @Test(
        arguments: [
            ("'a' in topics", ["a"], true), ("'a' in topics", ["b"], false),
            ("!('a' in topics)", ["b"], true),
            ("'a' in topics || 'b' in topics && 'c' in topics", ["a"], false),
            ("'a' in topics || 'b' in topics && 'c' in topics", ["a", "c"], true),
            ("('a' in topics || 'b' in topics) && 'c' in topics", ["a"], false),
            ("'a' in topics && !('b' in topics || 'c' in topics)", ["a"], true),
        ] as [(String, [String], Bool)])
    func `a condition holds for the topics it names`(
        _ text: String, _ topics: [String], _ holds: Bool
    ) throws {
        #expect(try #require(FCMCondition(text)).holds(topics.contains) == holds)
    }

    @Test(arguments: [
        "", "a", "'a' in topics &&", "'a' in topics & 'b' in topics", "('a' in topics",
        "'a' in topics)", "'' in topics", "!!", "'a b' in topics",
        Array(repeating: "'a' in topics", count: 6).joined(separator: " || "),
        String(repeating: "!", count: 100) + "'a' in topics",
    ])
    func `a text that is no condition is refused`(_ text: String) {
        #expect(FCMCondition(text) == nil)
    }
}
