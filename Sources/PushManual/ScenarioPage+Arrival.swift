import PushSimulation
import PushText

/// Scenarios that are generated from tables: one test for each row, in the language itself.
enum ScenarioPage {
    /// The decision table as a script: every row in each of its states.
    static var arrivalTable: String {
        var text = """
            # The decision table of share/doc/arrival.md, one test for each case of each row.
            # Generated from the table in the program; `scripts/generate` writes it anew.
            # PL-01 PL-02 PL-03 PL-04 PL-05 PL-06 PL-07 KD-01 KD-05 TD-16 NC-06
            psh 1

            # The token must not depend on the permission, which the rows vary.
            setup
              app set register launch
              app set permission.at-launch off
            end

            """
        for row in ArrivalTable.rows {
            for part in row.cases { text += "\n" + ArrivalScript(part).script }
        }
        return text
    }
}

/// One case of a row of the decision table, as a test of a script.
///
/// It gathers the lines of the test in order: set-up, the state, the push, the user, the outcome.
///
/// Each step towards the state prints lines, which the test must expect or swallow, so steps and
/// expected lines are added together.
private struct ArrivalScript {
    /// The row of the table, with the trigger and the expected outcome.
    private let row: ArrivalRow
    /// The state of the app in which the row's trigger meets it.
    private let state: ArrivalRow.Condition
    /// The push of this case; a row may hold for several kinds.
    private let payload: SamplePayload
    /// The permission of this case, granted before the app reaches its state.
    private let permission: Permission.Status
    /// The name of the case, which tells the tests of one row apart.
    private let name: String
    /// The lines of the test's body.
    private var lines: [String] = []

    init(_ part: ArrivalRow.Case) {
        (row, state, payload, permission) = (part.row, part.state, part.payload, part.permission)
        name = part.name
    }

    /// The test; for an answer of the user the push arrives before the app's state is entered.
    var script: String {
        var build = self
        build.prepare()
        if row.trigger == .arrives {
            build.enter(isInFront: true)
            build.comeBefore()
            build.expectSituation()
            build.arrive()
        } else {
            build.leaveFront()
            build.arrive()
            build.add("expect $.id == msg-1")
            build.enter(isInFront: false)
            build.expectSituation()
            build.pull()
        }
        build.expectOutcome()
        return "test \"row \(row.number): \(row.name) (\(name))\" @row-\(row.number.lowercased())\n"
            + build.lines.map { "  " + $0 + "\n" }.joined() + "end\n"
    }

    /// Whether the case has a locked device.
    private var isLocked: Bool { row.given.contains(.locked) }

    /// For lines that stand alone; several go to `lines` at once.
    private mutating func add(_ line: String) { lines.append(line) }

    /// Adds what is given before anything happens: settings, permission, and the device's switches.
    private mutating func prepare() {
        for case .setting(let key, let value) in row.given {
            lines += ["app set \(key) \(value)", "| app     \(key) \(value)"]
        }
        guard state != .neverLaunched else { return }
        add("app launch")
        switch permission {
        case .authorized:
            add(
                "permission grant"
                    + (row.given.contains(.alertsOff) ? " --alerts off" : "")
                    + (row.given.contains(.timeSensitiveOff) ? " --time-sensitive off" : ""))
            // After the app is deleted, no later command shows the permission.
            if state == .deleted { add("| granted permission authorized") }
        case .provisional: add("permission provisional")
        case .denied: add("permission deny")
        case .notDetermined: break
        }
        for given in row.given {
            switch given {
            case .device(let control, let isOn):
                let words = (control.rawValue, isOn ? "on" : "off")
                add("device \(words.0) \(words.1)")
                add("| device  phone \(words.0) is \(words.1)")
            case .locked: add("device lock")
            case .summary:
                add("device summary 18:00")
                add("| device  phone scheduled summary is at 18:00")
            case .switchedOff(let control): add("permission switch \(control.rawValue) off")
            default: break
            }
        }
    }

    /// Adds the steps into the app's state, from the front or from behind.
    private mutating func enter(isInFront: Bool) {
        switch state {
        case .foreground: if !isInFront { add("app launch") }
        case .background: if isInFront, !isLocked { add("app background") }
        case .notRunning: add("app kill")
        case .forceQuit: add("app force-quit")
        case .restarted:
            add("app force-quit")
            add("| app     com.example.myapp [..] → force-quit")
            lines += ["app restart-device", "device unlock"]
        case .beforeFirstUnlock: add("app restart-device")
        case .deleted:
            add("app uninstall")
            add("| dropped 1 event because uninstalling the app deleted its queue")
            add("| app     com.example.myapp deleted; its keychain stays on the device")
        case .neverLaunched: break
        }
    }

    /// Leaves the app before a notification arrives.
    ///
    /// Not if the lock screen has already covered it: unlocking would bring it back.
    private mutating func leaveFront() {
        guard isLocked else {
            lines += ["app background", "| app     com.example.myapp foreground → background"]
            return add("|...")
        }
        if state == .background { add("app background") }
    }

    /// Adds the background pushes that use up the app's budget beforehand.
    private mutating func comeBefore() {
        guard row.given.contains(.threeWakes) else { return }
        lines += ["repeat 3"] + receive(.silent, "").map { "  " + $0 } + ["end"]
    }

    /// Expects the state of app and device beforehand, so that each step towards it counts.
    private mutating func expectSituation() {
        add("status")
        add("expect $.app.state == \(runState.rawValue.asWord)")
        guard state != .deleted else { return }
        add("expect $.app.launched == \(state != .neverLaunched)")
        if state != .neverLaunched {
            add("expect $.app.permission == \(permission.rawValue.asWord)")
        }
        add("expect $.device.locked == \(isLocked || state == .beforeFirstUnlock)")
    }

    /// The state of the app; the lock screen covers one in the foreground.
    ///
    /// The names are those that `status` prints.
    private var runState: App.RunState {
        switch state {
        case .foreground: isLocked ? .background : .foreground
        case .background: .background
        case .notRunning, .restarted, .beforeFirstUnlock, .neverLaunched: .notRunning
        case .forceQuit: .forceQuit
        case .deleted: .uninstalled
        }
    }

    /// Adds the push, with the circumstances of its arrival.
    ///
    /// Pushes that went before have IDs of their own, so that the one to judge is always `msg-1`.
    private mutating func arrive() {
        if row.given.contains(.wasOffline) {
            add("device offline")
            for (id, dropped) in [("older-1", ""), ("older-2", "older-1"), ("msg-1", "older-2")] {
                lines += receive(payload, " --id \(id)")
                add("expect $.state == stored")
                if !dropped.isEmpty { add("expect output contains \"dropped \(dropped) \"") }
            }
            add("device online")
        } else if row.given.contains(.offlineOneAttempt) {
            add("device offline")
            lines += receive(payload, " --ttl 0")
            add("expect $.id == msg-1")
        } else if row.given.contains(.backgroundAtTen) {
            lines += receive(payload, " --type background --priority 10")
        } else {
            lines += receive(payload, row.given.contains(.lowestPriority) ? " --priority 1" : "")
        }
    }

    /// Returns the lines that deliver a payload; `options` begin with a blank.
    private func receive(_ payload: SamplePayload, _ options: String) -> [String] {
        ["receive --verbatim\(options) <<'JSON'", "  " + payload.text, "  JSON"]
    }

    /// Adds the user's answer.
    ///
    /// Ignoring a notification means that an hour passes on the virtual clock.
    private mutating func pull() {
        switch row.trigger {
        case .arrives: break
        case .tap: add("tap")
        case .dismiss: add("dismiss")
        case .ignore: add("clock advance 1h")
        case .button(let name): add("tap --action \(name)")
        case .opensApp: add("app launch")
        }
    }

    /// Adds the expectations of the table's row: callbacks, events, the place, the sound, the
    /// extension.
    ///
    /// A cold start tracks a `token_register` before the row's events, and calls more than the
    /// table lists; everything else is compared exactly.
    private mutating func expectOutcome() {
        let outcome = row.outcome
        let calls = outcome.callbacks.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        // A cold start publishes the cached token, and the app registers it (TD-02).
        let starts = outcome.callbacks.contains(.didFinishLaunching)
        let events = (starts ? [.tokenRegister] : []) + outcome.events
        add("expect $.tracked == [\(events.map(\.rawValue).joined(separator: ", "))]")
        let known = ArrivalRow.Callback.allCases.map(\.rawValue)
        // Callbacks that the table omits, such as the token's, may occur in between.
        if outcome.callbacks.isEmpty {
            for callback in known { add("expect $.called not contains \"\(callback)\"") }
        } else if !starts {
            add("expect $.called == [\(calls)]")
        } else {
            for callback in outcome.callbacks {
                add("expect $.called contains \"\(callback.rawValue)\"")
            }
        }
        guard row.trigger == .arrives else { return }
        add("expect badge == \(outcome.setsBadge ? SamplePayload.badge : 0)")
        add("expect $.verbs \(outcome.sounds ? "" : "not ")contains sound")
        add("expect $.verbs \(outcome.runsExtension ? "" : "not ")contains ran")
        switch outcome.presented {
        case .no: add("expect $.verbs not contains shown")
        case .summary: add("expect $.verbs contains held")
        case .banner, .list, .lockScreen:
            add("expect output contains \"shown   msg-1 \(outcome.presented.rawValue)\"")
        }
    }
}
