import PushText

/// The funnel of one campaign: deliveries, opens and links, as bars with their rates.
struct FunnelDrawing: Equatable, Sendable {
    /// The campaign; nil for events without one.
    var campaign: String?
    /// Notifications that were shown and tracked.
    var delivery: Int
    /// Notifications that were tapped.
    var open: Int
    /// Links opened, of the web and of the app.
    var link: Int

    /// Makes a funnel of counts, none of them negative.
    init(campaign: String?, delivery: Int, open: Int, link: Int) {
        self.campaign = campaign
        self.delivery = max(0, delivery)
        self.open = max(0, open)
        self.link = max(0, link)
    }

    /// The widest bar, in cells.
    static let maximumBar = 40

    /// The drawing's lines.
    ///
    /// Opens are rated by deliveries and links by opens; there is no rate where the divisor is 0.
    /// More opens than deliveries do occur: not every shown notification is tracked.
    func lines(_ form: DrawingForm) -> [String] {
        let name = VisibleText.escape(campaign ?? "(no campaign)")
        switch form {
        case .box(let width, let isBold):
            let title = DisplayWidth.truncated(name, to: max(8, width))
            return [isBold ? "\u{1B}[1m\(title)\u{1B}[22m" : title] + bars(width)
        case .plain:
            return [DisplayWidth.padded("funnel", to: 10) + name]
                + rows.map { row in
                    DisplayWidth.padded(row.name, to: 10) + row.count + row.note
                }
        }
    }

    /// Several funnels, an empty line between them.
    static func lines(_ funnels: [FunnelDrawing], _ form: DrawingForm) -> [String] {
        Array(funnels.map { $0.lines(form) }.joined(separator: [""]))
    }

    private var rows: [(name: String, number: Int, count: String, note: String)] {
        [
            ("delivery", delivery, String(delivery), ""),
            ("open", open, String(open), Self.rate(open, of: delivery, "deliveries")),
            ("link", link, String(link), Self.rate(link, of: open, "opens")),
        ]
    }

    private func bars(_ width: Int) -> [String] {
        let rows = rows
        let largest = max(delivery, open, link)
        let digits = rows.map { $0.count.utf8.count }.max() ?? 1
        let notes = rows.map { $0.note.utf8.count }.max() ?? 0
        let room = min(Self.maximumBar, max(4, width - 10 - 1 - digits - notes))
        return rows.map { row in
            let bar = DisplayWidth.padded(Self.bar(row.number, of: largest, room), to: room)
            let count = String(repeating: " ", count: digits - row.count.utf8.count) + row.count
            return DisplayWidth.padded(row.name, to: 10) + bar + " " + count + row.note
        }
    }

    /// A bar in eighths of a cell; any number but 0 shows at least one eighth.
    static func bar(_ number: Int, of largest: Int, _ room: Int) -> String {
        guard number > 0, largest > 0 else { return "" }
        let product = number.multipliedFullWidth(by: room * 8)
        let eighths = max(1, largest.dividingFullWidth(product).quotient)
        let full = String(repeating: "█", count: eighths / 8)
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return full + parts[eighths % 8]
    }

    /// A rate with one decimal, rounded half up: `, 37.5 % of deliveries`.
    private static func rate(_ number: Int, of whole: Int, _ name: String) -> String {
        guard whole > 0 else { return "" }
        // The bound keeps the rate of absurd counts within the range of `Int`.
        let tenths = Int(min(Double(number) * 1000 / Double(whole) + 0.5, 1e15))
        return ", \(tenths / 10).\(tenths % 10) % of \(name)"
    }
}
