import PushText
import Testing

@testable import PushPayload

/// The members of an `aps`, with what iOS reads from them.
struct APSRow: Sendable, CustomTestStringConvertible {
    var json: JSON
    var aps: APS
    var testDescription: String { json.text }

    init(_ json: JSON, _ change: (inout APS) -> Void = { _ in }) {
        self.json = json
        aps = APS()
        change(&aps)
    }
}

@Suite struct APSTests {
    static let rows: [APSRow] = [
        APSRow([:]), APSRow("text"), APSRow(["unknown": 1, "url-args": ["a"]]),
        APSRow(["alert": "Hi"]) { $0.alert = Alert(body: "Hi") },
        APSRow(["alert": 5, "badge": "3", "sound": 1, "category": 7, "event": "stop"]) {
            $0.hasUnreadBadge = true
        },
        APSRow(["badge": 0]) { $0.badge = 0 },
        APSRow(["badge": .number("3.0")]) { $0.badge = 3 },
        APSRow(["badge": -1]) { $0.hasUnreadBadge = true },
        APSRow(["badge": 1.5]) { $0.hasUnreadBadge = true },
        APSRow(["badge": true]) { $0.badge = 1 }, APSRow(["badge": false]) { $0.badge = 0 },
        APSRow(["sound": [:]]),
        APSRow(["content-available": 1, "mutable-content": true]) {
            $0.contentAvailable = true
            $0.mutableContent = true
        },
        APSRow(["content-available": "1", "mutable-content": 2]) {
            $0.contentAvailable = true
            $0.mutableContent = true
        },
        APSRow(["content-available": false, "mutable-content": "no"]) { $0.mutableContent = true },
        APSRow(["content-available": 0, "mutable-content": -1]),
        APSRow(["content-available": .null, "mutable-content": []]) { $0.mutableContent = true },
        APSRow([
            "thread-id": "t", "category": "c", "target-content-id": "w", "filter-criteria": "f",
        ]) {
            $0.threadID = "t"
            $0.category = "c"
            $0.targetContentID = "w"
            $0.filterCriteria = "f"
        },
        APSRow(["interruption-level": "time-sensitive", "relevance-score": 0.5]) {
            $0.interruptionLevel = .timeSensitive
            $0.relevanceScore = 0.5
        },
        APSRow(["interruption-level": "Passive", "relevance-score": "1"]),
        APSRow([
            "event": "start", "timestamp": 1, "stale-date": 2, "dismissal-date": 3,
            "content-state": ["a": 1], "attributes-type": "Match", "attributes": [:],
        ]) {
            $0.event = .start
            $0.timestamp = 1
            $0.staleDate = 2
            $0.dismissalDate = 3
            $0.contentState = ["a": 1]
            $0.attributesType = "Match"
            $0.attributes = [:]
        },
        APSRow(["content-state": "x", "attributes": .null]) {
            $0.contentState = "x"
            $0.attributes = .some(.null)
        },
        APSRow(["content-changed": true]) { $0.contentChanged = true },
        APSRow(["badge": 1, "badge": 2]) { $0.badge = 2 },
    ]

    @Test(arguments: rows) func `aps is read as iOS evidently does`(_ row: APSRow) {
        #expect(APS(row.json) == row.aps)
    }

    @Test(
        arguments: [
            (["alert": "x"], true, true), (["alert": ["subtitle": "x"]], true, true),
            (["alert": ["loc-key": "K"]], true, true),
            (["alert": ["launch-image": "x"]], false, false),
            (["alert": ""], false, false), (["sound": ""], false, false),
            (["sound": "default"], false, true), (["badge": 0], false, true), ([:], false, false),
        ] as [(JSON, Bool, Bool)])
    func `an alert needs text, an interaction an alert, badge or sound`(
        _ json: JSON, _ alert: Bool, _ interaction: Bool
    ) {
        #expect(APS(json).hasVisibleAlert == alert)
        #expect(APS(json).hasInteraction == interaction)
    }
}
