import PushModel
import PushSimulation
import PushText

/// Answers of the real network as stubs, so that a recording replays without it.
struct PlantedAnswers {
    /// The stubs in order, each with the number of times it answers.
    private var stubs: [(text: String, times: Int)] = []
    /// Whether ^C ended the wait before another attempt; the statement's own lines then say so,
    /// and no replay can repeat them, since nobody presses ^C.
    private(set) var isInterrupted = false

    /// Adds the answer of an effect if it came over the network and no planted fault changed it.
    mutating func add(_ answer: Action, of effect: Effect) {
        switch (effect, answer) {
        case (.upload(let request), .uploadFinished(.unsent(let refusal))):
            // The replay has a service that wants no key, and no other process at the workspace.
            add(StubText.text(of: .unsent(refusal), events: request.events.count))
        case (.upload(let request), .uploadFinished(let answer)):
            guard request.overTheWire, !request.losesAnswer, request.failing.isEmpty,
                request.delay == 0
            else { return }
            add(StubText.text(of: answer, events: request.events.count))
        case (.wait, .waited(isInterrupted: true)):
            isInterrupted = true
            // The interrupted attempt must also end the flush of the replay.
            add("ingest broken message=interrupted")
        case (.download(let request), .downloaded(let answer)):
            add(request.url.asQuotedWord + " " + StubText.text(of: answer.answer))
        default: return
        }
    }

    /// Equal answers in a row become one stub that counts them.
    private mutating func add(_ text: String) {
        if stubs.last?.text.isExactly(text) == true {
            stubs[stubs.count - 1].times += 1
        } else {
            stubs.append((text, 1))
        }
    }

    /// Returns the statements that plant the collected answers, and empties the collection.
    mutating func take() -> String {
        defer {
            stubs = []
            isInterrupted = false
        }
        return stubs.map { "stub \($0.text) times=\($0.times)\n" }.joined()
    }
}
