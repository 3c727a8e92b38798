import PushModel
import PushPayload
import PushText

/// A change made to a store that is not in its tables yet.
enum PendingRecord: Equatable {
    /// Any change but a fact, which waits for its line.
    case change(Change)
    case line(PendingLine)
    /// A whole document, as JSON.
    case document(DocumentKey, [UInt8])
}

/// A line of the journal with the facts of its command.
struct PendingLine: Equatable {
    /// The world's clock when the command began.
    var at: Tick
    var device: String
    /// The command as it was typed, without secrets.
    var text: String
    /// The command's exit status.
    var status: Int64
    var facts: [PendingFact] = []
}

/// A fact as the store keeps it: with names instead of cases, which are faster to read back.
struct PendingFact: Equatable {
    /// The raw value of `Fact.Verb`; a name that this version does not know is kept.
    var verb: String
    var subject: String
    var text: String
    /// The raw value of `RuleID`, under the same rule.
    var rule: String
    /// The sequence of the notification that it is about; nil for the app or the device.
    var notification: Int64?
    /// The time, in milliseconds since 1970; nil for the start of its command.
    var at: Int64?
    /// `Fact.code`: the app and the occurrence; empty if it has neither.
    var code = ""
}

/// A fact as a record holds it, without texts of its own; valid as long as the record's bytes.
struct FactBytes {
    var verb: UnsafeBufferPointer<UInt8>
    var subject: UnsafeBufferPointer<UInt8>
    var text: UnsafeBufferPointer<UInt8>
    var rule: UnsafeBufferPointer<UInt8>
    var notification: Int64?
    /// Milliseconds since 1970; nil for the start of its command.
    var at: Int64?
    /// `Fact.code`; empty if it has none.
    var code: UnsafeBufferPointer<UInt8>
}

/// The first byte of a record.
///
/// Workspaces hold records: a kind keeps its number and its form.
enum RecordKind: UInt8 {
    /// A notification without its place, as older versions write it.
    case notification = 0
    /// Their content is read in the order in which `RecordEncoder` writes it; texts and numbers
    /// follow each other without names, and no length precedes the record.
    case notificationState, event, eventState, dropOldest, token, upload, link
    /// A line whose facts have no occurrences, as older versions write it.
    case plainLine
    /// A document is kind, key and body; a line has its facts' occurrences.
    case document, line
    /// A notification with its place and attachment.
    case placedNotification
    /// A notification with its place, its attachment and its level.
    case leveledNotification
}
