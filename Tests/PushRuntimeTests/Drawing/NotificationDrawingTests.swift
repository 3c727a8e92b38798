import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

@Suite struct NotificationDrawingTests {
    /// 2025-12-14T00:00:00Z.
    static let time = Tick(milliseconds: 1_765_670_400_000)

    static func row(
        _ title: String?, _ body: String?, payload: String = "{}"
    ) -> NotificationRow {
        NotificationRow(
            sequence: 1, id: "m1", app: AppAddress(device: "phone", bundleID: "com.example.myapp"),
            arrivedAt: time, state: .shown, title: title, body: body, payload: payload)
    }

    static let full = NotificationDrawing(
        row("Sale", "Today only", payload: #"{"aps": {"interruption-level": "time-sensitive"}}"#),
        app: "MyApp", place: .lockScreen, attachment: "image/png, 24 KB", badge: 3, more: 2)

    @Test func `a banner wraps Japanese at display width`() {
        let drawing = NotificationDrawing(
            Self.row("お知らせ", "本日のクーポンは全品20%オフです。アプリを開いてご確認ください。"),
            app: "MyApp", place: .banner, badge: 3)
        #expect(
            drawing.lines(.box(width: 36, isBold: false), now: Self.time) == [
                "╭──────────────────────────────────╮",
                "│ MYAPP (3)                    now │",
                "│ お知らせ                         │",
                "│ 本日のクーポンは全品20%オフで    │",
                "│ す。アプリを開いてご確認くださ   │",
                "│ い。                             │",
                "╰──────────────────────────────────╯",
            ])
    }

    @Test func `the lock screen shows level, image and stack`() {
        let lines = Self.full.lines(
            .box(width: 36, isBold: true), now: Self.time.advanced(by: 300_000))
        #expect(
            lines == [
                "         lock screen, 00:00",
                "╭──────────────────────────────────╮",
                "│ MYAPP (3)                 5m ago │",
                "│ TIME SENSITIVE                   │",
                "│ \u{1B}[1mSale\u{1B}[22m                             │",
                "│ Today only                       │",
                "│ ┌────────────────────────────┐   │",
                "│ │                            │   │",
                "│ │ image/png, 24 KB           │   │",
                "│ │                            │   │",
                "│ └────────────────────────────┘   │",
                "╰──────────────────────────────────╯",
                "  ╰──────────────────────────────╯",
                "  and 2 more",
            ])
    }

    @Test func `a pipe gets lines of text`() {
        #expect(
            Self.full.lines(.plain, now: Self.time) == [
                "from    MyApp, lock screen, 2025-12-14T00:00:00Z",
                "level   time sensitive",
                "title   Sale",
                "body    Today only",
                "image   image/png, 24 KB",
                "badge   3",
                "stack   and 2 more",
            ])
    }

    @Test func `control characters never reach the terminal`() {
        let drawing = NotificationDrawing(
            Self.row("\u{1B}[31mred", "a\nb\u{07}\u{202E}c"), app: "My\u{1B}App",
            attachment: "\u{9B}1m")
        for form in [DrawingForm.plain, .box(width: 40, isBold: false)] {
            let text = drawing.lines(form, now: Self.time).joined(separator: "\n")
            let isClean = text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
            }
            #expect(isClean && !text.contains("\u{202E}"))
        }
        let lines = drawing.lines(.box(width: 40, isBold: false), now: Self.time)
        #expect(lines.contains { $0.hasPrefix("│ a ") })
        #expect(drawing.lines(.plain, now: Self.time)[2] == "body    a\\nb\\u{07}\\u{202E}c")
    }

    @Test(arguments: [0, 1, 20, 23])
    func `a terminal too narrow for a box gets lines of text`(_ width: Int) {
        let drawing = Self.full.lines(.box(width: width, isBold: true), now: Self.time)
        #expect(drawing == Self.full.lines(.plain, now: Self.time))
    }

    @Test(arguments: [24, 30, 47, 60, 200])
    func `every line of a box has the box's width`(_ width: Int) {
        let drawing = NotificationDrawing(
            Self.row("「お知らせ」👨‍👩‍👧🇯🇵", "a" + String(repeating: "漢字かな mixed ", count: 20)),
            app: String(repeating: "長い", count: 40), place: .banner,
            attachment: String(repeating: "画像", count: 40))
        let lines = drawing.lines(.box(width: width, isBold: false), now: Self.time)
        let expected = min(width, 60)
        #expect(lines.allSatisfy { DisplayWidth.of($0) == expected })
    }

    @Test(
        arguments: [
            (0, "now"), (59_999, "now"), (60_000, "1m ago"), (3_599_999, "59m ago"),
            (3_600_000, "1h ago"), (86_400_000, "yesterday"), (172_800_000, "2025-12-14"),
            (-5, "now"), (.max, "2025-12-14"),
        ] as [(Int64, String)])
    func `the corner says how long ago it was`(_ age: Int64, _ text: String) {
        #expect(Age.text(Self.time, Self.time.advanced(by: age)) == text)
    }

    @Test func `an app without a name has its bundle ID's last part`() {
        #expect(NotificationDrawing.name(ofBundleID: "com.example.myapp") == "myapp")
        #expect(NotificationDrawing.name(ofBundleID: "") == "")
    }
}
