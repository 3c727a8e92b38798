/// One line that the simulator reports: what happened, to what, and by which rule.
public struct Fact: Equatable, Sendable {
    /// The first word of a fact's line, padded to a fixed column.
    public enum Verb: String, CaseIterable, Sendable {
        case added, answer, app, asked, badge, called, clock, config, device, dropped, failed
        case granted, held, image, kept, link, live, login, logout, not, note, opened, poison
        case queued, ran, read, refused, removed, retry, screen, sent, shown, sound, stored
        case stub, token, tracked, upload, warning, woke
    }

    /// The verb that says what happened.
    public var verb: Verb
    /// The thing that it happened to: a message ID, an event type, a token's kind; may be empty.
    public var subject: String
    /// The rest of the line.
    public var text: String
    /// The rule that made it so.
    public var rule: RuleID
    /// The sequence of the notification it is about.
    public var notification: Int64?
    /// The event as data, for code that reasons about it.
    ///
    /// Nil for a line that only people read, and for facts of workspaces older than occurrences.
    public var occurrence: Occurrence?

    /// The time, in a command during which time passes; nil means the command's start.
    public var at: Tick?

    /// Makes a fact.
    public init(
        _ verb: Verb, _ subject: String, _ text: String = "", rule: RuleID,
        notification: Int64? = nil, _ occurrence: Occurrence? = nil
    ) {
        self.verb = verb
        self.subject = subject
        self.text = text
        self.rule = rule
        self.notification = notification
        self.occurrence = occurrence
    }

    /// The fact as one line, with the verb in a column of seven.
    public var line: String { Self.line(verb, subject, text) }

    /// Returns the line of a fact with these parts, for callers that would otherwise copy a fact
    /// for it.
    public static func line(_ verb: Verb, _ subject: String, _ text: String) -> String {
        var (verb, subject, text) = (verb.rawValue, subject, text)
        let gap = max(8 - verb.utf8.count, 1)
        let size = verb.utf8.count + gap + subject.utf8.count + 1 + text.utf8.count
        // Every line of output is built here: each part is copied once, into place.
        return String(unsafeUninitializedCapacity: size) { line in
            guard let start = line.baseAddress else { return 0 }
            var end = start
            func append(_ part: UnsafeBufferPointer<UInt8>) {
                guard let from = part.baseAddress else { return }
                end.update(from: from, count: part.count)
                end += part.count
            }
            verb.withUTF8(append)
            end.update(repeating: UInt8(ascii: " "), count: gap)
            end += gap
            subject.withUTF8(append)
            if !subject.isEmpty && !text.isEmpty {
                end.pointee = UInt8(ascii: " ")
                end += 1
            }
            text.withUTF8(append)
            return end - start
        }
    }
}
