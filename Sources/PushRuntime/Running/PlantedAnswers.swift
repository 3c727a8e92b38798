import PushModel
import PushSimulation

/// Answers of the real network as stubs, so that a recording replays without it.
struct PlantedAnswers {
    /// The stubs in order, each with how often it answers.
    private var stubs: [(text: String, times: Int)] = []
    /// Whether ^C ended the wait before another try; then the statement's own lines say so, which a
    /// replay cannot, since nobody presses ^C.
    private(set) var isInterrupted = false

    /// Takes the answer of an effect, if the wire gave it and no planted fault changed it.
    mutating func add(_ answer: Action, of effect: Effect) {
        switch (effect, answer) {
        case (.upload(let request), .uploadFinished(let answer)):
            guard request.overTheWire, !request.losesAnswer, request.failing.isEmpty,
                request.delay == 0,
                let text = StubText.text(of: answer, events: request.events.count)
            else { return }
            add(text)
        case (.wait, .waited(isInterrupted: true)):
            isInterrupted = true
            // The try that did not come ends the flush of the replay, too.
            add("ingest broken message=interrupted")
        case (.download(let request), .downloaded(let answer)):
            let url = request.url.split(separator: "'", omittingEmptySubsequences: false)
            add("'" + url.joined(separator: "''") + "' " + StubText.text(of: answer.answer))
        default: return
        }
    }

    private mutating func add(_ text: String) {
        if stubs.last?.text == text {
            stubs[stubs.count - 1].times += 1
        } else {
            stubs.append((text, 1))
        }
    }

    /// The statements that plant what was collected; afterwards nothing is.
    mutating func take() -> String {
        defer {
            stubs = []
            isInterrupted = false
        }
        return stubs.map { "stub \($0.text) times=\($0.times)\n" }.joined()
    }
}
