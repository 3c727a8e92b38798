import PushCommands
import PushLanguage
import PushModel
import PushSimulation
import PushText

/// The names that the world has given: everything that exists can be meant.
extension Assist {
    /// Fills in the names that a parameter can take; false if the world has no names for it.
    ///
    /// The names are those of the current device and its current app.
    func worldNames(
        of spec: ParameterSpec, _ command: Command, _ places: [String], _ found: inout Found
    ) -> Bool {
        let app = source.world.app
        switch (command.name, spec.name) {
        case ("activity update", "id"), ("activity end", "id"), ("activity dismiss", "id"):
            offer(app?.activities.all.map { ($0.id, $0.state.rawValue) }, &found)
        case (_, "channel"), ("channel delete", "id"):
            offer(
                source.world.surroundings.channels.map { ($0.id, "a channel of \($0.bundleID)") },
                &found)
        case ("credential remove", "name"), ("credential test", "name"), ("send", "as"):
            offer(
                source.world.surroundings.senderCredentials.map { ($0.name, $0.kind.rawValue) },
                &found)
        case ("credential add", "topic"), ("send", "topic"):
            offer(
                source.world.device.apps.map { ($0.address.bundleID, "an app of the device") },
                &found)
        case ("local add", "category"):
            offer(app?.settings.categories.map { ($0.id, "a category of the app") }, &found)
        case ("local remove", "id"):
            offer(app?.scheduled.map { ($0.id, "a scheduled notification") }, &found)
        case ("tap", "action"): offer(buttons(of: places.first), &found)
        case ("topic unsubscribe", "topic"):
            offer(app?.tokens.subscriptions.map { ($0.topic, "a subscription") }, &found)
        default: return false
        }
        return true
    }

    /// Adds names, each once; nil stands for none.
    private func offer(_ names: [(String, String)]?, _ found: inout Found) {
        found.isName = true
        for (name, meaning) in names ?? [] {
            guard !found.words.contains(where: { $0.text == name }) else { continue }
            found.words.append(Proposal(name, meaning))
        }
    }

    /// Returns the buttons of a notification's category; those of every category if none is named.
    private func buttons(of id: String?) -> [(String, String)]? {
        let owner = source.world.device.apps.first { app in
            app.center.waiting.contains { $0.id == id }
        }
        guard let app = owner ?? source.world.app else { return nil }
        let category = app.center.waiting.last { $0.id == id }?.category
        return app.settings.categories.filter { category == nil || $0.id == category }
            .flatMap { category in
                category.buttons.map { ($0.id, "a button of the category \(category.id)") }
            }
    }
}
