import PushPayload
import PushText

extension ManPage {
    /// Renders pushsh-payload(7): every key of a payload, what reads it, and the rules of `lint`.
    public static var payload: String {
        var page = Mdoc(
            title: "pushsh-payload", section: 7,
            summary: "the keys of a push notification's payload, and the rules of lint")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            A payload is a JSON object of at most 4096 bytes, 5120 for VoIP and broadcasts. iOS \
            reads `aps`; everything next to it reaches the app as it is. `receive` delivers a \
            payload, `lint` lists the rules it breaks. `help` explains any key, header or rule by \
            its name.
            """)
        keys("KEYS OF APS", PayloadKeyEntry.aps, &page)
        keys("KEYS OF ALERT", PayloadKeyEntry.alert, &page)
        keys("KEYS BESIDE APS", PayloadKeyEntry.beside, &page)
        keys("HEADERS OF A REQUEST TO APNS", PayloadKeyEntry.headers, &page)
        pushTypes(&page)
        envelopes(&page)
        rules(&page)
        page.raw(".Sh FINDINGS AS JSON")
        page.prose(
            """
            `lint --format json` prints an object with the `dialect`, the numbers of `errors`, \
            `warnings` and `notes`, and `findings` in the order of the text. `start` and `end` of \
            a finding are byte offsets from 0 in the text; `end` is exclusive. They count the text \
            as UTF-8, whatever the file's encoding. `fix` has the replacement texts, if a finding \
            has only one possible fix. A finding also has `severity`, `rule`, `message`, \
            `consequence` (what happens otherwise), `cure`, `source` (a key that `help` explains) \
            and `confidence`, which is `H` if the source documents the rule.
            """)
        page.raw(".Sh EXAMPLES")
        page.prose("A payload for the guide's app, as APNs delivers it:")
        page.literal(
            """
            {"aps": {"alert": {"title": "Sale", "body": "Today only"},
                     "mutable-content": 1, "category": "engage"},
             "td_campaign_id": "cmp-1", "message_id": "msg-1",
             "image_url": "https://example.com/banner.png", "link": "myapp://coupons/7"}
            """)
        seeAlso(from: "pushsh-payload(7)", &page)
        return page.text
    }

    /// Adds the keys of one place, each with its reader and effect.
    private static func keys(_ title: String, _ entries: [PayloadKeyEntry], _ page: inout Mdoc) {
        page.macro("Sh", title)
        page.raw(".Bl -tag -width Ds")
        for entry in entries {
            page.macro("It Sy", entry.key)
            page.prose(entry.explanation)
        }
        page.raw(".El")
    }

    /// Adds the push types with their receivers and topics.
    private static func pushTypes(_ page: inout Mdoc) {
        page.macro("Sh", "PUSH TYPES")
        page.prose(
            "The header `apns-push-type` says what a push is for; tell `lint` with `--type`.")
        page.raw(".Bl -tag -width Ds")
        for type in PushType.allCases {
            page.macro("It Sy", type.rawValue)
            page.prose(type.explanation)
        }
        page.raw(".El")
    }

    /// Adds what `lint` says about requests to other services, whose names come from its table.
    private static func envelopes(_ page: inout Mdoc) {
        let names = ForeignEnvelope.allCases.filter { $0 != .other }.map(\.name)
            .joined(separator: ", ")
        page.macro("Sh", "REQUESTS TO OTHER SERVICES")
        page.prose(
            """
            `lint` knows the requests of \(names), which are not payloads. If there is an `aps` \
            inside, that part is checked.
            """)
    }

    /// Adds the rules of `lint`, each with its consequence and source.
    private static func rules(_ page: inout Mdoc) {
        page.macro("Sh", "RULES")
        page.prose(
            """
            Each rule has its usual severity; a finding that is less certain or does less harm is \
            reported as a note or a warning, a worse one as an error. Its source is in brackets: \
            `help` explains the key.
            """)
        page.raw(".Bl -tag -width Ds")
        for entry in LintRule.all {
            page.macro("It Sy", entry.rule.rawValue)
            page.prose(
                "\(entry.severity.rawValue.capitalised). \(entry.statement) Otherwise: "
                    + "\(entry.consequence) (\(entry.source)).")
        }
        page.raw(".El")
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
