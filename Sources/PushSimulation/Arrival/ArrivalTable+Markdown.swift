import PushModel

extension ArrivalTable {
    /// The table as a Markdown document, for `share/doc/arrival.md`.
    public static var markdown: String {
        var text = """
            # What iOS does with a push

            Rendered from the rows that the tests run against the simulated world; edit those, not
            this page. Unless a row says otherwise: the app is the `td` profile's, the device is
            online, unlocked and without Focus, the background mode Remote notifications is on, and
            so is Background App Refresh. `delivery` is tracked in `willPresent`, in
            `didReceiveRemoteNotification` for what is shown, and in the extension. A confidence
            below high means: not documented by the owner of the platform.

            ## Arrival


            """
        table(rows.filter { $0.trigger == .arrives }, into: &text)
        text += "\n## What the user does then\n\n"
        table(rows.filter { $0.trigger != .arrives }, into: &text)
        text += "\n## The payloads\n\n"
        for payload in SamplePayload.allCases {
            text += "- \(payload.rawValue): `\(payload.text)`\n"
        }
        text += "\n## The rules\n\n| rule | statement | source |\n|---|---|---|\n"
        for rule in Rule.table where isCited(rule.id) {
            text += "| \(rule.id.rawValue) | \(rule.statement) | \(rule.citation) |\n"
        }
        return text
    }

    private static func isCited(_ id: RuleID) -> Bool {
        rows.contains { $0.rules.contains(id) }
    }

    private static func table(_ rows: [ArrivalRow], into text: inout String) {
        text += """
            | # | what it shows | state | payload | permission | given | when | presented \
            | extension \
            | callbacks | badge | sound | events | rules | confidence | source |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|

            """
        for row in rows {
            text += "| " + cells(row).joined(separator: " | ") + " |\n"
        }
    }

    private static func cells(_ row: ArrivalRow) -> [String] {
        let outcome = row.outcome
        let isAnyPermission = row.permissions == anyPermission
        return [
            row.number, row.name, list(row.states.map(\.rawValue)),
            list(row.payloads.map(\.rawValue)),
            isAnyPermission ? "any" : list(row.permissions.map(\.rawValue)),
            list(row.given.map(\.text)), row.trigger.text, outcome.presented.rawValue,
            outcome.runsExtension ? "runs" : "no", list(outcome.callbacks.map(\.shortName)),
            outcome.setsBadge ? "set" : "no", outcome.sounds ? "plays" : "no",
            list(outcome.events.map(\.rawValue)), list(row.rules.map(\.rawValue)),
            row.confidence.rawValue, row.source,
        ]
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "–" : words.joined(separator: ", ")
    }
}
