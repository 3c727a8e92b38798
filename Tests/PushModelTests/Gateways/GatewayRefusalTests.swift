import Testing

@testable import PushModel

/// Why a gateway refused a push, what it answers, and the line that tells it.
@Suite struct GatewayRefusalTests {
    static let refusals: [(GatewayRefusal, answer: String?, apns: String?)] = [
        (.noRegistration, "UNREGISTERED", nil), (.expired, "UNREGISTERED", nil),
        (.replaced, "UNREGISTERED", nil),
        (.otherSender(token: "1", project: "2"), "SENDER_ID_MISMATCH", nil),
        (
            .otherBundle(firebase: "a.b", app: "c.d"), "INVALID_ARGUMENT",
            "DeviceTokenNotForTopic"
        ),
        (.noAPNsKey, "THIRD_PARTY_AUTH_ERROR", "InvalidProviderToken"),
        (.deviceTokenRetired, "Unregistered", nil), (.backgroundPriority, "BadPriority", nil),
        (.activityTokenRetired, "Unregistered", nil),
        (.activityTokenDisabled, "INVALID_ARGUMENT", "Unregistered"),
        (.startTokenDisabled, "INVALID_ARGUMENT", "Unregistered"),
        (.activityTokenUnissued, "INVALID_ARGUMENT", "BadDeviceToken"),
        (.activityTokenMissing, "INVALID_ARGUMENT", "DeviceTokenNotForTopic"),
        (.otherTopic, "DeviceTokenNotForTopic", nil),
        // FCM has already accepted a message to a topic.
        (.notSubscribed(because: "it was deleted"), nil, nil), (.topicOfOtherProject, nil, nil),
        (.unanswered(.apns, isReset: true), nil, nil),
        // What APNs answers to FCM, its sender learns as a code of FCM's.
        (
            .passedOn(.planted(.apns("ExpiredProviderToken"))), "THIRD_PARTY_AUTH_ERROR",
            "ExpiredProviderToken"
        ),
        (.passedOn(.otherTopic), "INVALID_ARGUMENT", "DeviceTokenNotForTopic"),
        (.passedOn(.unanswered(.apns, isReset: false)), "UNAVAILABLE", nil),
    ]

    @Test func `an answer names the token that it is about, whatever its words are`() {
        func reasons(about token: GatewayAnswer.TokenFault) -> [String] {
            GatewayAnswer.answered.filter { $0.token == token }.map(\.reason)
        }
        #expect(
            reasons(about: .target) == [
                "BadDeviceToken", "DeviceTokenNotForTopic", "MissingDeviceToken", "ExpiredToken",
                "Unregistered", "SENDER_ID_MISMATCH", "UNREGISTERED",
            ])
        #expect(
            reasons(about: .provider) == [
                "ExpiredProviderToken", "InvalidProviderToken", "MissingProviderToken",
                "UnrelatedKeyIdInToken", "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken",
                "TooManyProviderTokenUpdates", "UNAUTHENTICATED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            ])
        #expect(reasons(about: .rate) == ["TooManyRequests"])
        // The access token of a sender says nothing about the phone's.
        let access = GatewayAnswer(.fcm, reason: "UNAUTHENTICATED")
        #expect(access?.isAboutToken == true && access?.isAboutTarget == false)
    }

    @Test(arguments: refusals.indices) func `a refusal has the gateway's answer, and says it`(
        _ index: Int
    ) {
        let (refusal, answer, apns) = Self.refusals[index]
        #expect(refusal.answer?.reason == answer)
        #expect(refusal.apnsAnswer?.reason == apns)
        if let answer { #expect(refusal.text.contains(answer), "\(refusal.text)") }
        // The status in the line is the table's.
        if let found = refusal.answer, refusal.text.contains("\(found.reason) (") {
            #expect(refusal.text.contains("\(found.reason) (\(found.status))"))
        }
    }

    @Test func `a stub's silence is told as such`() {
        #expect(
            GatewayRefusal.unanswered(.fcm, isReset: false).text
                == "FCM does not answer, as a `stub` says")
        #expect(
            GatewayRefusal.unanswered(.apns, isReset: true).text
                == "APNs breaks the connection, as a `stub` says")
    }

    @Test func `what FCM refuses for all is recorded in words of its own`() throws {
        let planted = GatewayRefusal.planted(try #require(GatewayAnswer(.fcm, reason: "INTERNAL")))
        #expect(
            planted.recorded?.text == "FCM answers INTERNAL (500): FCM had an internal error")
        #expect(
            GatewayRefusal.unanswered(.fcm, isReset: false).recorded?.text
                == "FCM answers UNAVAILABLE (503): FCM does not answer, as a `stub` says")
        #expect(GatewayRefusal.topicOfOtherProject.recorded == nil)
    }

    @Test func `a fault of a request has the reason that a gateway gives for it`() {
        for fault in RequestFault.allCases {
            let status = GatewayAnswer.answered.first { $0.reason == fault.reason }?.status ?? 0
            #expect((400...499).contains(status), "\(fault)")
            #expect(!fault.clause.isEmpty && !fault.clause.hasSuffix("."), "\(fault)")
        }
    }
}
