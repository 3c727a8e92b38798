import PushSimulation
import PushText

/// One line of the implementation checklist, checked against the app (TD-17).
public struct DoctorCheck: Equatable, Sendable {
    /// The areas of the guide's checklist, in its order.
    public enum Area: String, CaseIterable, Sendable {
        case setup
        case core = "core components"
        case serviceExtension = "notification service extension"
        case events = "event tracking"
        case links = "deep links"
        case configuration = "configuration and security"
        case testing
    }

    /// The result of a check.
    public enum Mark: String, Sendable {
        case tick, cross
        /// Neither right nor wrong: worth knowing, or impossible to tell from here.
        case note
    }

    /// The area it belongs to.
    public var area: Area
    /// The result of the check.
    public var mark: Mark
    /// The statement that holds, or the fault that was found, without a full stop.
    public var text: String
    /// The remedy; nil for a tick.
    public var cure: String?

    /// Makes a check.
    public init(_ area: Area, _ mark: Mark, _ text: String, cure: String? = nil) {
        self.area = area
        self.mark = mark
        self.text = text
        self.cure = cure
    }

    /// The check as one line: `✓ text`, or `✗ text — cure`.
    public var line: String {
        let sign =
            switch mark {
            case .tick: "✓"
            case .cross: "✗"
            case .note: "·"
            }
        return "\(sign) \(text)" + (cure.map { " — \($0)" } ?? "")
    }

    /// The check as a JSON object; `cure` only if there is one.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "area", value: .string(area.rawValue)),
            .init(key: "mark", value: .string(mark.rawValue)),
            .init(key: "text", value: .string(text)),
        ]
        if let cure { members.append(.init(key: "cure", value: .string(cure))) }
        return .object(members)
    }

    /// The whole checklist as lines: each area's name, its checks, and the count at the end.
    public static func lines(_ checks: [DoctorCheck]) -> [String] {
        var lines: [String] = []
        for area in Area.allCases {
            let own = checks.filter { $0.area == area }
            guard !own.isEmpty else { continue }
            lines.append(area.rawValue)
            lines += own.map { "  " + $0.line }
        }
        let ticks = checks.count { $0.mark == .tick }
        let crosses = checks.count { $0.mark == .cross }
        let notes = checks.count { $0.mark == .note }
        lines.append(
            "\(ticks) passed, \(crosses) failed, \(notes.counted("note", "notes"))")
        return lines
    }

    /// The whole checklist as one JSON value.
    public static func json(_ checks: [DoctorCheck]) -> JSON {
        [
            "ticks": .int(checks.count { $0.mark == .tick }),
            "crosses": .int(checks.count { $0.mark == .cross }),
            "notes": .int(checks.count { $0.mark == .note }),
            "checks": .array(checks.map(\.json)),
        ]
    }
}
