import PushModel
@testable import PushSimulation

/// Runs one case of a row of the decision table against the world, and reads off what happened.
struct ArrivalRowRun {
    private let row: ArrivalRow
    private let state: ArrivalRow.Condition
    private let payload: SamplePayload
    private let permission: Permission.Status
    private var stage = Stage()
    private var facts: [Fact] = []

    init(_ part: ArrivalRow.Case) {
        (row, state, payload, permission) = (part.row, part.state, part.payload, part.permission)
    }

    /// What happened, in the table's terms, and the rules that were reported.
    mutating func result() throws -> (outcome: ArrivalRow.Outcome, rules: [RuleID]) {
        try prepare()
        let badge = stage.world.app?.badge
        facts = []
        if row.trigger == .arrives {
            try arrive()
            facts += stage.step.facts
        } else {
            try arrive()
            try enter()
            try pull()
        }
        return (outcome(since: badge), facts.map(\.rule))
    }

    private mutating func prepare() throws {
        // The token must not depend on the permission, which the rows vary.
        try stage.set("register", "launch")
        try stage.set("permission.at-launch", "off")
        for case .setting(let key, let value) in row.given { try stage.set(key, value) }
        guard state != .neverLaunched else { return }
        try stage.act(.app(.launch))
        switch permission {
        case .authorized:
            let hasAlerts = !row.given.contains(.alertsOff)
            let isTimeSensitive = !row.given.contains(.timeSensitiveOff)
            try stage.act(
                .permission(.grant(timeSensitive: isTimeSensitive, alerts: hasAlerts)))
        case .provisional: try stage.act(.permission(.provisional))
        case .denied: try stage.act(.permission(.deny))
        case .notDetermined: break
        }
        for given in row.given { try apply(given) }
        if row.trigger == .arrives { try enter() } else { try stage.act(.app(.background)) }
        if row.given.contains(.threeWakes) {
            for _ in 0..<3 { try stage.receive(SamplePayload.silent.text) }
        }
    }

    private mutating func apply(_ given: ArrivalRow.Circumstance) throws {
        switch given {
        case .device(let control, let isOn):
            try stage.act(.device(.set(control, on: isOn)))
        case .locked: try stage.act(.device(.lock))
        case .summary: try stage.act(.device(.summary([18 * 60])))
        case .switchedOff(let control): try stage.act(.permission(.turn(control, isOn: false)))
        case .setting, .alertsOff, .timeSensitiveOff, .threeWakes, .wasOffline,
            .offlineOneAttempt, .lowestPriority, .backgroundAtTen:
            break
        }
    }

    private mutating func enter() throws {
        let isInFront = stage.world.app?.state == .foreground
        switch state {
        case .foreground: if !isInFront { try stage.act(.app(.launch)) }
        case .background: if isInFront { try stage.act(.app(.background)) }
        case .notRunning: try stage.act(.app(.kill))
        case .forceQuit: try stage.act(.app(.forceQuit))
        case .restarted:
            try stage.act([.app(.forceQuit), .device(.restart), .device(.unlock)])
        case .beforeFirstUnlock: try stage.act(.device(.restart))
        case .deleted: try stage.act(.app(.uninstall))
        case .neverLaunched: break
        }
    }

    private mutating func arrive() throws {
        if row.given.contains(.wasOffline) {
            try stage.act(.device(.offline))
            for id in ["older-1", "older-2", "msg-1"] {
                try stage.receive(payload.text, id: id)
                facts += stage.step.facts
            }
            try stage.act(.device(.online))
        } else if row.given.contains(.offlineOneAttempt) {
            try stage.act(.device(.offline))
            try stage.receive(payload.text, timeToLive: 0)
            facts += stage.step.facts
            try stage.act(.device(.online))
        } else if row.given.contains(.backgroundAtTen) {
            try stage.receive(payload.text, type: "background", priority: 10)
        } else {
            let isLowest = row.given.contains(.lowestPriority)
            try stage.receive(payload.text, priority: isLowest ? 1 : nil)
        }
    }

    private mutating func pull() throws {
        switch row.trigger {
        case .arrives: break
        case .tap: try stage.act(.tap(id: nil, button: nil, opensLink: true))
        case .dismiss: try stage.act(.dismiss(id: nil))
        case .ignore: try stage.wait(seconds: 3600)
        case .button(let name): try stage.act(.tap(id: nil, button: name, opensLink: true))
        case .opensApp: try stage.act(.app(.launch))
        }
        facts = stage.step.facts
    }

    private func outcome(since badge: Int?) -> ArrivalRow.Outcome {
        let callbacks = facts.compactMap { fact in
            fact.verb == .called ? ArrivalRow.Callback(rawValue: fact.subject) : nil
        }
        return ArrivalRow.Outcome(
            presented: presented,
            runsExtension: facts.contains { $0.verb == .ran },
            callbacks: callbacks,
            setsBadge: row.trigger == .arrives && stage.world.app?.badge != badge,
            sounds: facts.contains { $0.verb == .sound },
            events: stage.events)
    }

    private var presented: ArrivalRow.Presented {
        let shown = facts.filter { $0.verb == .shown || $0.rule == .summaryHeld }
        guard row.trigger == .arrives, let fact = shown.last, shown.count == 1 else { return .no }
        switch fact.verb {
        case .held: return .summary
        default:
            return ArrivalRow.Presented.allCases.first { fact.text.hasPrefix($0.rawValue) } ?? .no
        }
    }
}
