import PushText
import Testing

@testable import PushPayload

@Suite struct BundleIDTests {
    @Test(arguments: [
        ("com.example.myapp", true), ("com.example.My-App2", true), ("app", true),
        ("[BUNDLE_ID]", false), ("com..app", false), ("com.example.", false), ("", false),
        ("com.example.my app", false), ("com.例.app", false), ("com.example.*", false),
    ])
    func `a bundle ID has letters, digits, hyphens and full stops`(_ text: String, _ isOne: Bool) {
        #expect(BundleID.isValid(text) == isOne)
    }
}
