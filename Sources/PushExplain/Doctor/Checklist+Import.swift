import PushSimulation

/// The checks of the app's own property lists, as `app import` read them (TD-13, TD-17).
extension Checklist {
    /// Reports each fault of an imported file that does not have a check of its own.
    mutating func checkImported(_ kind: AppPropertyList.Kind) {
        for fault in settings.faults(of: kind) where !isJudgedElsewhere(fault) {
            if fault.kind == .notShared {
                // The app's file is right; `why` reports what its extension lacks for an image.
                guard settings.transportExceptions.isEmpty else { continue }
                note(.setup, "\(kind.rawValue): \(fault.text)")
                continue
            }
            check(
                kind == .info && fault.isOfTreasureData ? .configuration : .setup, false, "",
                or: "\(kind.rawValue): \(fault.text)",
                cure: "fix the file, then `app import` it again")
        }
    }

    /// Whether the app's file has a fault in one of the given keys.
    func isFaulty(_ keys: String...) -> Bool {
        settings.infoFaults.contains { keys.contains($0.key) }
    }

    /// Whether a check of the settings covers the fault: schemes, background modes, the bundle ID.
    private func isJudgedElsewhere(_ fault: PropertyListFault) -> Bool {
        fault.kind == .otherApp || ["CFBundleURLTypes", "UIBackgroundModes"].contains(fault.key)
    }
}
