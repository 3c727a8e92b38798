import PushLanguage
import PushModel
import PushSimulation
import PushText

/// The meaning and the cure of an error's code; support engineers search by the code.
package struct ErrorEntry {
    package let code: String
    /// One sentence or more.
    package let meaning: String
    /// The remedy; empty if the message already says everything.
    package let cure: String

    init(_ code: String, _ meaning: String, _ cure: String = "") {
        self.code = code
        self.meaning = meaning
        self.cure = cure
    }
}

/// Every code that a failure may carry, as `error.code` and `!code` name it.
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
            .activityRefused, "ActivityKit starts no Live Activity; the message has its error.",
            "`app set` with `activities on` stands for the Info.plist key; `app launch` for the "
                + "front."),
        entry(
            .alreadyHandled, "The notification was tapped or dismissed before.",
            "`notifications` lists those that are still on the device."),
        entry(
            .alreadyInstalled, "The device has the app already.",
            "Use `app uninstall` first, or `app reinstall`."),
        entry(
            .appCrashed,
            "iOS ended the app: its SDK requires scenes, or the app raised an exception.",
            "`app set` with `lifecycle scene` stands for the adoption of scenes."),
        entry(
            .badSetting, "The setting does not exist, or does not take the value.",
            "`app show` and `config` list the settings with their values."),
        entry(
            .credentialExists,
            "There is a credential of this name already, or there are as many as are kept.",
            "`credential remove` forgets one; its file stays."),
        entry(
            .deviceExists, "A device of this name exists already.",
            "Choose another name; `device list` shows those in use."),
        entry(
            .invalidPayload,
            "The payload is no JSON object, or lacks what its kind must have.",
            "The message points at the place."),
        entry(
            .invalidStrings,
            "The file is no Localizable.strings: its encoding, a quote or a `;` is wrong.",
            "The message points at the line."),
        entry(
            .linkRefused,
            "The link is not opened: its scheme is dangerous, not registered by the app, or no "
                + "screen of the app may be opened by it.",
            "`app show` lists the schemes and screens; `app set` changes them."),
        entry(
            .needsRealNetwork,
            "The address is outside this process, which the simulated network does not leave.",
            "`network` puts the real one in its place; `endpoint` leads back into this process."),
        entry(
            .noActivity, "There is no such Live Activity, or it has ended.",
            "`activity list` shows those that are there."),
        entry(
            .noChannel, "There is no broadcast channel of this ID.",
            "`channel list` shows the IDs."),
        entry(
            .noCredential, "There is no such credential, or none for the gateway.",
            "`credential list` shows them; `credential add` adds one."),
        entry(.noDevice, "There is no device of this name.", "`device list` shows the names."),
        entry(
            .noKey,
            "There is no key of Treasure Data where it is looked for, or none of its form.",
            "Set the variable, or name with `config` a file that its owner alone can read."),
        entry(
            .noNotification, "There is no such notification, or none is shown.",
            "`notifications` lists what is on the device."),
        entry(
            .noToken, "The app has no registration token yet.",
            "Use `app launch` first, with the permission granted."),
        entry(.notInstalled, "The device has no app.", "Use `app install`."),
        entry(.notRunning, "The app's process does not run.", "Use `app launch`."),
        entry(
            .payloadTooLarge, "The payload is larger than APNs accepts, 4096 bytes.",
            "Shorten it; data that the app can fetch need not travel in the push."),
        entry(
            .pushRefused,
            "APNs or FCM refused the push, and it belongs to no app of the workspace.",
            "`tokens export` shows the addresses that reach an app."),
        entry(
            .permissionDecided, "The user has answered the prompt, and iOS asks only once.",
            "Use `permission grant` or `permission deny`, as in Settings."),
        entry(
            .timeBackwards, "The clock would go back.",
            "Set the clock in a script's first lines, before anything happens."),
        entry(
            .tokenFetchFailed, "FCM issued no token; the message names the SDK's error.",
            "Mostly the device token is missing: see `token`."),
        entry(
            .unknownAction, "The notification's category has no such button, or it takes no text.",
            "`app show` lists the categories and their buttons."),
        entry(
            .unknownPropertyList,
            "The property list is neither an Info.plist nor a GoogleService-Info.plist.",
            "`app import` takes either; `app update` takes the latter."),
        entry(
            .uploadFailed, "Events are left in the queue; the service or the network failed.",
            "`uploads` tells what each request did."),
        entry(
            .uploadInProgress, "Another process sends the events of this workspace now.",
            "Wait until its `flush` is over; everything else can be done meanwhile."),
    ]

    /// Words that do not fit their command; found before anything runs.
    package static let usage: [ErrorEntry] = [
        entry(.unknownCommand, "There is no command of this name.", "`help` lists the commands."),
        entry(
            .unknownOption, "The command has no such option.",
            "A word that begins with `-` and is no option goes in quotes, or behind `--`."),
        entry(.missingArgument, "The command needs another word."),
        entry(.missingValue, "The option needs a value."),
        entry(
            .unexpectedArgument, "There is a word too many.",
            "A text with blanks goes in quotes."),
        entry(UsageError.Code.invalidValue, "The value is not of the kind that is wanted there."),
    ]

    /// Failures outside the world: files, SQL, the shell itself.
    package static let outside: [ErrorEntry] = [
        entry(
            .alreadyExists, "The database or table is there already.",
            "`database list` and `tables` show what is there."),
        entry(
            .alreadyRecording, "A recording runs already.", "Use `.record stop` first."),
        entry(
            .alreadyServing, "Ports are open already while this script goes on.",
            "One `serve` opens as many as it is asked for."),
        entry(
            .badName, "Treasure Data takes no such name for a database or table.",
            "A name has 3 to 128 lower-case letters, digits and underscores."),
        entry(
            .didNotSettle, "One command caused more than the simulation follows.",
            "This is an error of pushsh; please report it with the script."),
        entry(
            .failed, "An expectation failed in the script that `.read` or the control names.",
            "The message says what was expected, and what was found."),
        entry(
            .fileNotFound, "There is no such file.",
            "In a script, paths are relative to the script."),
        entry(
            .cannotListen, "The port of `serve` is in use, or this process may not open it.",
            "Port 0 takes any that is free."),
        entry(
            .fileExists, "The file exists already, and nothing was written.",
            "Choose another name, or replace it with `--replace`."),
        entry(.fileUnreadable, "The file cannot be read; the message has the reason."),
        entry(.fileUnwritable, "The file cannot be written; the message has the reason."),
        entry(
            .invalidCredential, "The file holds no credential of the form that was named.",
            "The message says what it holds, and what converts it."),
        entry(.invalidScript, "The script that `.read` names has errors; none of it ran."),
        entry(
            .invalidSQL, "SQLite refused the query; a caret shows where.",
            "`.schema` shows the columns."),
        entry(
            .invalidKeys, "A key cannot be read, others could read it, or it has a wrong length.",
            "Set the variable, or make the file readable by its owner alone."),
        entry(
            .invalidPropertyList, "The file is no property list in XML or binary form.",
            "Export it again from Xcode or the Firebase console."),
        entry(
            .invalidBackup, "The file is no backup, is damaged, or is of a newer pushsh.",
            "Nothing was changed; the message has the reason."),
        entry(.lintErrors, "The payload breaks a rule of its platform."),
        entry(
            .noTable, "The warehouse has no such database or table.",
            "`database create` and `table create` make them."),
        entry(
            .noUpload, "There is no upload of this number.",
            "`uploads` lists the numbers."),
        entry(.notRecording, "No recording runs.", "Use `.record start` first."),
        entry(
            .noSnapshot, "There is no snapshot of this name.", "`snapshot list` names them."),
        entry(
            .nothingToUndo, "There is no step to take back, or none to do again.",
            "Steps are kept from the first command at the prompt on, up to 50."),
        entry(
            .undoBlocked, "Another shell or a script changed the workspace after the step.",
            "`undo` with `--force` takes that back as well."),
        entry(
            .noAnswer,
            "Treasure Data's query API, APNs or FCM gave no answer; the message has the reason.",
            "`config` names its address and what is trusted, the environment a proxy."),
        entry(
            .queryInterrupted, "The query was stopped, by ^C or by its time limit."),
        entry(
            .queryRefused,
            "The query would do more than read, or calls what tells of the machine.",
            "`query` only reads; `database create` and `table create` make what it reads."),
        entry(
            .remoteRefused,
            "Treasure Data refused the query or the upload, or its answer cannot be read.",
            "The message has the service's words."),
        entry(
            .uploadUncertain,
            "A bulk import that may have been committed is unknown to the service.",
            "Count the records there; `upload` with `--settle` says what became of it."),
        entry(
            .uploadStopped, "The upload was stopped by ^C.",
            "The next `upload` of the same goes on where it was."),
        entry(
            .credentialRefused, "APNs or FCM refuses the credential, and nothing more was sent.",
            "The message has the reason, and pushsh-gateways(7) its cure."),
        entry(
            .notConfirmed, "The push or the upload would reach many devices, or production.",
            "`--yes` says in a script that this is meant."),
        entry(
            .notSent, "The embedded gateway refuses the request, so that nothing was sent.",
            "The message has the reason; `--force` sends it all the same."),
        entry(
            .sendRefused, "APNs or FCM did not take the push for every target.",
            "The verdict of each target says what to do; `--failed` and `--dead` sort them."),
        entry(
            .wrongEnvironment, "The token or the credential is of APNs' other environment.",
            "A development build's token is of the sandbox, one of the App Store of production."),
        entry(.notSupported, "What runs the session cannot do this."),
        entry(
            .tooManyRows, "The answer has more rows than `$` or an expectation can hold.",
            "Ask for fewer rows, or for their number."),
        entry(.unknownTopic, "There is no help on this.", "`help` lists the commands."),
        entry(
            .workspaceBusy, "Another pushsh has been writing to the workspace for too long.",
            "Try again; a `serve` or a prompt that is suspended in the midst of a command holds it."
        ),
        entry(
            .workspaceCorrupt, "The workspace is damaged, of a newer pushsh, or no workspace.",
            "`repair` tells what can be saved, and `restore` brings a backup back."
        ),
        entry(
            .workspaceFull, "The disk is full; the command changed nothing.",
            "Make room, and repeat the command."),
        entry(
            .workspaceReadOnly, "The workspace's directory or file cannot be written.",
            "Make it writable, or work with a copy of it."),
    ]

    /// Text that is not a valid script; found before anything runs.
    package static let syntax: [ErrorEntry] = [
        entry(.invalidText, "The script is not UTF-8, or holds a zero byte."),
        entry(
            .limitExceeded,
            "A limit of the language is exceeded: the length of a line, the nesting of blocks, "
                + "the rounds of a loop."),
        entry(.unfinishedQuote, "A quote is opened and never closed."),
        entry(
            .unfinishedHereDocument, "A here-document has no closing tag.",
            "The tag stands alone on its line; its indentation does not matter."),
        entry(.unfinishedBlock, "A block has no `end`."),
        entry(.unmatchedEnd, "An `end` closes no block."),
        entry(
            .unknownEscape, "A backslash in double quotes begins no known escape.",
            "Double it, or use single quotes."),
        entry(
            .invalidVariable, "`${` is not followed by a name and `}`.",
            "Text that holds `${` goes in single quotes."),
        entry(.unknownVariable, "The variable has no value; it never becomes an empty text."),
        entry(.invalidHereDocument, "A here-document's tag or place is wrong."),
        entry(.invalidJSON, "A here-document tagged `JSON` is no JSON."),
        entry(.invalidGuard, "A guard has another form than `[name]`, `[!name]`, `[name:text]`."),
        entry(.invalidPrefix, "A `!` or `?` stands before something that is no command."),
        entry(
            .invalidGolden,
            "A golden line has another form than `| text`, `|2 text`, `|...`, or follows "
                + "nothing that prints."),
        entry(.invalidHeader, "The first line of a block lacks or garbles a part."),
        entry(.misplacedStatement, "The statement may not stand here."),
        entry(.unsupportedVersion, "The script needs a newer version of the language."),
        entry(.invalidQuery, "There is no such query, or it is incomplete."),
        entry(.invalidPredicate, "There is no such predicate, or it is missing."),
    ]
}
