import PushExplain
import PushLanguage
import PushModel
import PushPayload
import PushText

/// The answer of `try`: a column for each situation, a row for each question, and the reasons.
struct WhatIfTable {
    /// The payload's file, or a word in place of one.
    var title: String
    /// The app that the push was tried on.
    var app: AppAddress
    /// The outcomes of the push as it was written.
    var sent: [WhatIfOutcome] = []
    /// The outcomes of the push with the sender's additions; nil if there are none.
    var repaired: [WhatIfOutcome]?
    /// The reason why the push reaches nobody in the present world; nil if it reaches somebody.
    var unreached: String?
    /// The members of the payload that the sender adds.
    var added: [String] = []
    /// The payload as it was given, without secrets; nil if it is not text.
    var payload: String?

    init(title: String, app: AppAddress) {
        self.title = title
        self.app = app
    }

    /// The table as one JSON value.
    var json: JSON {
        [
            "app": .string(app.bundleID), "device": .string(app.device),
            "added": .array(added.map(JSON.string)),
            "sent": .array(sent.map(\.json)),
            "unreached": unreached.map(JSON.string) ?? .null,
            "repaired": repaired.map { .array($0.map(\.json)) } ?? .null,
        ]
    }

    /// A row: a question, whether it is about the repaired push, and a cell for each situation.
    struct Row {
        var aspect: WhatIfAspect
        var isRepaired: Bool
        var cells: [Cell]
    }

    /// An answer, and the number of its reason, from 1; nil if there is nothing to explain.
    struct Cell {
        var text: String
        var reason: Int?

        /// The answer, followed by the reason's number.
        var marked: String { text + (reason.map { " [\($0)]" } ?? "") }
    }

    /// The situations that share a condition, which make one table.
    struct Group {
        var condition: WhatIfCondition?
        var states: [WhatIfState]
        var rows: [Row] = []
    }

    /// The tables, and the reasons that their cells refer to by number.
    func content() -> (groups: [Group], reasons: [ChainLink]) {
        var reasons: [ChainLink] = []
        var groups: [Group] = []
        var start = 0
        while start < sent.count {
            let condition = sent[start].situation.condition
            let end = sent[start...].firstIndex { $0.situation.condition != condition }
            let range = start..<(end ?? sent.count)
            var group = Group(condition: condition, states: sent[range].map(\.situation.state))
            for aspect in WhatIfAspect.allCases {
                let plain = sent[range].map { $0[aspect] }
                group.rows.append(Self.row(aspect, plain, isRepaired: false, &reasons))
                guard let other = repaired?[range].map({ $0[aspect] }), other != plain else {
                    continue
                }
                group.rows.append(Self.row(aspect, other, isRepaired: true, &reasons))
            }
            groups.append(group)
            start = range.upperBound
        }
        return (groups, reasons)
    }

    private static func row(
        _ aspect: WhatIfAspect, _ cells: [WhatIfCell], isRepaired: Bool,
        _ reasons: inout [ChainLink]
    ) -> Row {
        var texts: [Cell] = []
        for cell in cells {
            var answer = Cell(text: VisibleText.escape(cell.text))
            if let reason = cell.reason {
                let known = reasons.firstIndex { Self.isSame($0, reason) }
                if known == nil { reasons.append(reason) }
                answer.reason = (known ?? reasons.count - 1) + 1
            }
            texts.append(answer)
        }
        return Row(aspect: aspect, isRepaired: isRepaired, cells: texts)
    }

    /// Whether two reasons are one to the reader: the same words, or the same cure of one cause.
    private static func isSame(_ one: ChainLink, _ other: ChainLink) -> Bool {
        guard one.basis == other.basis else { return false }
        return one.found == other.found
            || one.cause == other.cause && one.cure == other.cure && one.cure != nil
    }

    /// The payload and the app that it was tried on.
    private var heading: String {
        VisibleText.escape(
            "\(title) for \(app.bundleID) on \(app.device); nothing here has changed")
    }

    /// The line that names the sender's additions; nil without any.
    private var repair: String? {
        repaired == nil
            ? nil : VisibleText.escape("the sender adds " + added.joined(separator: ", "))
    }

    /// In cells, for the names of the aspects on the left.
    private static let labelWidth = 10

    /// A label and its text, which continues below itself on a narrow terminal.
    private static func rows(_ label: String, _ text: String, _ width: Int) -> [String] {
        guard width < 80 else { return [label + text] }
        let room = max(20, width - label.utf8.count)
        let margin = String(repeating: " ", count: label.utf8.count)
        return DisplayWidth.wrapped(text, to: room, keepsCommands: true).enumerated().map {
            ($0 == 0 ? label : margin) + $1
        }
    }

    /// The tables for a terminal of a number of cells, with as many states side by side as fit.
    func lines(width: Int) -> [String] {
        let (groups, reasons) = content()
        var lines = Self.rows("try     ", heading, width)
        if let unreached { lines += Self.rows("note    ", unreached, width) }
        if let repair { lines += Self.rows("repair  ", repair, width) }
        var wraps = CellWraps()
        for group in groups {
            lines.append("")
            if let condition = group.condition { lines.append("also \(condition.rawValue)") }
            let perTable = max(1, min(group.states.count, (width - Self.labelWidth) / 16))
            var first = 0
            while first < group.states.count {
                if first > 0 { lines.append("") }
                let range = first..<min(first + perTable, group.states.count)
                lines += grid(group, range, width: width, &wraps)
                first = range.upperBound
            }
        }
        if !reasons.isEmpty { lines.append("") }
        for (index, reason) in reasons.enumerated() {
            lines += Self.footnote(index + 1, reason, width: width)
        }
        return lines
    }

    /// Draws some of the states, as many as fit the width next to each other; a column has 8 to 30
    /// cells.
    private func grid(
        _ group: Group, _ range: Range<Int>, width: Int, _ wraps: inout CellWraps
    ) -> [String] {
        let room = (width - Self.labelWidth) / range.count - 2
        let column = max(8, min(30, room))
        func line(_ label: String, _ cells: [String]) -> String {
            var text = DisplayWidth.padded(label, to: Self.labelWidth)
            for cell in cells { text += DisplayWidth.padded(cell, to: column + 2) }
            let blanks = text.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
            return String(decoding: text.utf8.dropLast(blanks), as: UTF8.self)
        }
        var lines = [line("", group.states[range].map(\.rawValue))]
        for row in group.rows {
            let cells = row.cells[range].map { wraps.lines(of: $0.marked, to: column) }
            let height = cells.map(\.count).max() ?? 1
            for index in 0..<height {
                let label =
                    index > 0 ? "" : row.isRepaired ? " repaired" : row.aspect.rawValue
                lines.append(line(label, cells.map { index < $0.count ? $0[index] : "" }))
            }
        }
        return lines
    }

    private static func footnote(_ number: Int, _ reason: ChainLink, width: Int) -> [String] {
        let mark = "[\(number)] "
        let indent = String(repeating: " ", count: mark.utf8.count)
        var texts = [VisibleText.escape(reason.found) + " (\(reason.basis.name))"]
        if let cure = reason.cure { texts.append("cure: " + VisibleText.escape(cure)) }
        let lines = texts.flatMap {
            DisplayWidth.wrapped(
                $0, to: max(20, width - mark.utf8.count), keepsCommands: true)
        }
        return lines.enumerated().map { ($0 == 0 ? mark : indent) + $1 }
    }

    private static func label(_ row: Row, _ hasRepairs: Bool) -> String {
        guard hasRepairs else { return row.aspect.rawValue }
        return row.aspect.rawValue + (row.isRepaired ? ", repaired" : "")
    }

    /// The tables as Markdown, for an issue or a mail.
    var markdown: [String] {
        let (groups, reasons) = content()
        var lines = ["**" + heading + "**", ""]
        if let unreached { lines += [unreached, ""] }
        if let repair { lines += [repair, ""] }
        for group in groups {
            let corner = group.condition.map { "also " + $0.rawValue } ?? ""
            lines.append(Self.markdown([corner] + group.states.map(\.rawValue)))
            lines.append(Self.markdown(Array(repeating: "---", count: group.states.count + 1)))
            for row in group.rows {
                let label = Self.label(row, repaired != nil)
                lines.append(Self.markdown([label] + row.cells.map(\.marked)))
            }
            lines.append("")
        }
        for (index, reason) in reasons.enumerated() {
            lines.append("\(index + 1). " + Self.sentence(reason))
        }
        return lines
    }

    private static func sentence(_ reason: ChainLink) -> String {
        VisibleText.escape(reason.found) + " (\(reason.basis.name))"
            + (reason.cure.map { "; cure: " + VisibleText.escape($0) } ?? "")
    }

    /// A bar would end the cell, so it is escaped.
    private static func markdown(_ cells: [String]) -> String {
        let cells = cells.map { $0.replacing(byte: UInt8(ascii: "|"), with: "\\|") }
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

/// The wrapped lines of cells: a table mostly repeats a few answers, and wrapping is slow.
private struct CellWraps {
    private var known: [String: [String]] = [:]
    private var column = 0

    /// The lines of a cell in a column of some width.
    mutating func lines(of text: String, to column: Int) -> [String] {
        if column != self.column { (known, self.column) = ([:], column) }
        if let lines = known[text] { return lines }
        let lines = DisplayWidth.wrapped(text, to: column)
        known[text] = lines
        return lines
    }
}
