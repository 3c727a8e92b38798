import PushText
import Testing

@testable import PushPayload

@Suite struct AlertTests {
    @Test func `every key of an alert object is read`() {
        let json: JSON = [
            "title": "T", "subtitle": "S", "body": "B", "launch-image": "L", "title-loc-key": "TK",
            "title-loc-args": ["a"], "subtitle-loc-key": "SK", "subtitle-loc-args": ["b", "c"],
            "loc-key": "K", "loc-args": ["d", 2, nil], "action": "x", "summary-arg": "y",
        ]
        var alert = Alert(title: "T", subtitle: "S", body: "B")
        alert.titleLocKey = "TK"
        alert.titleLocArgs = ["a"]
        alert.subtitleLocKey = "SK"
        alert.subtitleLocArgs = ["b", "c"]
        alert.locKey = "K"
        alert.locArgs = ["d", "2", "null"]
        #expect(Alert(json) == alert)
    }

    @Test func `values of a wrong type are left out`() {
        #expect(Alert(["title": 1, "body": ["x"], "loc-args": "a"]) == Alert())
        #expect(Alert([:]) == Alert())
        for json: JSON in [1, true, nil, ["a"]] { #expect(Alert(json) == nil) }
    }
}
