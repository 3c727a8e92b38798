import PushLanguage
import PushModel

/// The code of a failure, as in `error.code` and `!code`.
///
/// No two kinds share a name, since scripts see the name alone.
public enum FailureCode: Hashable, Sendable {
    /// The world refused; it is as it was before.
    case refused(Refusal.Code)
    /// The words do not fit their command.
    case usage(UsageError.Code)
    /// The text is not a valid script.
    case syntax(SyntaxError.Code)
    /// Something outside the world: a file, SQL, the network, the shell itself.
    case outside(Outside)

    /// The failures outside the world.
    ///
    /// ``ErrorGuide`` says what each means, and a test checks that each is thrown.
    public enum Outside: String, CaseIterable, Sendable {
        case alreadyExists = "already_exists"
        case alreadyRecording = "already_recording"
        case alreadyServing = "already_serving"
        case badName = "bad_name"
        case cannotListen = "cannot_listen"
        case credentialRefused = "credential_refused"
        case didNotSettle = "did_not_settle"
        case expectationFailed = "expectation_failed"
        case fileExists = "file_exists"
        case fileNotFound = "file_not_found"
        case fileUnreadable = "file_unreadable"
        case fileUnwritable = "file_unwritable"
        case invalidBackup = "invalid_backup"
        case invalidCredential = "invalid_credential"
        case invalidKeys = "invalid_keys"
        case invalidPropertyList = "invalid_plist"
        case invalidScript = "invalid_script"
        case invalidSQL = "invalid_sql"
        case lintErrors = "lint_errors"
        case noAnswer = "no_answer"
        case noSnapshot = "no_snapshot"
        case noTable = "no_table"
        case noUpload = "no_upload"
        case notConfirmed = "not_confirmed"
        case notRecording = "not_recording"
        case notSent = "not_sent"
        case notSupported = "not_supported"
        case nothingToUndo = "nothing_to_undo"
        case queryInterrupted = "query_interrupted"
        case queryRefused = "query_refused"
        case remoteRefused = "remote_refused"
        case sendRefused = "send_refused"
        case tooManyRows = "too_many_rows"
        case undoBlocked = "undo_blocked"
        case unknownTopic = "unknown_topic"
        case uploadStopped = "upload_stopped"
        case uploadUncertain = "upload_uncertain"
        case workspaceBusy = "workspace_busy"
        case workspaceCorrupt = "workspace_corrupt"
        case workspaceFull = "workspace_full"
        case workspaceReadOnly = "workspace_readonly"
        case wrongEnvironment = "wrong_environment"
    }

    /// The stable name that scripts match, as `file_not_found`.
    public var name: String {
        switch self {
        case .refused(let code): code.rawValue
        case .usage(let code): code.rawValue
        case .syntax(let code): code.rawValue
        case .outside(let code): code.rawValue
        }
    }

    /// The code of a name; nil for a name that this version does not know.
    public init?(_ name: String) {
        if let code = Refusal.Code(rawValue: name) {
            self = .refused(code)
        } else if let code = UsageError.Code(rawValue: name) {
            self = .usage(code)
        } else if let code = SyntaxError.Code(rawValue: name) {
            self = .syntax(code)
        } else if let code = Outside(rawValue: name) {
            self = .outside(code)
        } else {
            return nil
        }
    }

    /// The names that a script can promise: those of refusals, of usage errors, and of failures
    /// outside the world; also that of an undefined variable, which is reported when its command
    /// runs.
    public static let names: [String] =
        promised.map(\.code) + [SyntaxError.Code.unknownVariable.rawValue]

    /// Each name with its meaning, for completion.
    public static let meanings: [(code: String, meaning: String)] =
        promised.map { ($0.code, $0.meaning) }

    /// The names of errors that are found before anything runs, so that no command fails with
    /// them.
    public static let early: [String] = ErrorGuide.syntax.map(\.code).filter { !names.contains($0) }

    /// The entries of failures with which a command can end.
    private static var promised: [ErrorEntry] {
        ErrorGuide.refusals + ErrorGuide.usage + ErrorGuide.outside
    }
}
