import PushModel

extension ErrorGuide {
    /// A script whose last statement fails with the code; nil where only the world outside a
    /// script brings it about.
    package static func example(of code: String) -> String? {
        FailureCode(code).flatMap { code in examples.first { $0.code == code }?.script }
    }

    /// The examples, which `help CODE` shows and a test runs.
    package static let examples: [(code: FailureCode, script: String)] =
        ofRefusals + ofUsage + ofSyntax + ofOutside

    /// The push that the examples answer.
    private static let push = #"receive {"aps": {"alert": "Hello"}, "message_id": "m-1"}"#

    /// Statements that the world refuses.
    private static let ofRefusals: [(code: FailureCode, script: String)] = [
        (.refused(.activityRefused), "app launch\nactivity start Order"),
        (.refused(.alreadyHandled), "app launch\n\(push)\ntap m-1\ntap m-1"),
        (.refused(.alreadyInstalled), "app launch\napp install"),
        (
            .refused(.appCrashed),
            "device add new --os 27.0\napp install\napp set built-with 27.0\napp launch"
        ),
        (.refused(.badSetting), "let answer = \"maybe\"\napp set nse ${answer}"),
        (.refused(.deviceExists), "device add phone"),
        (.refused(.invalidPayload), "receive '[]'"),
        (.refused(.invalidStrings), "app strings en <<STRINGS\n\"HI\" = \"Hello\"\nSTRINGS"),
        (.refused(.linkRefused), "app launch\nopen javascript:alert(1)"),
        (.refused(.needsRealNetwork), "app launch\nendpoint http://127.0.0.1:8080\nflush"),
        (.refused(.noActivity), "app launch\nactivity end live-1"),
        (.refused(.noChannel), "channel delete AAAA"),
        (.refused(.noCredential), "credential test ours"),
        (.refused(.noDevice), "device use tablet"),
        (.refused(.noNotification), "tap m-1"),
        (.refused(.noToken), "permission deny\napp launch\ntoken delete"),
        (.refused(.notInstalled), "app uninstall\napp launch"),
        (.refused(.notRunning), "login cust-1"),
        (.refused(.permissionDecided), "app launch\npermission ask"),
        (.refused(.pushRefused), #"receive --channel AAAA {"aps": {"alert": "Hello"}}"#),
        (.refused(.timeBackwards), "app launch\nclock set 2025-01-01"),
        (.refused(.tokenFetchFailed), "app set swizzling off\napp launch\ntoken fetch"),
        (
            .refused(.tooManyTopics),
            "app launch\nfor n in 1..2000\n  topic subscribe t-${n}\nend\ntopic subscribe news"
        ),
        (.refused(.unknownAction), "app launch\n\(push)\ntap m-1 --action like"),
        (.refused(.unknownPropertyList), "app import <<PLIST\n<plist><dict/></plist>\nPLIST"),
        (.refused(.uploadFailed), "app launch\nnetwork off\nflush"),
    ]

    /// Statements whose words do not fit their command.
    private static let ofUsage: [(code: FailureCode, script: String)] = [
        (.usage(.unknownCommand), "lunch"),
        (.usage(.unknownOption), "tap --hard"),
        (.usage(.missingArgument), "login"),
        (.usage(.missingValue), "tap --action"),
        (.usage(.unexpectedArgument), "login cust 1"),
        (.usage(.invalidValue), "clock advance soon"),
    ]

    /// Scripts that are refused before anything runs.
    private static let ofSyntax: [(code: FailureCode, script: String)] = [
        (.syntax(.unfinishedQuote), "login \"cust-1"),
        (.syntax(.unfinishedHereDocument), "receive <<JSON\n{}"),
        (.syntax(.unfinishedBlock), "test \"the push arrives\"\n  app launch"),
        (.syntax(.unmatchedEnd), "app launch\nend"),
        (.syntax(.unknownEscape), #"login "cust\q1""#),
        (.syntax(.invalidVariable), "login ${user id}"),
        (.syntax(.unknownVariable), "login ${user}"),
        (.syntax(.invalidHereDocument), "receive <<"),
        (.syntax(.invalidJSON), "receive <<JSON\n{\"aps\": }\nJSON"),
        (.syntax(.invalidGuard), "[a b] tap"),
        (.syntax(.invalidPrefix), "? expect queue == 0"),
        (.syntax(.invalidGolden), "clock\n|now"),
        (.syntax(.invalidHeader), "for n in\nend"),
        (.syntax(.misplacedStatement), "test \"outer\"\n  test \"inner\"\n  end\nend"),
        (.syntax(.unsupportedVersion), "psh 99"),
        (.syntax(.invalidQuery), "expect shwn empty"),
        (.syntax(.invalidPredicate), "expect queue => 0"),
        (.syntax(.limitExceeded), "repeat 99999999999\nend"),
    ]

    /// Failures of files, SQL, the network and the shell, as far as a script can cause them.
    private static let ofOutside: [(code: FailureCode, script: String)] = [
        (.outside(.alreadyExists), "database create mobile"),
        (.outside(.alreadyRecording), ".record start a.psh\n.record start b.psh"),
        (.outside(.badName), "database create X"),
        (.outside(.fileNotFound), "receive sale.apns"),
        (.outside(.invalidPropertyList), "app import <<PLIST\nhello\nPLIST"),
        (.outside(.invalidSQL), "query \"SELECT FROM\""),
        (.outside(.lintErrors), #"lint {"aps": {"badge": "1"}}"#),
        (.outside(.noSnapshot), "snapshot go before"),
        (.outside(.noTable), "table delete mobile.nothing"),
        (.outside(.noUpload), "receipts 7"),
        (.outside(.notRecording), ".record stop"),
        (.outside(.nothingToUndo), "undo"),
        (.outside(.queryRefused), "query \"DROP TABLE push_events\""),
    ]
}
