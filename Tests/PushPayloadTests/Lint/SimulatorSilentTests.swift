import Testing

@testable import PushPayload

/// A background push in a file for the simulator, which one report says drops it (simulation 39).
@Suite struct SimulatorSilentTests {
    private static func hasNote(_ text: String) -> Bool {
        Lint.run(bytes: Array(text.utf8), as: nil).findings.contains {
            $0.rule == .simulatorSilent
        }
    }

    @Test func `a background push for the simulator is noted`() {
        #expect(
            Self.hasNote(
                #"{"Simulator Target Bundle": "a.b", "aps": {"content-available": 1}}"#))
    }

    @Test(arguments: [
        #"{"aps": {"content-available": 1}}"#,
        #"{"Simulator Target Bundle": "a.b", "aps": {"alert": "Hello", "content-available": 1}}"#,
        #"{"Simulator Target Bundle": "a.b", "aps": {"alert": "Hello"}}"#,
    ])
    func `a payload for a device, or one that shows something, is not`(text: String) {
        #expect(!Self.hasNote(text))
    }
}
