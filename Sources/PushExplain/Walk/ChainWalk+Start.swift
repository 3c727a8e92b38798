import PushModel
import PushSimulation

/// An app that ends at its start: nothing of its code runs, whatever arrived or was tracked before.
extension ChainWalk {
    /// The rule by which the app would end at its next start; nil if it would run, or runs.
    var startFault: RuleID? {
        guard let app = currentApp, app.state != .uninstalled, !app.isRunning else { return nil }
        return app.launchFault(on: device.status).map {
            $0 == .noScenes ? .sceneRequired : .firebaseException
        }
    }

    /// Reports that the app ends at its start, by one of the two rules for that: it has no scenes,
    /// or Firebase raises an exception.
    mutating func doesNotLaunch(
        _ stage: ChainLink.Stage, _ found: String, _ app: App, _ rule: RuleID
    ) {
        guard rule == .sceneRequired else {
            crashesInFirebase(stage, found, app.firebaseException)
            return
        }
        broken(
            stage, .scenesMissing,
            "\(found): it is built with the iOS \(sdk(of: app)) SDK and has no scenes",
            Basis(.sceneRequired),
            cure: "adopt scenes (UIApplicationSceneManifest): `app set lifecycle scene`, then "
                + "`app launch`")
    }

    /// The SDK for which an app has to have scenes: today's, if an update came after the push.
    private func sdk(of app: App) -> String {
        let now = currentApp?.settings.builtWith ?? app.settings.builtWith
        return [app.settings.builtWith, now].max { Version($0) < Version($1) } ?? now
    }

    /// Reports that the answer which the question needs would only meet a start that fails.
    mutating func awaitsAnswer(_ found: String, _ app: App, _ fault: RuleID) {
        doesNotLaunch(.tap, found + ", and the app does not launch", app, fault)
        links[links.count - 1].add(cure: answering)
    }

    /// Reports the exception that ends the app in `FirebaseApp.configure()`; nil if the file was
    /// replaced since.
    mutating func crashesInFirebase(
        _ stage: ChainLink.Stage, _ found: String, _ exception: FirebaseProject.Exception?
    ) {
        let raises =
            exception.map { "raises an exception (\($0.code)): \($0.text)" }
            ?? "raised an exception"
        broken(
            stage, .firebaseException, "\(found): FirebaseApp.configure() \(raises)",
            Basis(.firebaseException),
            cure: exception == nil
                ? "the file is another one now: `app launch`"
                : "download the iOS app's GoogleService-Info.plist in the Firebase console: "
                    + "`app import FILE`, then `app launch`")
    }

    /// The link of an app that ends at its start; nil if it would run, or runs.
    ///
    /// An app that never ran has no token, and that says why.
    func startLink(_ stage: ChainLink.Stage) -> ChainLink? {
        guard let app = currentApp, app.wasLaunched, let fault = startFault else { return nil }
        var trial = self
        trial.links = []
        trial.doesNotLaunch(stage, "the app does not launch", app, fault)
        return trial.links.first
    }

    /// The answer to a question about the app's start; nil for another question, or if nothing is
    /// wrong with it.
    var startAnswer: Explanation.Answer? {
        guard subject.asksForStart, subject.symptom == nil, let link = startLink(.device) else {
            return nil
        }
        return Explanation.Answer(verdict: .no, sentence: link.found, link: link)
    }

    /// Notes that the app does not start, beside an answer about a notification, which iOS shows
    /// all the same.
    mutating func noteStart() {
        let isSeen = subject.event == nil && [nil, .banner].contains(subject.symptom)
        guard isSeen, !subject.asksForStart, let link = startLink(.device),
            !links.contains(where: { $0.cause == link.cause })
        else { return }
        note([link.found, link.cure].compactMap(\.self).joined(separator: ": "))
    }
}
