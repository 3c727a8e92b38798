import PushSimulation

/// The checks of one app, as they are gathered.
///
/// Each extension adds the checks of some areas; nothing that happened is judged here, only what is
/// set up, as opposed to `ChainWalk`. A fault that somebody made is a cross; the user's own choices
/// and what cannot be told from here are notes.
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

    /// The app's settings.
    var settings: AppSettings { app.settings }

    /// Adds a check: a tick if it passes, else a cross with its cure.
    mutating func check(
        _ area: DoctorCheck.Area, _ isRight: Bool, _ text: String, or found: String, cure: String
    ) {
        checks.append(
            isRight
                ? DoctorCheck(area, .tick, text) : DoctorCheck(area, .cross, found, cure: cure))
    }

    /// Adds a remark that counts neither as passed nor as failed.
    mutating func note(_ area: DoctorCheck.Area, _ text: String, cure: String? = nil) {
        checks.append(DoctorCheck(area, .note, text, cure: cure))
    }

    /// Adds a check that passed and has no opposite.
    mutating func tick(_ area: DoctorCheck.Area, _ text: String) {
        checks.append(DoctorCheck(area, .tick, text))
    }
}
