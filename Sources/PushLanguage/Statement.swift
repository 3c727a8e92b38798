import PushText

/// The identity of a statement in its script: its place in reading order, from 0.
public struct StatementID: Hashable, Comparable, Sendable {
    /// The place in reading order, from 0.
    public let index: Int

    init(_ index: Int) { self.index = index }

    /// Whether `left` precedes `right` in the script.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// The statements of a script, of a test or of a loop; `Script.statements(in:)` walks them.
public struct Block: Equatable, Sendable {
    /// The first statement.
    public let start: StatementID
    /// The statement after the last one, bodies included.
    public let end: StatementID

    /// Whether the block has no statement.
    public var isEmpty: Bool { end <= start }
}

/// The outcome that a script expects of a statement.
public enum Outcome: Equatable, Sendable {
    /// A failure fails the test.
    case mustSucceed
    /// Success, or a failure with a code other than the named one, fails the test.
    case mustFail(code: Word?)
    /// Either is accepted.
    case mayFail
}

/// A condition before a statement, such as `[tty]`, `[!network:real]` or `[profile:td]`.
public struct Guard: Equatable, Sendable {
    /// The place of the brackets and their contents.
    public let span: Span
    /// The condition's name.
    public let name: String
    /// The text after the colon.
    public let argument: String?
    /// Whether the statement runs only if the condition does not hold.
    public let isNegated: Bool
}

/// One line that does something, or the header of a block.
public struct Statement: Equatable, Sendable {
    /// The kind of a statement.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// A command of the table, such as `tap msg-1`.
        case command
        /// `expect QUERY PREDICATE`.
        case expect
        /// `let name = QUERY`.
        case letStatement
        /// `include "f.psh" …`.
        case include
        /// `psh 2`.
        case version
        /// `test "title" … end`.
        case test
        /// `setup … end`.
        case setup
        /// `teardown … end`.
        case teardown
        /// `for x in … … end`.
        case forLoop
        /// `repeat N … end`.
        case repeatLoop

        var isLoop: Bool { self == .forLoop || self == .repeatLoop }
    }

    /// The place in reading order.
    public let id: StatementID
    /// The kind of the statement.
    public let kind: Kind
    /// From the first word to the end of the last word; guards, prefix and comment are outside.
    public let span: Span
    /// The line of the first word, from 1.
    public let line: Int
    /// The outcome that the script expects of the statement.
    public let outcome: Outcome
    /// The number of words: for a command its name and arguments, else what follows the keyword.
    public var wordCount: Int { words.count }
    /// The number of golden lines.
    public var goldenCount: Int { goldens.count }
    /// The number of guards.
    public var guardCount: Int { guards.count }
    /// The statements up to the matching `end`; empty if the statement is not a block.
    public let body: Block
    /// Whether it is a `setup` or a `teardown`.
    public var isFixture: Bool { kind == .setup || kind == .teardown }

    let words: Range<Int>
    let goldens: Range<Int>
    let guards: Range<Int>
}

/// A statement in 32 bytes; its lists end where the next record's lists start.
struct StatementRecord: Sendable {
    enum Prefix: UInt8 { case none, mustFail, mustFailWithCode, mayFail }

    var start: UInt32
    var end: UInt32
    var line: UInt32
    var firstWord: UInt32
    var firstGolden: UInt32
    var firstGuard: UInt32
    var bodyEnd: UInt32
    var kind: Statement.Kind
    var prefix: Prefix
}
