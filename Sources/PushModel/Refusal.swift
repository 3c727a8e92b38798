/// The reason why an action cannot be done in this world; the world is unchanged.
///
/// A refusal is a command's failure; scripts name its code, as in `!not_installed app launch`.
public struct Refusal: Error, Equatable, Sendable {
    /// The stable name that scripts match, such as `not_installed`.
    public enum Code: String, CaseIterable, Sendable {
        case activityRefused = "activity_refused"
        case alreadyHandled = "already_handled"
        case alreadyInstalled = "already_installed"
        case appCrashed = "app_crashed"
        case badSetting = "bad_setting"
        case clockStopped = "clock_stopped"
        case credentialExists = "credential_exists"
        case deviceExists = "device_exists"
        case invalidPayload = "invalid_payload"
        case invalidStrings = "invalid_strings"
        case linkRefused = "link_refused"
        case needsRealNetwork = "needs_real_network"
        case noActivity = "no_activity"
        case noChannel = "no_channel"
        case noCredential = "no_credential"
        case noDevice = "no_device"
        case noKey = "no_key"
        case uploadInProgress = "upload_in_progress"
        case noNotification = "no_notification"
        case noToken = "no_token"
        case notInstalled = "not_installed"
        case notRunning = "not_running"
        case payloadTooLarge = "payload_too_large"
        case pushRefused = "push_refused"
        case permissionDecided = "permission_decided"
        case timeBackwards = "time_backwards"
        case tokenFetchFailed = "token_fetch_failed"
        case tooManyTopics = "too_many_topics"
        case unknownAction = "unknown_action"
        case unknownPropertyList = "unknown_plist"
        case uploadFailed = "upload_failed"
    }

    /// The kind of refusal.
    public var code: Code
    /// The sentence that says what was found and what was wanted, without a full stop.
    public var message: String
    /// The remedy, if it is certain.
    public var hint: String?
    /// The reason or error code of the gateway that refuses, in its vendor's spelling.
    public var answer: String?
    /// The part of the request to a gateway that is wrong, if the answer covers several.
    public var fault: RequestFault?

    /// The hint of a payload whose fault `lint` shows.
    public static let explainedByLint = "`lint` explains it"

    /// Makes a refusal.
    public init(
        _ code: Code, _ message: String, hint: String? = nil, answer: String? = nil,
        fault: RequestFault? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.answer = answer
        self.fault = fault
    }
}
