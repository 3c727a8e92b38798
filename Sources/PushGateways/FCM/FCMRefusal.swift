import PushModel
import PushPayload
import PushSimulation
import PushText

/// The reason why FCM's HTTP v1 API refuses a request, in the words of its answer.
///
/// The texts are those quoted in other people's tests and logs; the SDKs read the `errorCode` of
/// the detail `FcmError`, or the status if there is none.
public struct FCMRefusal: Error, Equatable, Sendable {
    /// A field that was wrong, of the detail `BadRequest`.
    public struct Violation: Equatable, Sendable {
        /// The path in Google's spelling, such as `message.data[0].value`; empty for the request.
        public var field: String
        /// The fault of the field.
        public var description: String

        /// The violation as JSON for protocol buffers, which leaves an empty text out.
        fileprivate var json: JSON {
            guard !field.isEmpty else { return ["description": .string(description)] }
            return ["field": .string(field), "description": .string(description)]
        }
    }

    /// The detail `ErrorInfo` of Google's front end: a reason for programs to read.
    public struct Info: Equatable, Sendable {
        /// The reason, such as `CREDENTIALS_MISSING`.
        public var reason: String
        /// The service that gives it.
        public var domain = "googleapis.com"
        /// The details of the reason, by name.
        public var metadata = [
            Metadatum("method", "google.firebase.fcm.v1.FcmService.SendMessage"),
            Metadatum("service", "fcm.googleapis.com"),
        ]
    }

    /// One fact of an `ErrorInfo`.
    public struct Metadatum: Equatable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a fact.
        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The HTTP status.
    public var status: Int
    /// The text of the answer.
    public var message: String
    /// The FCM error code, such as `UNREGISTERED`; nil if Google's front end refuses.
    public var errorCode: String?
    /// The answer of APNs to FCM; nil if APNs was not asked.
    public var apnsAnswer: GatewayAnswer?
    /// The fields that were wrong.
    public var violations: [Violation] = []
    /// The reason given by Google's front end; nil if the service itself refuses.
    public var info: Info?
    /// Seconds to wait before the next try.
    public var retryAfter: Int?
    /// The path of the offending part as a person writes it, such as `message.data[from]`.
    public var field = "message"
    /// The sentence that says what was found and what was wanted, for a person.
    public var found = ""
    /// The part that was wrong, if it has a remedy of its own.
    public var fault: RequestFault?

    /// The longest text of a fault that the history keeps, in columns: a request may have names of
    /// megabytes.
    private static let keptWidth = 2000

    /// The refusal as the history keeps it.
    var recorded: RefusedRequest {
        RefusedRequest(
            answer, found: DisplayWidth.truncated(found, to: Self.keptWidth), fault: fault)
    }

    /// The refusal as the history of one app keeps it: of a message to a topic, which FCM has
    /// accepted before it asks APNs, only APNs' own answer is there.
    func record(ofTopic isSentToTopic: Bool) -> RefusedRequest {
        guard let apnsAnswer else { return recorded }
        var record = recorded
        if isSentToTopic {
            record.answer = apnsAnswer
        } else {
            record.found = "\(record.found): \(apnsAnswer.text)"
        }
        return record
    }

    /// Makes a refusal without details.
    public init(_ status: Int, _ message: String, errorCode: String? = nil) {
        self.status = status
        self.message = message
        self.errorCode = errorCode
    }

    /// Makes the refusal that a sender gets for a gateway's verdict on an app.
    public init(_ refusal: GatewayRefusal) {
        let answer = refusal.answerOfFCM
        let code = answer?.gateway == .fcm ? answer?.reason : "UNREGISTERED"
        self.init(
            answer?.gateway == .fcm ? answer?.status ?? 404 : 404,
            Self.message(code ?? ""), errorCode: code)
        apnsAnswer = answer?.gateway == .apns ? answer : refusal.apnsAnswer
        found = refusal.text
        if [.activityTokenDisabled, .startTokenDisabled].contains(refusal) {
            message = "APNs device token is disabled."
        }
        if let apnsAnswer, answer?.gateway == .apns { self = Self.passedOn(apnsAnswer, found) }
        if let answer, let front = Self.front(answer) {
            self = front
            found = refusal.text
        }
        fault = refusal.fault ?? fault
        if status == 429 || status == 503 { retryAfter = 60 }
    }

    /// Returns FCM's answer when APNs refused the push that FCM sent (FCM-ERR).
    static func passedOn(_ answer: GatewayAnswer, _ found: String) -> FCMRefusal {
        let own = answer.passedOnByFCM ?? answer
        var refusal = FCMRefusal(own.status, message(own.reason), errorCode: own.reason)
        refusal.apnsAnswer = answer
        refusal.found = found
        return refusal
    }

    /// Returns the refusal of a text or value that FCM does not accept.
    static func invalid(
        _ field: String, _ message: String, found: String, googleField: String? = nil,
        hasCode: Bool = true, fault: RequestFault? = nil
    ) -> FCMRefusal {
        var refusal = FCMRefusal(400, message, errorCode: hasCode ? "INVALID_ARGUMENT" : nil)
        refusal.violations = [Violation(field: googleField ?? field, description: message)]
        refusal.field = field
        refusal.found = found
        refusal.fault = fault
        return refusal
    }

    /// Returns the refusal of a text that is not a registration token.
    ///
    /// FCM-ERR shows its answer: it names no field, and has no other detail than the code. What
    /// looks like a device token of APNs is called one, since people mix them up.
    static func noToken(_ field: String, _ text: String = "") -> FCMRefusal {
        var refusal = FCMRefusal(
            400, "The registration token is not a valid FCM registration token",
            errorCode: "INVALID_ARGUMENT")
        refusal.field = field
        if FCMAddress.isDeviceToken(text) {
            refusal.found = "found a device token of APNs, wanted a registration token of FCM"
            refusal.fault = .deviceToken
        } else if FCMAddress.hasStrayBlank(text) {
            refusal.found = "found a blank or a line break in the address"
            refusal.fault = .blankInToken
        } else {
            refusal.found = "found text that is not a registration token"
            refusal.fault = .registrationToken
        }
        return refusal
    }

    /// Returns the usual text of an error code.
    static func message(_ code: String) -> String {
        switch code {
        case "UNREGISTERED": "Requested entity was not found."
        case "SENDER_ID_MISMATCH": "SenderId mismatch"
        case "THIRD_PARTY_AUTH_ERROR": "Auth error from APNS or Web Push Service"
        case "QUOTA_EXCEEDED": "Quota exceeded for messages sent."
        case "UNAVAILABLE": "The service is currently unavailable."
        case "INTERNAL": "Internal error encountered."
        case "INVALID_ARGUMENT": "Request contains an invalid argument."
        default: "An unknown error occurred."
        }
    }

    /// The answer in the table of reasons, by its error code or else by its status.
    public var answer: GatewayAnswer {
        if info == Self.insufficientScope.info { return .google(Self.scopeReason) }
        return GatewayAnswer(.fcm, reason: errorCode ?? statusName) ?? .google(statusName)
    }

    /// Google's name of the status.
    public var statusName: String {
        switch status {
        case 400: "INVALID_ARGUMENT"
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404: "NOT_FOUND"
        case 409: "ALREADY_EXISTS"
        case 429: "RESOURCE_EXHAUSTED"
        case 503: "UNAVAILABLE"
        default: "INTERNAL"
        }
    }

    /// The body of the answer.
    public var body: JSON {
        var error: JSON = [
            "code": .int(status), "message": .string(message), "status": .string(statusName),
        ]
        var details: [JSON] = []
        if let info {
            details.append([
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": .string(info.reason), "domain": .string(info.domain),
                "metadata": .object(
                    info.metadata.map { JSON.Member(key: $0.name, value: .string($0.value)) }),
            ])
        }
        // What FCM itself refuses has its code first, which is what senders read.
        if let errorCode {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                "errorCode": .string(errorCode),
            ])
        }
        if let apnsAnswer {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.ApnsError",
                "statusCode": .int(apnsAnswer.status), "reason": .string(apnsAnswer.reason),
            ])
        }
        if !violations.isEmpty {
            details.append([
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": .array(violations.map(\.json)),
            ])
        }
        if !details.isEmpty { error["details"] = .array(details) }
        return ["error": error]
    }
}
