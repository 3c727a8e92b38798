import PushModel
import PushPayload
import PushSimulation
import PushText

/// A notification as iOS would draw it: a banner, on the lock screen, or in Notification Center.
///
/// Text from outside is made visible and never reaches a terminal raw.
struct NotificationDrawing: Equatable, Sendable {
    /// The app's name.
    var app: String
    /// The place where it is seen.
    var place: PushNotification.Place
    /// The time of arrival.
    var arrivedAt: Tick
    /// The first line, in bold where the terminal can.
    var title: String?
    /// The second line.
    var subtitle: String?
    /// The text, whose own line breaks stay.
    var body: String?
    /// The attachment: `image/png, 24 KB`.
    var attachment: String?
    /// The interruption level; time-sensitive and critical ones carry a mark.
    var level: InterruptionLevel
    /// The number on the app's icon; 0 shows none.
    var badge: Int
    /// The number of notifications below it in its stack.
    var more: Int

    /// The widest box, in cells.
    static let maximumWidth = 60
    /// The narrowest box, in cells; a narrower terminal would break each of its lines in two, and
    /// gets lines of text.
    static let minimumWidth = 24

    /// Draws a notification that waits on the screen.
    init(_ notification: PushNotification, app: String, badge: Int = 0, more: Int = 0) {
        self.app = app
        self.badge = badge
        self.more = more
        place = notification.place
        arrivedAt = notification.arrivedAt
        title = notification.title.map(Secrets.shown)
        subtitle = notification.subtitle.map(Secrets.shown)
        body = notification.body.map(Secrets.shown)
        attachment = notification.attachment
        level = notification.level
    }

    /// Draws a notification from the history, as it came before its extension changed it.
    init(
        _ row: NotificationRow, app: String, place: PushNotification.Place = .list,
        attachment: String? = nil, badge: Int = 0, more: Int = 0
    ) {
        self.app = app
        self.place = place
        self.attachment = attachment
        self.badge = badge
        self.more = more
        arrivedAt = row.arrivedAt
        title = row.title.map(Secrets.shown)
        subtitle = row.subtitle.map(Secrets.shown)
        body = row.body.map(Secrets.shown)
        let payload = try? Payload(bytes: Array(row.payload.utf8))
        level = row.level ?? payload?.aps.interruptionLevel ?? .active
    }

    /// Removes the texts that a hidden preview does not show.
    mutating func hidePreview(keeping kept: [AppSettings.PreviewOption]) {
        if !kept.contains(.title) { title = nil }
        if !kept.contains(.subtitle) { subtitle = nil }
        body = AppSettings.previewPlaceholder
        attachment = nil
    }

    /// The drawing's lines, with times in the zone in which `written` gives them.
    func lines(
        _ form: DrawingForm, now: Tick, written: (Int64) -> String = { InstantText.format($0) }
    ) -> [String] {
        switch form {
        case .box(let width, let isBold) where width >= Self.minimumWidth:
            box(min(width, Self.maximumWidth), isBold: isBold, now, written)
        case .box, .plain: plain(written(arrivedAt.milliseconds))
        }
    }

    /// A name for an app that has none: the last part of its bundle ID.
    static func name(ofBundleID bundleID: String) -> String {
        bundleID.split(separator: ".").last.map(String.init) ?? bundleID
    }

    private var levelMark: String? { Self.mark(of: level) }

    /// The mark that a level puts on a notification; nil for the ordinary ones.
    static func mark(of level: InterruptionLevel) -> String? {
        switch level {
        case .timeSensitive: "TIME SENSITIVE"
        case .critical: "CRITICAL"
        default: nil
        }
    }

    private func box(
        _ width: Int, isBold: Bool, _ now: Tick, _ written: (Int64) -> String
    ) -> [String] {
        let bold: (String) -> String = { isBold ? "\u{1B}[1m\($0)\u{1B}[22m" : $0 }
        var frame = Frame(width: width)
        let count = badge > 0 ? " (\(badge))" : ""
        frame.add(
            VisibleText.escape(app).uppercased() + count,
            right: Age.text(arrivedAt, now, written: written))
        if let levelMark { frame.add(levelMark) }
        if let title { frame.addWrapped(VisibleText.escapeKeepingLines(title), mark: bold) }
        if let subtitle { frame.addWrapped(VisibleText.escapeKeepingLines(subtitle), mark: bold) }
        if let body { frame.addWrapped(VisibleText.escapeKeepingLines(body)) }
        if let attachment {
            var image = Frame(width: min(frame.inner, 30), isRounded: false)
            image.add("")
            image.add(DisplayWidth.truncated(VisibleText.escape(attachment), to: image.inner))
            image.add("")
            for line in image.lines { frame.add(line) }
        }
        return heading(width, written(arrivedAt.milliseconds)) + frame.lines + stack(width)
    }

    /// The lines above the box: none for a banner, which drops in from the upper edge.
    private func heading(_ width: Int, _ time: String) -> [String] {
        let text: String
        switch place {
        case .banner: return []
        case .list: text = "Notification Center"
        case .lockScreen: text = "lock screen, \(Age.clock(time))"
        case .summary: text = "scheduled summary"
        }
        let left = max(0, (width - DisplayWidth.of(text)) / 2)
        return [String(repeating: " ", count: left) + text]
    }

    /// The edges of the notifications below it in the stack.
    private func stack(_ width: Int) -> [String] {
        guard more > 0 else { return [] }
        let edge = String(repeating: "─", count: max(0, width - 6))
        return ["  ╰" + edge + "╯", "  and \(more) more"]
    }

    private func plain(_ time: String) -> [String] {
        var lines = [Self.line("from", "\(VisibleText.escape(app)), \(place.rawValue), \(time)")]
        if let levelMark { lines.append(Self.line("level", levelMark.lowercased())) }
        if let title { lines.append(Self.line("title", VisibleText.escape(title))) }
        if let subtitle { lines.append(Self.line("below", VisibleText.escape(subtitle))) }
        if let body { lines.append(Self.line("body", VisibleText.escape(body))) }
        if let attachment { lines.append(Self.line("image", VisibleText.escape(attachment))) }
        if badge > 0 { lines.append(Self.line("badge", String(badge))) }
        if more > 0 { lines.append(Self.line("stack", "and \(more) more")) }
        return lines
    }

    private static func line(_ word: String, _ text: String) -> String {
        DisplayWidth.padded(word, to: 8) + text
    }
}
