extension World {
    /// Checks the current app against the guide's implementation checklist (TD-17).
    ///
    /// Of the evidence only the write key and its account's region are looked at.
    public func doctor(evidence: Evidence = Evidence()) -> [DoctorCheck] {
        guard let app, app.state != .uninstalled else {
            return [
                DoctorCheck(
                    .setup, .cross, "no app is installed on `\(device.name)`", cure: "`app install`"
                )
            ]
        }
        var checklist = Checklist(world: self, device: device, app: app, evidence: evidence)
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
