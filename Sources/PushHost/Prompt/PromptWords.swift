import PushLanguage
import PushTerminal
import PushText

/// The parts of the prompt, fitted to the screen: `phone: app foreground cust-001 [3]>`.
///
/// On a narrow screen the user is shortened first, then left out, then the state is shortened; the
/// number of waiting events stays to the last.
struct PromptWords {
    var device: String
    /// The app's state; nil without an app.
    var state: String?
    var user: String?
    var queued = 0
    var isRecording: Bool

    init(device: String, isRecording: Bool) {
        self.device = device
        self.isRecording = isRecording
    }

    /// The most cells for a user's name, and the fewest at which it is still useful.
    private static let userRoom = 4...20

    /// Returns the prompt in at most a number of cells, if possible.
    func text(columns: Int) -> StyledText {
        let device = VisibleText.escape(device)
        var tail: [StyledText.Run] = []
        if queued > 0 { tail.append(.init(" [\(queued)]", .warning)) }
        if isRecording { tail.append(.init(" ●", .error)) }
        tail.append(.init("> ", .strong))
        let fixed = tail.reduce(0) { $0 + DisplayWidth.of($1.text) }
        guard let state else {
            let room = max(1, columns - fixed)
            return StyledText(
                [.init(DisplayWidth.truncated(device, to: room), .accent)] + tail)
        }
        var left = columns - fixed - DisplayWidth.of(device)
        var runs: [StyledText.Run] = []
        let whole = ": app " + state
        if left >= 3 {
            let shown = DisplayWidth.truncated(whole, to: left)
            runs = [.init(device, .accent), .init(shown, .muted)]
            left -= DisplayWidth.of(shown)
        } else {
            let room = max(1, columns - fixed)
            runs = [.init(DisplayWidth.truncated(device, to: room), .accent)]
            left = 0
        }
        if let user, left > Self.userRoom.lowerBound {
            let room = min(left - 1, Self.userRoom.upperBound)
            let shown = DisplayWidth.truncated(VisibleText.escape(user), to: room)
            runs.append(.init(" " + shown, .identifier))
        }
        return StyledText(runs + tail)
    }
}
