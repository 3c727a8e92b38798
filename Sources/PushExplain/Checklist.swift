import PushSimulation

/// The checks of one app, as they are gathered.
struct Checklist {
    let world: World
    let device: Device
    let app: App
    let evidence: Evidence
    private(set) var checks: [DoctorCheck] = []

    init(world: World, device: Device, app: App, evidence: Evidence) {
        self.world = world
        self.device = device
        self.app = app
        self.evidence = evidence
    }

    var settings: AppSettings { app.settings }

    /// Adds a check: a tick if it passes, else a cross with its cure.
    mutating func check(
        _ area: DoctorCheck.Area, _ isRight: Bool, _ text: String, or found: String, cure: String
    ) {
        checks.append(
            isRight
                ? DoctorCheck(area, .tick, text) : DoctorCheck(area, .cross, found, cure: cure))
    }

    mutating func note(_ area: DoctorCheck.Area, _ text: String, cure: String? = nil) {
        checks.append(DoctorCheck(area, .note, text, cure: cure))
    }

    mutating func tick(_ area: DoctorCheck.Area, _ text: String) {
        checks.append(DoctorCheck(area, .tick, text))
    }
}
