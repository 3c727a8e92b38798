import PushSimulation

extension World {
    /// Checks a device's current app against the guide's implementation checklist (TD-17).
    ///
    /// Of the evidence only the write key and its account's region are used.
    public func doctor(
        evidence: Evidence = Evidence(), on name: String? = nil
    ) -> [DoctorCheck] {
        let device = devices.first { $0.name == name } ?? device
        guard device.apps.indices.contains(device.currentApp),
            case let app = device.apps[device.currentApp], app.state != .uninstalled
        else {
            return [
                DoctorCheck(
                    .setup, .cross, "no app is installed on `\(device.name)`", cure: "`app install`"
                )
            ]
        }
        var checklist = Checklist(world: self, device: device, app: app, evidence: evidence)
        if device.name != self.device.name {
            checklist.note(
                .setup, "this is about `\(device.name)`", cure: "first `device use \(device.name)`")
        }
        checklist.checkSetup()
        checklist.checkCore()
        checklist.checkExtension()
        checklist.checkEvents()
        checklist.checkLinks()
        checklist.checkConfiguration()
        checklist.checkTesting()
        return checklist.checks
    }
}
