import PushText
import Testing

@testable import PushRuntime

@Suite struct FunnelDrawingTests {
    static let sample = FunnelDrawing(campaign: "cmp-1", delivery: 120, open: 45, link: 12)

    @Test func `bars show counts and rates`() {
        #expect(
            Self.sample.lines(.box(width: 60, isBold: false)) == [
                "cmp-1",
                "delivery  ████████████████████████ 120",
                "open      █████████                 45, 37.5 % of deliveries",
                "link      ██▍                       12, 26.7 % of opens",
            ])
    }

    @Test func `a pipe gets no bars`() {
        #expect(
            Self.sample.lines(.plain) == [
                "funnel    cmp-1", "delivery  120", "open      45, 37.5 % of deliveries",
                "link      12, 26.7 % of opens",
            ])
    }

    @Test func `several funnels have an empty line between them`() {
        let empty = FunnelDrawing(campaign: nil, delivery: 0, open: 0, link: -1)
        #expect(
            FunnelDrawing.lines([empty, empty], .plain) == [
                "funnel    (no campaign)", "delivery  0", "open      0", "link      0", "",
                "funnel    (no campaign)", "delivery  0", "open      0", "link      0",
            ])
    }

    @Test(
        arguments: [
            (0, 10, ""), (1, 1000, "▏"), (10, 10, "████"), (5, 10, "██"), (3, 10, "█▏"), (3, 0, ""),
            (.max, .max, "████"),
        ] as [(Int, Int, String)])
    func `a bar is measured in eighths of a cell`(_ number: Int, _ largest: Int, _ bar: String) {
        #expect(FunnelDrawing.bar(number, of: largest, 4) == bar)
    }

    @Test(arguments: [0, 20, 40, 80, 300])
    func `absurd counts and names neither crash nor leave the terminal`(_ width: Int) {
        let funnel = FunnelDrawing(
            campaign: "\u{1B}[2J" + String(repeating: "長", count: 400), delivery: 1, open: .max,
            link: .max)
        let lines = funnel.lines(.box(width: width, isBold: false))
        #expect(lines.count == 4)
        #expect(!lines.joined().contains("\u{1B}"))
        #expect(DisplayWidth.of(lines[0]) <= max(8, width))
    }
}
