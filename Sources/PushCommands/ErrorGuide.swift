import PushLanguage
import PushModel
import PushSimulation
import PushText

/// The meaning and the cure of an error's code; support engineers search by the code.
///
/// It is printed by `help CODE` and in the manual; `meaning` and `cure` are whole sentences.
package struct ErrorEntry {
    /// The stable name, by which scripts expect the error.
    package let code: String
    /// One sentence or more.
    package let meaning: String
    /// The remedy; empty if the message already says everything.
    package let cure: String

    /// An empty cure means that the meaning says it all.
    init(_ code: String, _ meaning: String, _ cure: String = "") {
        self.code = code
        self.meaning = meaning
        self.cure = cure
    }
}

/// Every code that a failure may carry, as `error.code` and `!code` name it.
///
/// The four lists follow `FailureCode`; a test checks that each of its codes has an entry here.
package enum ErrorGuide {
    /// The entry of a code.
    package static func entry(_ code: String) -> ErrorEntry? {
        (refusals + usage + outside + syntax).first { $0.code == code }
    }

    private static func entry(
        _ code: Refusal.Code, _ meaning: String, _ cure: String = ""
    ) -> ErrorEntry {
        ErrorEntry(code.rawValue, meaning, cure)
    }

    private static func entry(
        _ code: UsageError.Code, _ meaning: String, _ cure: String = ""
    ) -> ErrorEntry {
        ErrorEntry(code.rawValue, meaning, cure)
    }

    private static func entry(
        _ code: SyntaxError.Code, _ meaning: String, _ cure: String = ""
    ) -> ErrorEntry {
        ErrorEntry(code.rawValue, meaning, cure)
    }

    private static func entry(
        _ code: FailureCode.Outside, _ meaning: String, _ cure: String = ""
    ) -> ErrorEntry {
        ErrorEntry(code.rawValue, meaning, cure)
    }

    /// Commands that the world refuses; a script may expect these codes.
    package static let refusals: [ErrorEntry] = [
        entry(
            .activityRefused,
            "ActivityKit refused to start the Live Activity; the message has its error.",
            "Try `app set activities on` for the Info.plist key, and `app launch` to bring it to "
                + "the front."
        ),
        entry(
            .alreadyHandled, "The notification was already tapped or dismissed.",
            "`notifications` lists those that are still on the device."),
        entry(
            .alreadyInstalled, "The app is already installed on the device.",
            "Use `app uninstall` first, or `app reinstall`."),
        entry(
            .appCrashed,
            "iOS ended the app: its SDK requires scenes, or the app raised an exception.",
            "`app set lifecycle scene` makes the app adopt scenes. An exception of Firebase comes "
                + "from its GoogleService-Info.plist, which `app import` replaces."),
        entry(
            .badSetting, "The setting does not exist, or does not accept the value.",
            "`app show` and `config` list the settings with their values."),
        entry(
            .clockStopped,
            "The clock stopped before the time that the command names: more was due until then "
                + "than one command may let happen, or ^C or the time limit ended it. What had "
                + "happened by then is kept.",
            "The message says where the clock stands; another `clock advance` goes on from there."),
        entry(
            .credentialExists,
            "A credential with this name exists, or there are too many credentials.",
            "`credential remove` removes one; its file stays."),
        entry(
            .deviceExists, "A device with this name already exists.",
            "Choose another name; `device list` shows those in use."),
        entry(
            .invalidPayload,
            "The payload is not a JSON object, or lacks something its kind requires.",
            "The message points to it."),
        entry(
            .invalidStrings,
            "The file is not a valid Localizable.strings: its encoding, a quote or a `;` is wrong.",
            "The message points to the line."),
        entry(
            .linkRefused,
            "The link was not opened: its scheme is dangerous or not registered by the app, or "
                + "it leads to a screen that links may not open.",
            "`app show` lists the schemes and screens; `app set` changes them."),
        entry(
            .needsRealNetwork,
            "The address is outside this process, and the simulated network does not leave it.",
            "Use `network real`, or choose an embedded service with `endpoint`."),
        entry(
            .noActivity, "There is no such Live Activity, or it has ended.",
            "`activity list` shows the current ones."),
        entry(
            .noChannel, "There is no broadcast channel with this ID.",
            "`channel list` shows the IDs."),
        entry(
            .noCredential, "There is no such credential, or none for the gateway.",
            "`credential list` shows them; `credential add` adds one."),
        entry(.noDevice, "There is no device with this name.", "`device list` shows the names."),
        entry(
            .noKey,
            "No Treasure Data key was found in the configured place, or it is malformed.",
            "Set the variable, or use `config` to name a file that only its owner can read."),
        entry(
            .noNotification, "There is no such notification, or none is shown.",
            "`notifications` lists what is on the device."),
        entry(
            .noToken, "The app has no registration token yet.",
            "Use `app launch` first, with permission granted; if the app is running, `app kill` "
                + "before that."),
        entry(.notInstalled, "No app is installed on the device.", "Use `app install`."),
        entry(.notRunning, "The app is not running.", "Use `app launch`."),
        entry(
            .payloadTooLarge, "The payload is larger than the 4096 bytes that APNs accepts.",
            "Shorten it; let the app fetch data instead of sending it in the push."),
        entry(
            .pushRefused,
            "APNs or FCM refused the push, and it belongs to no app in the workspace.",
            "`tokens export` shows the tokens that reach an app."),
        entry(
            .permissionDecided, "The user has already answered the prompt, and iOS asks only once.",
            "Use `permission grant` or `permission deny`, as in Settings."),
        entry(
            .timeBackwards, "The clock would go back.",
            "Set the clock in a script's first lines, before anything happens."),
        entry(
            .tokenFetchFailed, "FCM issued no token; the message names the SDK's error.",
            "Usually the device token is missing: see `token`."),
        entry(
            .tooManyTopics,
            "The installation has all the topics that FCM allows one, which are 2,000.",
            "End one with `topic unsubscribe`; `topics` lists them."),
        entry(
            .unknownAction,
            "The notification's category has no such button, or the button takes no text.",
            "`app show` lists the categories and their buttons."),
        entry(
            .unknownPropertyList,
            "The property list is neither an Info.plist nor a GoogleService-Info.plist.",
            "`app import` takes either; `app update` takes the latter."),
        entry(
            .uploadFailed, "Events are still queued, because the service or the network failed.",
            "`uploads` shows what each request did."),
        entry(
            .uploadInProgress, "Another process is uploading this workspace's events.",
            "Wait for its `flush` to finish; everything else works meanwhile."),
    ]

    /// Words that do not fit their command; found before anything runs.
    package static let usage: [ErrorEntry] = [
        entry(.unknownCommand, "There is no command with this name.", "`help` lists the commands."),
        entry(
            .unknownOption, "The command has no such option.",
            "To pass a word that begins with `-`, quote it or put it after `--`."),
        entry(.missingArgument, "The command needs another word."),
        entry(.missingValue, "The option needs a value."),
        entry(
            .unexpectedArgument, "There is one word too many.",
            "Put text with spaces in quotes."),
        entry(UsageError.Code.invalidValue, "The value is not of the expected kind."),
    ]

    /// Failures outside the world: files, SQL, the shell itself.
    package static let outside: [ErrorEntry] = [
        entry(
            .alreadyExists, "The database or table already exists.",
            "`database list` and `tables` show what is there."),
        entry(
            .alreadyRecording, "A recording is already running.", "Use `.record stop` first."),
        entry(
            .alreadyServing, "This script already has open ports.",
            "Open all the ports you need with one `serve`."),
        entry(
            .badName, "Treasure Data does not accept this name for a database or table.",
            "A name has 3 to 128 lower-case letters, digits and underscores."),
        entry(
            .didNotSettle, "One command caused more than the simulation can follow.",
            "This is a bug in pushsh; please report it with the script."),
        entry(
            .expectationFailed,
            "An expectation failed in a script run by `.read` or the control protocol.",
            "The message says what was expected, and what was found."),
        entry(
            .fileNotFound, "There is no such file.",
            "In a script, paths are relative to the script."),
        entry(
            .cannotListen, "The port of `serve` is in use, or this process may not open it.",
            "Port 0 picks a free one."),
        entry(
            .fileExists, "The file already exists, and nothing was written.",
            "Choose another name, or replace it with `--force` (`.record start`: `--replace`)."),
        entry(.fileUnreadable, "The file cannot be read; the message has the reason."),
        entry(.fileUnwritable, "The file cannot be written; the message has the reason."),
        entry(
            .invalidCredential, "The file does not hold a credential of the given kind.",
            "The message says what it holds and how to convert it."),
        entry(.invalidScript, "The script has errors, and `.read` ran none of it."),
        entry(
            .invalidSQL, "SQLite refused the query; a caret shows where.",
            "`.schema` shows the columns."),
        entry(
            .invalidKeys, "A key cannot be read, can be read by others, or has the wrong length.",
            "Set the variable, or make the file readable only by its owner."),
        entry(
            .invalidPropertyList, "The file is not a property list in XML or binary form.",
            "Export it again from Xcode or the Firebase console."),
        entry(
            .invalidBackup,
            "The backup, snapshot or undo step is damaged, is none, or is from a newer pushsh.",
            "Nothing was changed; the message has the reason."),
        entry(.lintErrors, "The payload breaks a rule of its platform."),
        entry(
            .noTable, "The warehouse has no such database or table.",
            "Create it with `database create` or `table create`."),
        entry(
            .noUpload, "There is no upload with this number.",
            "`uploads` lists the numbers."),
        entry(.notRecording, "No recording is running.", "Use `.record start` first."),
        entry(
            .noSnapshot, "There is no snapshot with this name.", "`snapshot list` shows them."),
        entry(
            .nothingToUndo, "There is nothing to undo or redo.",
            "Up to 50 steps are kept, from the first command at the prompt on."),
        entry(
            .undoBlocked,
            "Another shell or a script has changed the workspace since the step, or another prompt "
                + "typed it.",
            "`undo --force` undoes that as well."),
        entry(
            .noAnswer,
            "Treasure Data's query API, APNs or FCM did not answer; the message has the reason.",
            "`config` has its address and the trusted certificates; a proxy comes from the "
                + "environment."
        ),
        entry(
            .queryInterrupted, "The query was stopped by ^C or by its time limit."),
        entry(
            .queryRefused,
            "The query does more than read, or calls a function that reveals the machine.",
            "`query` only reads; use `database create` and `table create` to create tables."),
        entry(
            .remoteRefused,
            "Treasure Data refused the query or the upload, or its answer cannot be read.",
            "The message quotes the service."),
        entry(
            .uploadUncertain,
            "The service does not know a bulk import that may have been committed.",
            "Count the records there, then record the outcome with `upload --settle`."),
        entry(
            .uploadStopped, "The upload was stopped by ^C.",
            "The next `upload` of the same source continues where it stopped."),
        entry(
            .credentialRefused, "APNs or FCM refused the credential, and nothing more was sent.",
            "The message has the reason, and pushsh-gateways(7) the cure."),
        entry(
            .notConfirmed, "The push or the upload would reach many devices, or production.",
            "Confirm with `--yes` in a script."),
        entry(
            .notSent, "The embedded gateway refused the request, so nothing was sent.",
            "The message has the reason; `--force` sends it anyway."),
        entry(
            .sendRefused, "APNs or FCM did not accept the push for every target.",
            "Each target's verdict says what to do; `--failed` and `--dead` sort the targets."),
        entry(
            .wrongEnvironment, "The token or the credential belongs to the other APNs environment.",
            "Development builds get sandbox tokens, App Store builds production tokens."),
        entry(.notSupported, "This is not possible in this kind of session."),
        entry(
            .tooManyRows,
            "More rows were found than `$`, an expectation or an answer of the control protocol "
                + "can hold.",
            "Ask for fewer rows, or for their count."),
        entry(.unknownTopic, "There is no help on this topic.", "`help` lists the commands."),
        entry(
            .workspaceBusy, "Another pushsh has been writing to the workspace for too long.",
            "Try again. A `serve` or a prompt that was suspended in mid-command holds the lock."
        ),
        entry(
            .workspaceCorrupt, "The workspace is damaged, from a newer pushsh, or not a workspace.",
            "`repair` shows what can be saved, and `restore` restores a backup."
        ),
        entry(
            .workspaceFull, "The disk is full; the command changed nothing.",
            "Free some space and repeat the command."),
        entry(
            .workspaceReadOnly, "The workspace's directory or file cannot be written.",
            "Make it writable, or work with a copy of it."),
    ]

    /// Text that is not a valid script; found before anything runs.
    package static let syntax: [ErrorEntry] = [
        entry(.invalidText, "The script is not UTF-8, or contains a zero byte."),
        entry(
            .limitExceeded,
            "A limit of the language is exceeded: the length of a line, the nesting of blocks "
                + "or includes, the rounds of a loop, the tests of a file."),
        entry(.unfinishedQuote, "A quote is never closed."),
        entry(
            .unfinishedHereDocument, "A here-document has no closing tag.",
            "The tag must be alone on its line; its indentation does not matter."),
        entry(.unfinishedBlock, "A block has no `end`."),
        entry(.unmatchedEnd, "An `end` closes no block."),
        entry(
            .unknownEscape, "A backslash in double quotes starts an unknown escape.",
            "Double it, or use single quotes."),
        entry(
            .invalidVariable, "`${` is not followed by a name and `}`.",
            "Put text that contains `${` in single quotes."),
        entry(.unknownVariable, "The variable has no value; it is never expanded to empty text."),
        entry(.invalidHereDocument, "A here-document's tag or position is wrong."),
        entry(.invalidJSON, "A JSON object, or a here-document tagged `JSON`, is not valid JSON."),
        entry(.invalidGuard, "A guard must be `[name]`, `[!name]` or `[name:text]`."),
        entry(.invalidPrefix, "A `!` or `?` is in front of something that is not a command."),
        entry(
            .invalidGolden,
            "A golden line must be `| text`, `|2 text` or `|...`, after something that prints."),
        entry(.invalidHeader, "The first line of a block is incomplete or malformed."),
        entry(.misplacedStatement, "The statement is not allowed here."),
        entry(.unsupportedVersion, "The script needs a newer version of the language."),
        entry(.invalidQuery, "There is no such query, or it is incomplete."),
        entry(.invalidPredicate, "There is no such predicate, or it is missing."),
    ]
}
