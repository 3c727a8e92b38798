import PushPayload
import PushSimulation
import PushText

/// A list of targets: its entries, and its malformed lines.
public struct SendList: Equatable, Sendable {
    /// The place of an entry.
    public struct Line: Equatable, Sendable {
        /// The number of the line, from 1.
        public var number: Int
        /// Its bytes in the list.
        public var span: Span
        /// The bytes of its own payload after a tab, or else those of the line.
        public var payload: Span
    }

    /// A line that cannot be sent.
    public struct Malformed: Equatable, Sendable {
        /// The number of the line, from 1.
        public var number: Int
        /// The bytes at fault in the list.
        public var span: Span
        /// The line as it was read.
        public var text: String
        /// The address in it, or the whole line if none is found.
        public var address: String
        /// Whether the bytes at fault are those of the line's own payload.
        var isPayload = false
        /// The message: what was found and what was expected.
        public var message: String
        /// The reason that the report gives: `Malformed`, or the gateway's own word.
        public var reason = Malformed.reason
    }

    /// The fault of an entry that parses, such as a payload that the gateway refuses.
    public struct Objection: Equatable, Sendable {
        /// The message: what was found and what was expected.
        public var message: String
        /// The reason that the report gives.
        public var reason: String
        /// Whether it is about the payload in the entry's line.
        public var isPayload: Bool

        /// Makes an objection.
        public init(
            _ message: String, reason: String = Malformed.reason, isPayload: Bool = false
        ) {
            self.message = message
            self.reason = reason
            self.isPayload = isPayload
        }
    }

    /// The targets that a list may have.
    public static let limit = 1_000_000

    /// The entries, in order.
    public private(set) var entries: [SendEntry] = []
    /// The place of each entry.
    public private(set) var lines: [Line] = []
    /// The lines that cannot be sent, in order.
    public private(set) var malformed: [Malformed] = []

    /// Makes a list of the address in the command itself.
    public init(_ target: SendTarget) {
        entries = [SendEntry(target)]
        let nowhere = Span(start: 0, end: 0)
        lines = [Line(number: 1, span: nowhere, payload: nowhere)]
    }

    /// Reads a list.
    ///
    /// A line is a token, a token with a payload after a tab, or an object with `to` and `payload`;
    /// empty lines and lines that begin with `#` are skipped.
    ///
    /// - Throws: if it has too many lines.
    public init(_ bytes: [UInt8]) throws(Fault) {
        var number = 0
        // Windows' editors and spreadsheets begin a file with a byte-order mark.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for piece in bytes[start...].split(separator: 10, omittingEmptySubsequences: false) {
            number += 1
            let line = piece.last == 13 ? piece.dropLast() : piece
            guard let first = line.first(where: { $0 != 32 && $0 != 9 }), first != 35 else {
                continue
            }
            guard entries.count < Self.limit else {
                throw Fault("the list has more than \(Self.limit) targets", at: number)
            }
            do throws(Fault) {
                entries.append(try Self.entry(line, isObject: first == 123))
                let start = line.firstIndex(of: 9).map { $0 + 1 } ?? line.startIndex
                lines.append(
                    Line(
                        number: number, span: Span(line.indices),
                        payload: Span(first == 123 ? line.indices : start..<line.endIndex)))
            } catch {
                // If a payload follows the address, the address is at fault.
                let end = first == 123 ? nil : line.firstIndex(of: 9)
                let place = line.startIndex..<(end ?? line.endIndex)
                let object = first == 123 ? (try? JSONParser.parse(Array(line))) : nil
                malformed.append(
                    Malformed(
                        number: number, span: Span(place),
                        text: String(decoding: line, as: UTF8.self),
                        address: object?["to"]?.stringValue
                            ?? String(decoding: line[place], as: UTF8.self),
                        message: error.message))
            }
        }
    }

    /// Moves the entries that have a fault to the malformed lines.
    ///
    /// - Parameter fault: the objection to the entry at an index; nil if nothing is wrong.
    public mutating func reject(_ fault: (Int) -> Objection?) {
        var kept = SendList()
        for (index, entry) in entries.enumerated() {
            let line = lines[index]
            guard let found = fault(index) else {
                kept.entries.append(entry)
                kept.lines.append(line)
                continue
            }
            malformed.append(
                Malformed(
                    number: line.number, span: found.isPayload ? line.payload : line.span,
                    text: entry.line, address: Self.address(in: entry),
                    isPayload: found.isPayload, message: found.message, reason: found.reason))
        }
        guard kept.entries.count < entries.count else { return }
        entries = kept.entries
        lines = kept.lines
        malformed.sort { $0.number < $1.number }
    }

    /// Returns what is wrong with an entry's payload as the fault of its line.
    public func objection(_ message: String, toPayloadAt index: Int) -> Malformed {
        let (entry, line) = (entries[index], lines[index])
        return Malformed(
            number: line.number, span: line.payload, text: entry.line,
            address: Self.address(in: entry), isPayload: true, message: message)
    }

    /// The lines with the address and the payload of an earlier one, which are sent all the same.
    public var repeated: [Malformed] {
        struct Letter: Hashable {
            let address: String
            let payload: [UInt8]?
        }
        var numbers: [Letter: Int] = [:]
        var found: [Malformed] = []
        for (entry, line) in zip(entries, lines) {
            let letter = Letter(address: entry.target.text, payload: entry.payload)
            guard let first = numbers[letter] else {
                numbers[letter] = line.number
                continue
            }
            found.append(
                Malformed(
                    number: line.number, span: line.span, text: entry.line,
                    address: Self.address(in: entry),
                    message: "found the target of line \(first) again, which gets the push once "
                        + "more"))
        }
        return found
    }

    private init() {}

    /// The address of an entry as its line spells it.
    private static func address(in entry: SendEntry) -> String {
        guard entry.line.first == "{" else {
            return String(entry.line.prefix { $0 != "\t" })
        }
        let object = try? JSONParser.parse(Array(entry.line.utf8))
        return object?["to"]?.stringValue ?? entry.line
    }

    private static func entry(
        _ line: ArraySlice<UInt8>, isObject: Bool
    ) throws(Fault) -> SendEntry {
        let text = String(decoding: line, as: UTF8.self)
        if isObject { return try object(line, text) }
        guard let tab = line.firstIndex(of: 9) else {
            return SendEntry(try target(text), nil, text)
        }
        let to = String(decoding: line[..<tab], as: UTF8.self)
        return SendEntry(
            try target(to), Array(line[(tab + 1)...]), text)
    }

    private static func object(
        _ line: ArraySlice<UInt8>, _ text: String
    ) throws(Fault) -> SendEntry {
        let object: JSON
        do throws(JSONError) { object = try JSONParser.parse(Array(line)) } catch {
            throw Fault(error.message)
        }
        guard let to = object["to"]?.stringValue else {
            throw Fault("found an object without a text `to`, wanted an address")
        }
        let target = try target(to)
        let other = object.objectMembers?.first { !["to", "payload"].contains($0.key) }
        if let other {
            throw Fault(
                "found `\(other.key.prefix(40))`, wanted `to` and `payload`; an option is for the "
                    + "whole list")
        }
        guard let payload = object["payload"] else { return SendEntry(target, nil, text) }
        guard payload.objectMembers != nil else {
            throw Fault("`payload` is \(payload.kindName), wanted an object")
        }
        return SendEntry(target, Array(payload.text.utf8), text)
    }

    private static func target(_ text: String) throws(Fault) -> SendTarget {
        let words = text.split(separator: " ")
        guard let target = SendTarget(words.joined(separator: " ")) else {
            let shown = words.prefix(4).map { TokenText.short(String($0)) }.joined(separator: " ")
            let columns = text.split(separator: ",", omittingEmptySubsequences: false)
            // A table's first column may well be a token, and the rest is what is wrong.
            if columns.count > 1, SendTarget(String(columns[0])) != nil {
                throw Fault(
                    "found a comma behind `\(TokenText.short(String(columns[0])))`, wanted the "
                        + "token alone, a tab and a payload, or an object with `to` and `payload`")
            }
            if let column = columns.firstIndex(where: { SendTarget(String($0)) != nil }) {
                throw Fault(
                    "found a token in column \(column + 1) of a table, wanted the token alone, as "
                        + "`cut -d, -f\(column + 1)` gives it")
            }
            throw Fault(
                "found `\(shown)`, wanted a token, `topic:NAME`, "
                    + "`condition:…` or `channel:ID`")
        }
        return target
    }
}

extension SendList.Malformed {
    /// The reason that the report gives for a line that cannot be read.
    public static let reason = "Malformed"

    /// The line without a whole token, as a message shows it, and the bytes at fault in it.
    public var excerpt: (text: String, span: Span) {
        let short = TokenText.short(address)
        let shown =
            short == address
            ? text : text.replacing(address, with: short, maxReplacements: 1)
        let count = shown.utf8.count
        guard span.range.count < text.utf8.count else { return (shown, Span(0..<count)) }
        let tab = shown.utf8.firstIndex(of: 9) ?? shown.endIndex
        let start = shown.utf8.distance(from: shown.startIndex, to: tab)
        return (shown, Span(isPayload ? min(start + 1, count)..<count : 0..<start))
    }

    /// The line as scripts and `.mode jsonl` see it among the answers: its target, or the beginning
    /// of what stands in its place, which may be a secret or a whole file.
    public var json: JSON {
        let to = SendTarget(address)?.text ?? VisibleText.escape(TokenText.short(address))
        return [
            "to": .string(to), "verdict": "fix", "status": .null,
            "reason": .string(reason), "message": .string(message), "line": .int(number),
        ]
    }
}
