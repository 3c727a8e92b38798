import PushText
import Testing

/// A message shows the names in a path, and no whole device token.
@Suite struct RequestPathTests {
    @Test(arguments: [
        ("/3/device/" + String(repeating: "ab", count: 32), "/3/device/ababababab…"),
        ("/4/broadcasts/apps/com.example.myapp", "/4/broadcasts/apps/com.example.myapp"),
        ("//", "//"), ("", ""),
        // A path of any length stays a short text.
        (String(repeating: "/a", count: 200), String(repeating: "/a", count: 100)),
    ])
    func `the parts of a path are cut where they are longer than a name`(
        _ path: String, _ shown: String
    ) {
        #expect(RequestPath.shown(path) == shown)
    }

    @Test func `a caller knows how long its names are`() {
        let name = String(repeating: "n", count: 60)
        #expect(RequestPath.shown("/\(name)/\(name)n", longest: 60) == "/\(name)/nnnnnnnnnn…")
    }
}
