import PushLanguage
import PushText

/// The ways of a test's pushes as a drawing: one lane per place, one thread per push.
///
/// Colours are attributes of the drawing, so that it shows even if a page's styles are blocked.
struct WayDrawing {
    /// The marks of one step at one place, side by side: a dot, or a bar for several.
    private struct Point {
        var x: Int
        var y: Int
        var step: Int
        var thread: Int?
        var isStop: Bool
        /// The marks' lines.
        var lines: [String]

        /// Its length on the drawing; 0 for a dot.
        var length: Int { (lines.count - 1) * WayDrawing.barWidth }
    }

    /// A pause of the virtual clock.
    private struct Pause {
        var x: Int
        var milliseconds: Int64
    }

    /// The reason why a push's way ends, shown beside its red cross.
    private struct End {
        var x: Int
        var y: Int
        var lines: [String]

        /// The right end of its longest line.
        var right: Int {
            x + Int(Double(lines.map { DisplayWidth.of($0) }.max() ?? 0) * WayDrawing.cellWidth)
        }
    }

    private static let left = 14
    /// The width of the longest name of a lane in either language.
    static let laneWidth = 92
    /// The heights and widths are in SVG's units, which are pixels of CSS.
    private static let top = 46
    private static let laneHeight = 28
    private static let markWidth = 16
    /// The length that each further mark adds to a bar.
    private static let barWidth = 6
    private static let stepGap = 14
    private static let pauseWidth = 58
    /// The most marks in a drawing; a test with more is drawn up to here.
    static let markLimit = 400
    /// Colours dark enough on white and light enough on black for a contrast of three to one.
    private static let colours = [
        "#2f6fde", "#a0522d", "#7a4fd0", "#0f7f78", "#9c5a00", "#b03a8c",
    ]
    private static let red = "#d0342c"

    let test: Int
    /// The pushes with which `why` finds something wrong, or which were refused.
    ///
    /// A failure on the way of other pushes, such as an event that no code could track, does not
    /// end them. Of very many pushes, `why` was asked only about the newest; the page says so.
    private let broken: Set<Int>
    private let hasUnasked: Bool
    /// The names of pushes by their numbers; a negative number is that of a step whose push was
    /// refused.
    private var names: [Int: String] = [:]
    private var points: [Point] = []
    private var pauses: [Pause] = []
    private(set) var heads: [(x: Int, step: Int, line: Int, isBad: Bool)] = []
    private var width = left
    private var isCut = false
    private var ends: [End] = []

    init(_ trace: TestTrace, test: Int) {
        self.test = test
        broken = Set(trace.verdicts.filter { $0.state != "ok" }.map { Int($0.sequence) })
        hasUnasked = trace.unasked > 0
        lay(out: trace)
        tellEnds(trace.verdicts)
    }

    /// Goes from left to right, a mark for each fact, and draws a pause where the clock moved on.
    ///
    /// Expectations are left out unless they fail, since they move nothing.
    private mutating func lay(out trace: TestTrace) {
        var clock = trace.steps.first?.beganAt ?? 0
        for (index, step) in trace.steps.enumerated() where !step.isExpectation || step.isFailure {
            guard points.count < Self.markLimit else {
                isCut = true
                return
            }
            if step.beganAt > clock {
                pause(step.beganAt - clock)
                clock = step.beganAt
            }
            width += Self.stepGap
            heads.append((width, index + 1, step.line, step.isFailure))
            let thread = step.payloads.count == 1 ? step.payloads.first?.sequence : nil
            let refused = step.marks.contains { $0.lane == .gateway && $0.moment == .stopped }
            for payload in step.payloads { names[Int(payload.sequence)] = payload.id }
            for mark in step.marks {
                var name = mark.notification.map(Int.init)
                if name == nil, mark.lane == .sender || mark.lane == .gateway {
                    // A refused push has no number, so the number of its step takes its place.
                    name = refused ? -(index + 1) : thread.map(Int.init)
                }
                add(mark, step: index + 1, thread: name)
            }
            if step.marks.isEmpty { width += Self.markWidth }
            if step.endedAt > clock {
                pause(step.endedAt - clock)
                clock = step.endedAt
            }
        }
    }

    /// Adds a mark after the others, or to the bar of the previous one at the same place.
    private mutating func add(_ mark: TraceMark, step: Int, thread: Int?) {
        let y = Self.height(of: mark.lane)
        let isBroken = thread.map { $0 < 0 || broken.contains($0) } ?? true
        let isStop = mark.moment == .stopped && isBroken
        if let last = points.last, last.step == step, last.thread == thread, last.y == y,
            !last.isStop, !isStop
        {
            points[points.count - 1].lines.append(mark.line)
            width += Self.barWidth
            return
        }
        points.append(
            Point(x: width, y: y, step: step, thread: thread, isStop: isStop, lines: [mark.line]))
        width += Self.markWidth
    }

    private mutating func pause(_ milliseconds: Int64) {
        pauses.append(Pause(x: width + Self.stepGap / 2, milliseconds: milliseconds))
        width += Self.pauseWidth
    }

    private static func height(of lane: TraceMark.Lane) -> Int {
        let index = TraceMark.Lane.allCases.firstIndex(of: lane) ?? 0
        return top + index * laneHeight + laneHeight / 2
    }

    /// The fewest and the most cells of a line beside a cross.
    private static let endCells = 14...32
    /// The width of a cell of small text.
    private static let cellWidth = 6.4

    /// Puts the sentence from `why` beside each red cross, if the marks after it leave room.
    private mutating func tellEnds(_ verdicts: [PushVerdict]) {
        for thread in threads {
            guard let last = thread.last, last.isStop else { continue }
            let verdict = verdicts.last { Int($0.sequence) == last.thread }
            var words = verdict?.sentence ?? Self.words(of: last.lines.last ?? "")
            if let stage = words.firstRange(of: ": ") { words = String(words[stage.upperBound...]) }
            let next = points.filter { $0.y == last.y && $0.x > last.x }.map(\.x).min()
            let x = last.x + 12
            let room = next.map { Int(Double($0 - x - 6) / Self.cellWidth) } ?? .max
            guard room >= Self.endCells.lowerBound else { continue }
            let end = End(
                x: x, y: last.y,
                lines: Self.twoLines(words, to: min(room, Self.endCells.upperBound)))
            ends.append(end)
            if next == nil { width = max(width, end.right) }
        }
    }

    /// A text in at most two lines; an ellipsis ends the second if there is more.
    private static func twoLines(_ text: String, to cells: Int) -> [String] {
        let lines = DisplayWidth.wrapped(text, to: cells)
        guard lines.count > 2 else { return lines }
        return [lines[0], DisplayWidth.truncated(lines[1] + " " + lines[2], to: cells)]
    }

    /// Whether a row may end here on paper, without cutting a reason in two.
    func mayEndRow(at x: Int) -> Bool {
        !ends.contains { ($0.x - 20..<$0.right).contains(x) }
    }

    /// A mark's line with single spaces.
    private static func words(of line: String) -> String {
        line.split(separator: " ").joined(separator: " ")
    }

    /// The drawing; empty if no push was on its way.
    ///
    /// The names of the lanes are a separate drawing, which stays in place when this one scrolls.
    var markup: String {
        guard !points.isEmpty else { return "" }
        let size = (width: width + 24, height: Self.fullHeight)
        var page = Page()
        let sheets = sheets(of: size.width)
        page.raw("<div class=\"way\(sheets.isEmpty ? "" : " long")\" tabindex=\"0\" ")
        page.raw("role=\"region\" aria-label=\"\(ReportWord.way.english), test \(test)\">")
        page.raw(Self.svg("lanes", (Self.laneWidth, size.height)))
        page.raw(" aria-hidden=\"true\"><use href=\"#lanes\"/></svg>")
        page.raw(Self.svg("marks", size) + " role=\"group\"><title>")
        page.text(summary)
        page.raw("</title>\n\(sheets.isEmpty ? "" : "<g id=\"w\(test)\">")")
        page.raw("<path stroke=\"currentColor\" stroke-opacity=\"0.2\" d=\"")
        for lane in TraceMark.Lane.allCases {
            page.raw("M0 \(Self.height(of: lane))H\(size.width)")
        }
        page.raw("\"/>\n")
        for pause in pauses { draw(pause, size.height, &page) }
        page.raw("<g fill=\"currentColor\" text-decoration=\"underline\">")
        for head in heads { draw(head, &page) }
        page.raw("</g>\n")
        let threads = threads
        for (index, thread) in threads.enumerated() {
            let end = index + 1 < threads.count ? threads[index + 1].first?.x : nil
            draw(thread, upTo: end ?? size.width, &page)
        }
        draw(points.filter { $0.thread == nil }, "#777", &page)
        for end in ends {
            for (index, line) in end.lines.enumerated() {
                let y = end.lines.count == 1 ? end.y + 4 : end.y - 2 + index * 12
                page.raw("<text class=\"end\" x=\"\(end.x)\" y=\"\(y)\" font-size=\"11\" ")
                page.raw("fill=\"\(Self.red)\">")
                page.text(line)
                page.raw("</text>\n")
            }
        }
        page.raw("\(sheets.isEmpty ? "" : "</g>")</svg></div>\n" + sheets)
        if isCut { page.raw("<p>\(ReportWord.cutDrawing.markup)</p>\n") }
        return page.markup
    }

    /// The names of the lanes, which every drawing of the page uses.
    static func laneNames(steps: ReportWord) -> String {
        var text = "<div hidden><svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
        text += "<g id=\"lanes\" fill=\"currentColor\">"
        text += "<text x=\"6\" y=\"14\" \(steps.attribute)>\(steps.english)</text>"
        for lane in TraceMark.Lane.allCases {
            text += "<text x=\"6\" y=\"\(height(of: lane) + 4)\" data-ja=\"\(lane.japanese)\">"
            text += "\(lane.rawValue)</text>"
        }
        return text + "</g></defs></svg></div>\n"
    }

    static var fullHeight: Int {
        top + TraceMark.Lane.allCases.count * laneHeight + 10
    }

    private static func svg(_ kind: String, _ size: (width: Int, height: Int)) -> String {
        "<svg class=\"\(kind)\" width=\"\(size.width)\" height=\"\(size.height)\" "
            + "font-family=\"system-ui, sans-serif\" font-size=\"12\""
    }

    /// A dot in the colour of a push's thread, for a sentence about the push.
    func swatch(of sequence: Int64) -> String {
        let colour = Self.colour(of: Int(sequence))
        return "<svg width=\"11\" height=\"11\" aria-hidden=\"true\"><circle cx=\"5.5\" cy=\"5.5\" "
            + "r=\"5\" fill=\"\(colour)\"/></svg>"
    }

    private static func colour(of thread: Int) -> String {
        colours[abs(thread) % colours.count]
    }

    /// The threads in the order of their first points.
    private var threads: [[Point]] {
        var order: [Int] = []
        var threads: [Int: [Point]] = [:]
        for point in points {
            guard let name = point.thread else { continue }
            if threads[name] == nil { order.append(name) }
            threads[name, default: []].append(point)
        }
        return order.compactMap { threads[$0] }
    }

    private var summary: String {
        let count = threads.count
        let stopped = threads.count { $0.last?.isStop == true }
        return "\(count.counted("push", "pushes")) on the way, "
            + "\(hasUnasked ? "at least " : "")\(stopped) stopped"
    }

    private func draw(_ pause: Pause, _ height: Int, _ page: inout Page) {
        let x = pause.x + Self.pauseWidth / 2 - 7
        page.raw("<path d=\"M\(x) \(Self.top - 14) l4 6 l-8 6 l8 6 l-4 6 V\(height - 6)\" ")
        page.raw("fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.45\" ")
        page.raw("stroke-dasharray=\"3 3\"/>")
        page.raw("<text x=\"\(x)\" y=\"\(Self.top - 18)\" text-anchor=\"middle\" ")
        page.raw("fill=\"currentColor\">\(DurationText.format(pause.milliseconds))</text>\n")
    }

    private func draw(
        _ head: (x: Int, step: Int, line: Int, isBad: Bool), _ page: inout Page
    ) {
        let label = head.line > 0 ? head.line : head.step
        let kind = head.isBad ? " class=\"wrong\" fill=\"\(Self.red)\"" : ""
        page.raw("<a href=\"#t\(test)-\(head.step)\"\(kind)>")
        page.raw("<text x=\"\(head.x - 4)\" y=\"14\">\(label)</text></a>")
    }

    private func draw(_ thread: [Point], upTo end: Int, _ page: inout Page) {
        guard let first = thread.first, let last = thread.last else { return }
        let colour = Self.colour(of: first.thread ?? 0)
        if let name = first.thread.flatMap({ names[$0] }) {
            page.raw("<text x=\"\(first.x - 4)\" y=\"\(Self.top + 4)\" font-size=\"11\" ")
            page.raw("fill=\"currentColor\">")
            // A letter takes about seven units; at least three letters are drawn.
            page.text(DisplayWidth.truncated(name, to: max(3, (end - first.x) / 7)))
            page.raw("</text>\n")
        }
        let path = thread.map { point in
            let end = point.length == 0 ? "" : " \(point.x + point.length),\(point.y)"
            return "\(point.x),\(point.y)" + end
        }.joined(separator: " ")
        page.raw("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" ")
        page.raw("stroke-width=\"2.5\" stroke-linejoin=\"round\"/>\n")
        draw(thread, colour, &page)
        guard last.isStop else { return }
        page.raw("<path d=\"M\(last.x - 6) \(last.y - 6) l12 12 M\(last.x + 6) \(last.y - 6) ")
        page.raw("l-12 12\" stroke=\"\(Self.red)\" stroke-width=\"3\"/>\n")
    }

    /// Dots and bars; those of one step share a link.
    private func draw(_ points: [Point], _ colour: String, _ page: inout Page) {
        guard !points.isEmpty else { return }
        page.raw("<g stroke=\"\(colour)\" stroke-width=\"9\" stroke-linecap=\"round\">")
        var step = 0
        for point in points {
            if point.step != step {
                page.raw((step == 0 ? "" : "</a>") + "<a href=\"#t\(test)-\(point.step)\">")
                step = point.step
            }
            page.raw("<path d=\"M\(point.x) \(point.y)h\(point.length)\"")
            if point.isStop { page.raw(" stroke=\"\(Self.red)\"") }
            page.raw("><title>")
            page.text(point.lines.joined(separator: "\n"))
            page.raw("</title></path>")
        }
        page.raw("</a></g>\n")
    }
}
