import PushLanguage
import PushText

/// The pushes of a test on their way, as a drawing: a lane a place, a thread a push.
///
/// Colours are attributes of the drawing, so that it shows where a page's styles are blocked.
struct WayDrawing {
    /// One mark at its place on the drawing.
    private struct Point {
        var x: Int
        var y: Int
        var mark: TraceMark
        var step: Int
        var thread: Int?
    }

    /// A pause of the virtual clock.
    private struct Pause {
        var x: Int
        var milliseconds: Int64
    }

    private static let left = 92
    private static let top = 34
    private static let laneHeight = 28
    private static let markWidth = 16
    private static let stepGap = 14
    private static let pauseWidth = 58
    /// Marks that are drawn; a test with more is drawn up to here.
    static let markLimit = 400
    /// Dark enough on white and light enough on black for three to one.
    private static let colours = [
        "#2f6fde", "#a0522d", "#7a4fd0", "#0f7f78", "#9c5a00", "#b03a8c",
    ]
    private static let red = "#d0342c"

    private let test: Int
    private var points: [Point] = []
    private var pauses: [Pause] = []
    private var heads: [(x: Int, step: Int, line: Int, isBad: Bool)] = []
    private var width = left
    private var isCut = false

    init(_ trace: TestTrace, test: Int) {
        self.test = test
        lay(out: trace)
    }

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
            for mark in step.marks {
                var name = mark.notification.map(Int.init)
                if name == nil, mark.lane == .sender || mark.lane == .gateway {
                    // A refused push has no number; its step stands for it.
                    name = refused ? -(index + 1) : thread.map(Int.init)
                }
                points.append(
                    Point(
                        x: width, y: Self.height(of: mark.lane), mark: mark, step: index + 1,
                        thread: name))
                width += Self.markWidth
            }
            if step.marks.isEmpty { width += Self.markWidth }
            if step.endedAt > clock {
                pause(step.endedAt - clock)
                clock = step.endedAt
            }
        }
    }

    private mutating func pause(_ milliseconds: Int64) {
        pauses.append(Pause(x: width + Self.stepGap / 2, milliseconds: milliseconds))
        width += Self.pauseWidth
    }

    private static func height(of lane: TraceMark.Lane) -> Int {
        let index = TraceMark.Lane.allCases.firstIndex(of: lane) ?? 0
        return top + index * laneHeight + laneHeight / 2
    }

    /// The drawing, or nothing where nothing went on its way.
    var markup: String {
        guard !points.isEmpty else { return "" }
        let lanes = TraceMark.Lane.allCases
        let size = (width: width + 24, height: Self.top + lanes.count * Self.laneHeight + 10)
        var page = Page()
        page.raw("<div class=\"way\" tabindex=\"0\" role=\"region\" aria-label=\"the way of ")
        page.raw("each push\"><svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" ")
        page.raw("width=\"\(size.width)\" height=\"\(size.height)\" ")
        page.raw("viewBox=\"0 0 \(size.width) \(size.height)\" font-family=\"system-ui, ")
        page.raw("sans-serif\" font-size=\"12\"><title>")
        page.text(summary)
        page.raw("</title>\n")
        for lane in lanes { draw(lane, size.width, &page) }
        for pause in pauses { draw(pause, size.height, &page) }
        for head in heads { draw(head, &page) }
        for thread in threads { draw(thread, &page) }
        draw(points.filter { $0.thread == nil }, "#777", &page)
        page.raw("</svg></div>\n")
        if isCut { page.raw("<p>\(ReportWord.cutDrawing.markup)</p>\n") }
        return page.markup
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
        let stopped = threads.count { $0.last?.mark.moment == .stopped }
        return "\(count) \(count == 1 ? "push" : "pushes") on the way, \(stopped) stopped"
    }

    private func draw(_ lane: TraceMark.Lane, _ width: Int, _ page: inout Page) {
        let y = Self.height(of: lane)
        page.raw("<line x1=\"\(Self.left)\" y1=\"\(y)\" x2=\"\(width)\" y2=\"\(y)\" ")
        page.raw("stroke=\"currentColor\" stroke-opacity=\"0.2\"/>")
        page.raw("<text x=\"4\" y=\"\(y + 4)\" fill=\"currentColor\">\(lane.rawValue)</text>\n")
    }

    private func draw(_ pause: Pause, _ height: Int, _ page: inout Page) {
        let x = pause.x + Self.pauseWidth / 2 - 7
        page.raw("<path d=\"M\(x) \(Self.top - 4) l4 6 l-8 6 l8 6 l-4 6 V\(height - 6)\" ")
        page.raw("fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.45\" ")
        page.raw("stroke-dasharray=\"3 3\"/>")
        page.raw("<text x=\"\(x)\" y=\"\(Self.top - 8)\" text-anchor=\"middle\" ")
        page.raw("fill=\"currentColor\">\(DurationText.format(pause.milliseconds))</text>\n")
    }

    private func draw(
        _ head: (x: Int, step: Int, line: Int, isBad: Bool), _ page: inout Page
    ) {
        let label = head.line > 0 ? head.line : head.step
        let colour = head.isBad ? Self.red : "currentColor"
        page.raw("<a href=\"#t\(test)-\(head.step)\"><text x=\"\(head.x - 4)\" y=\"14\" ")
        page.raw("fill=\"\(colour)\" text-decoration=\"underline\">\(label)</text></a>\n")
    }

    private func draw(_ thread: [Point], _ page: inout Page) {
        guard let first = thread.first, let last = thread.last else { return }
        let colour = Self.colours[abs(first.thread ?? 0) % Self.colours.count]
        let path = thread.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        page.raw("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" ")
        page.raw("stroke-width=\"2.5\" stroke-linejoin=\"round\"/>\n")
        draw(thread, colour, &page)
        guard last.mark.moment == .stopped else { return }
        page.raw("<path d=\"M\(last.x - 6) \(last.y - 6) l12 12 M\(last.x + 6) \(last.y - 6) ")
        page.raw("l-12 12\" stroke=\"\(Self.red)\" stroke-width=\"3\"/>\n")
    }

    /// Dots, of which those of one step share a link.
    private func draw(_ points: [Point], _ colour: String, _ page: inout Page) {
        guard !points.isEmpty else { return }
        page.raw("<g fill=\"\(colour)\">")
        var step = 0
        for point in points {
            if point.step != step {
                page.raw((step == 0 ? "" : "</a>") + "<a href=\"#t\(test)-\(point.step)\">")
                step = point.step
            }
            page.raw("<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"4.5\"")
            if point.mark.moment == .stopped { page.raw(" fill=\"\(Self.red)\"") }
            page.raw("><title>")
            page.text(point.mark.line)
            page.raw("</title></circle>")
        }
        page.raw("</a></g>\n")
    }
}
