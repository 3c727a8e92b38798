/// The failures of a run that are the sender's own, with nothing accepted between them.
public struct FailureStreak: Sendable {
    /// The number of equal failures that end a run.
    public static let limit = 3

    /// Whether a gateway has judged a target, and not only its sender.
    public private(set) var isProven = false
    private let jobs: Int
    private var last: SendAnswer?
    private var count = 0

    /// Makes the streak of a run that has so many requests in flight at once.
    public init(jobs: Int) { self.jobs = jobs }

    /// Takes the next answer.
    ///
    /// - Returns: whether it is the one too many, which ends the run.
    public mutating func ends(with answer: SendAnswer) -> Bool {
        if answer.isGoneAway { return false }
        guard answer.isAboutSender || answer.status == nil else {
            isProven = true
            last = nil
            return false
        }
        count = last?.reason == answer.reason ? count + 1 : 1
        last = answer
        // A broken connection takes everything in flight with it, and the next one may hold.
        let room = answer.status == nil && isProven ? 2 * jobs : 0
        return count == Self.limit + room
    }
}

extension SendAnswer {
    /// The answer for a target that a run did not come to.
    public static let notSent: SendAnswer = {
        var answer = SendAnswer(reason: "NotSent", verdict: .retry)
        answer.attempts = 0
        return answer
    }()
}
