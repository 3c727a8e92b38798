/// One line that the simulator reports: what happened, to what, and by which rule.
public struct Fact: Equatable, Sendable {
    /// The first word of a fact's line, padded to a fixed column.
    public enum Verb: String, CaseIterable, Sendable {
        case added, answer, app, asked, badge, called, clock, config, device, dropped, failed
        case granted, held, image, kept, link, login, logout, not, note, opened, poison, queued
        case ran, read, refused, removed, retry, screen, shown, sound, stored, stub, token, tracked
        case upload, warning, woke
    }

    /// What happened.
    public var verb: Verb
    /// What it happened to: a message ID, an event type, a token's kind; may be empty.
    public var subject: String
    /// The rest of the line.
    public var text: String
    /// The rule that made it so.
    public var rule: RuleID
    /// The sequence of the notification it is about.
    public var notification: Int64?

    /// Makes a fact.
    public init(
        _ verb: Verb, _ subject: String, _ text: String = "", rule: RuleID,
        notification: Int64? = nil
    ) {
        self.verb = verb
        self.subject = subject
        self.text = text
        self.rule = rule
        self.notification = notification
    }

    /// The fact as one line, the verb in a column of seven.
    public var line: String {
        var line = verb.rawValue
        line.reserveCapacity(9 + subject.utf8.count + text.utf8.count)
        for _ in line.utf8.count..<max(8, line.utf8.count + 1) { line.append(" ") }
        line += subject
        if !subject.isEmpty && !text.isEmpty { line += " " }
        line += text
        return line
    }
}
