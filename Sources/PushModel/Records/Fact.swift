import PushText

/// One line that the simulator reports: what happened, to what, and by which rule.
public struct Fact: Equatable, Sendable {
    /// The first word of a fact's line, padded to a fixed column.
    public enum Verb: String, CaseIterable, Sendable {
        case added, answer, app, asked, badge, called, clock, config, device, dropped, failed
        case granted, held, image, kept, link, live, login, logout, not, note, opened, poison
        case queued, ran, read, refused, removed, retry, screen, sent, shown, sound, stored
        case stub, token, tracked, upload, warning, woke
    }

    /// Everything but the time, shared by the copies: a fact is reported, kept and printed.
    @usableFromInline let content: Content
    /// The time, in a command during which time passes; nil means the command's start.
    public var at: Tick?

    /// Makes a fact; `app` counts only where no notification says whose it is.
    public init(
        _ verb: Verb, _ subject: String, _ text: String = "", rule: RuleID,
        notification: Int64? = nil, _ occurrence: Occurrence? = nil,
        of app: @autoclosure () -> AppAddress? = nil
    ) {
        content = Content(
            verb, subject, text, rule, notification, occurrence, notification == nil ? app() : nil)
    }

    /// The verb that says what happened.
    @inlinable public var verb: Verb { content.verb }
    /// The subject that it happened to: a message ID, an event type, a token's kind; may be empty.
    @inlinable public var subject: String { content.subject }
    /// The rest of the line.
    @inlinable public var text: String { content.text }
    /// The rule that made it so.
    @inlinable public var rule: RuleID { content.rule }
    /// The sequence of the notification it is about.
    @inlinable public var notification: Int64? { content.notification }
    /// The event as data, for code that reasons about it.
    ///
    /// Nil for a line that only people read, and for facts of workspaces older than occurrences.
    @inlinable public var occurrence: Occurrence? { content.occurrence }
    /// The app that it is about, if it belongs to no push and `why` must know whose it is.
    ///
    /// Nil for every other fact, which would only cost room, and for facts of older workspaces.
    @inlinable public var app: AppAddress? { content.app }

    /// Returns the fact with another occurrence.
    public func saying(_ occurrence: Occurrence?) -> Fact {
        var fact = Fact(
            verb, subject, text, rule: rule, notification: notification, occurrence, of: app)
        fact.at = at
        return fact
    }

    /// The text without the ID of the push that it is about, if the line names it there.
    ///
    /// The ID is known from the notification or the occurrence; the rest is for people to read.
    public func reason(about id: String) -> String {
        let start = id + ": "
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }

    /// The fact as one line, with the verb in a column of seven.
    public var line: String { Self.line(verb, subject, text) }

    /// Returns the line of a fact with these parts, for callers that would otherwise copy a fact
    /// for it.
    public static func line(_ verb: Verb, _ subject: String, _ text: String) -> String {
        var line = ByteWriter(capacity: 9 + subject.utf8.count + text.utf8.count)
        write(verb, subject, text, to: &line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    /// Appends the line of a fact with these parts, as UTF-8 without a line end.
    package static func write(
        _ verb: Verb, _ subject: String, _ text: String, to line: inout ByteWriter
    ) {
        let start = line.count
        line.append(utf8: verb.rawValue)
        repeat { line.append(Ascii.space) } while line.count - start < 8
        line.append(utf8: subject)
        if !subject.isEmpty && !text.isEmpty { line.append(Ascii.space) }
        line.append(utf8: text)
    }
}

extension Fact {
    @usableFromInline
    final class Content: Equatable, Sendable {
        @usableFromInline let verb: Verb
        @usableFromInline let subject: String
        @usableFromInline let text: String
        @usableFromInline let rule: RuleID
        @usableFromInline let notification: Int64?
        @usableFromInline let occurrence: Occurrence?
        @usableFromInline let app: AppAddress?

        init(
            _ verb: Verb, _ subject: String, _ text: String, _ rule: RuleID,
            _ notification: Int64?, _ occurrence: Occurrence?, _ app: AppAddress?
        ) {
            self.verb = verb
            self.subject = subject
            self.text = text
            self.rule = rule
            self.notification = notification
            self.occurrence = occurrence
            self.app = app
        }

        @usableFromInline
        static func == (left: Content, right: Content) -> Bool {
            left === right
                || (left.verb == right.verb && left.subject == right.subject
                    && left.text == right.text && left.rule == right.rule
                    && left.notification == right.notification
                    && left.occurrence == right.occurrence && left.app == right.app)
        }
    }
}
