import PushSimulation

/// The checks of what the app's own property lists say, as `app import` read them (TD-13, TD-17).
extension Checklist {
    /// Crosses what was wrong in an imported file and is not judged by a check of its own.
    mutating func checkImported(_ kind: AppPropertyList.Kind) {
        for fault in settings.faults(of: kind) where !isJudgedElsewhere(fault) {
            check(
                kind == .info && fault.hasPrefix("TD") ? .configuration : .setup, false, "",
                or: "\(kind.rawValue): \(fault)", cure: "mend the file, then `app import` it again")
        }
    }

    /// Whether the app's file was found wrong in one of some keys.
    func isFaulty(_ keys: String...) -> Bool {
        settings.infoFaults.contains { fault in keys.contains { fault.hasPrefix($0 + " ") } }
    }

    /// What the settings show as well: schemes, background modes, the bundle ID.
    private func isJudgedElsewhere(_ fault: String) -> Bool {
        ["CFBundleURLTypes", "UIBackgroundModes", "BUNDLE_ID is `"].contains {
            fault.hasPrefix($0)
        }
    }
}
