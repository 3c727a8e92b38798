import PushText

/// A change to the text that fixes a finding, if there is only one way to fix it.
///
/// A fix without edits means that writing the text again, in UTF-8, is enough.
public struct LintFix: Equatable, Sendable {
    /// The edits, which do not overlap.
    public var edits: [LintEdit]

    init(_ edits: [LintEdit]) { self.edits = edits }

    /// The edits as an array of objects, for tools.
    public var json: JSON {
        .array(
            edits.map {
                [
                    "start": .int($0.span.start), "end": .int($0.span.end),
                    "text": .string($0.text),
                ]
            })
    }
}

/// A stretch of a text and what to write in its place.
public struct LintEdit: Equatable, Sendable {
    /// The place in the report's bytes; an empty one is a place to insert at.
    public var span: ByteSpan
    /// The new text; empty removes the stretch.
    public var text: String

    init(_ span: ByteSpan, _ text: String) {
        self.span = span
        self.text = text
    }
}

extension Lint {
    /// A text after every certain fix, and the findings that were fixed.
    public struct Mended: Equatable, Sendable {
        /// The text in UTF-8.
        public var bytes: [UInt8]
        /// The findings whose fixes were applied, in the order of application.
        public var applied: [LintFinding]
    }

    /// The most passes over a text; each one applies the fixes that do not overlap.
    private static let passLimit = 20

    /// Applies every fix that a text's findings carry, and those that become visible afterwards.
    ///
    /// Ends when a pass applies nothing, at the latest after `passLimit` passes. Later passes are
    /// needed for edits that touched an earlier one, and for keys that a move has brought to a
    /// place with rules of its own. If the text is not JSON, its bytes come back as they were.
    public static func mend(
        bytes: [UInt8], as dialect: PayloadDialect? = nil, context: LintContext = LintContext()
    ) -> Mended {
        var mended = Mended(bytes: bytes, applied: [])
        for _ in 0..<passLimit {
            let report = run(bytes: mended.bytes, as: dialect, context: context)
            var edits: [LintEdit] = []
            var applied: [LintFinding] = []
            for finding in report.findings {
                guard let fix = finding.fix, fix.edits.allSatisfy({ fits($0, among: edits) })
                else { continue }
                edits += fix.edits
                applied.append(finding)
            }
            guard !applied.isEmpty else { break }
            mended.bytes = apply(edits, to: report.bytes)
            mended.applied += applied
        }
        return mended
    }

    /// Edits that merely touch count as overlapping: two removals side by side would share a comma.
    private static func fits(_ edit: LintEdit, among others: [LintEdit]) -> Bool {
        others.allSatisfy {
            edit.span.end < $0.span.start || $0.span.end < edit.span.start
        }
    }

    /// The edits must not overlap; their order does not matter.
    private static func apply(_ edits: [LintEdit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        for edit in edits.sorted(by: { $0.span.start < $1.span.start }) {
            result += bytes[place..<edit.span.start]
            result += Array(edit.text.utf8)
            place = edit.span.end
        }
        return result + bytes[place...]
    }
}

/// The fixes that rules share; each is nil if there is more than one way to fix the text.
extension Linter {
    /// Gives a member another key, unless its object has that key already.
    func renaming(
        _ member: JSONNodeMember, to key: String, in members: [JSONNodeMember]?
    ) -> LintFix? {
        guard let members, !members.contains(where: { $0.key == key }) else { return nil }
        return LintFix([LintEdit(member.keySpan, JSON.string(key).text)])
    }

    /// Writes another value.
    func replacing(_ node: JSONNode, with text: String) -> LintFix {
        LintFix([LintEdit(node.span, text)])
    }

    /// Removes a member with its comma.
    func removing(_ member: JSONNodeMember, from members: [JSONNodeMember]?) -> LintFix? {
        removal(of: member, from: members).map { LintFix([$0]) }
    }

    /// The edit that removes a member with one comma: the one before it, or for the first member
    /// the one behind it.
    private func removal(
        of member: JSONNodeMember, from members: [JSONNodeMember]?
    ) -> LintEdit? {
        guard let members,
            let index = members.firstIndex(where: { $0.keySpan == member.keySpan })
        else { return nil }
        var span = ByteSpan(start: member.keySpan.start, end: member.value.span.end)
        if index > 0 {
            span.start = members[index - 1].value.span.end
        } else if members.count > 1 {
            span.end = members[1].keySpan.start
        } else {
            span.end = endWithComma(span.end)
        }
        return LintEdit(span, "")
    }

    /// The end of an object's only member, after the comma that may follow it.
    private func endWithComma(_ end: Int) -> Int {
        let rest = source[min(end, source.count)...]
        let blank = rest.prefix { [Ascii.space, Ascii.tab, Ascii.lineFeed, 0x0D].contains($0) }
        return rest.dropFirst(blank.count).first == Ascii.comma ? blank.endIndex + 1 : end
    }

    /// Adds a member in front of an object's others, with the white space found there.
    func adding(_ text: String, to object: JSONNode) -> LintFix? {
        insertion(of: text, into: object).map { LintFix([$0]) }
    }

    /// The edit that puts a member's text in front of an object's first one.
    ///
    /// The blank before that first member is repeated between the two, so an indented object stays
    /// indented.
    private func insertion(of text: String, into object: JSONNode) -> LintEdit? {
        guard let members = object.members else { return nil }
        let inside = object.span.start + 1
        guard let first = members.first else {
            return LintEdit(ByteSpan(start: inside, end: inside), text)
        }
        let start = first.keySpan.start
        guard start <= source.count, inside <= start else { return nil }
        let blank = String(decoding: source[inside..<start], as: UTF8.self)
        return LintEdit(
            ByteSpan(start: start, end: start), text + "," + (blank.isEmpty ? " " : blank))
    }

    /// Moves a member into another object, under another key if one is given.
    ///
    /// Nil if the target has the key already. The value is copied as it is written, so that numbers
    /// keep their spelling.
    func moving(
        _ member: JSONNodeMember, from members: [JSONNodeMember]?, into object: JSONNode?,
        as key: String? = nil
    ) -> LintFix? {
        let key = key ?? member.key
        guard let object, object.member(key) == nil, member.value.span.end <= source.count,
            let removal = removal(of: member, from: members)
        else { return nil }
        let value = String(
            decoding: source[member.value.span.start..<member.value.span.end], as: UTF8.self)
        guard
            let insertion = insertion(of: "\(JSON.string(key).text): \(value)", into: object)
        else { return nil }
        return LintFix([removal, insertion])
    }
}
