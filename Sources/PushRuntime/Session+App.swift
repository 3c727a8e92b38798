import PushCommands
import PushModel
import PushPayload
import PushSimulation
import PushText

/// Commands of the app that need something of the edge first: a digest, a property list, keys.
extension Session {
    /// Logs a user in; with a digest the text itself is kept nowhere, not even in the journal.
    func logIn(
        _ user: String, _ hash: String?, on device: String?, _ text: () -> String
    ) throws(Failure) {
        guard hash != nil else {
            try act(.login(user), on: device, text)
            return
        }
        let digest: String
        digest = Hex.text(try edge.digest(Array(user.utf8)))
        let place = device.map { "@\($0) " } ?? ""
        try act(.login(digest), on: device) { place + "login " + digest }
    }

    /// Reads a property list of the app and applies its settings.
    func importSettings(
        _ input: PayloadInput, on device: String?, _ text: () -> String
    ) throws(Failure) {
        let list = try propertyList(input)
        try act(.app(.take(list)), on: device) {
            Self.recorded("app import", list, on: device)
        }
    }

    /// Updates the app, maybe to another Firebase project.
    func update(
        _ version: String?, _ firebase: PayloadInput?, on device: String?, _ text: () -> String
    ) throws(Failure) {
        guard let firebase else {
            try act(.app(.update(version: version, firebase: nil)), on: device, text)
            return
        }
        let list = try propertyList(firebase)
        guard list.kind == .firebase else {
            throw Failure(
                .unknownPropertyList,
                "found an \(list.kind.rawValue), wanted a GoogleService-Info.plist",
                span: firebase.span)
        }
        let update = AppAction.update(version: version, firebase: list.project, file: list)
        try act(.app(update), on: device) {
            let option = version.map { " --version " + $0.asQuotedWord } ?? ""
            return Self.recorded("app update\(option) --firebase", list, on: device)
        }
    }

    /// A statement that contains the list itself, without the keys in it.
    private static func recorded(
        _ command: String, _ list: AppPropertyList, on device: String?
    ) -> String {
        let place = device.map { "@\($0) " } ?? ""
        return place + command + " <<'PLIST'\n" + list.publicXML + "\nPLIST"
    }

    private func propertyList(_ input: PayloadInput) throws(Failure) -> AppPropertyList {
        let (bytes, _) = try read(input)
        let root: JSON
        do throws(Failure) {
            root = try edge.propertyList(bytes)
        } catch {
            var failure = error
            failure.span = input.span
            throw failure
        }
        guard let list = AppPropertyList(root) else {
            throw Failure(
                .unknownPropertyList,
                "the property list is neither an Info.plist nor a GoogleService-Info.plist",
                hint: "it has neither's keys, such as CFBundleIdentifier or GOOGLE_APP_ID, or it "
                    + "belongs to an extension that pushes do not involve",
                span: input.span)
        }
        return list
    }

    /// Chooses the source of NCMB's keys, after reading them there.
    func chooseKeys(
        _ source: String, on device: String?, _ text: () -> String
    ) throws(Failure) {
        guard !Secrets.isSecret("ncmb key " + source) else {
            throw Failure(
                .invalidKeys, "found a key, wanted `embedded`, `environment` or a file",
                hint: "keys are not typed: they would end up in the terminal's scrollback")
        }
        let isWord = source == "embedded" || source == "environment"
        let place = isWord ? source : settings.keptPath(source)
        _ = try edge.ncmbKeys(place)
        try act(.configure(key: "ncmb.keys", value: place), on: device, text)
        try showKeys()
    }

    func showKeys() throws(Failure) {
        let place = world.surroundings.config.ncmbKeys
        say("keys    " + place)
        for key in try edge.ncmbKeys(place) { say("key     \(key.name) \(key.shown)") }
        last.value = .string(place)
    }

    func showInstallation(_ app: App) {
        guard let record = app.installation else {
            say("none")
            last.value = .null
            return
        }
        say("record  \(record.objectID ?? "not saved")")
        for line in Payload(root: record.fields).userInfoLines { say("        " + line) }
        let stored = record.objectID.flatMap { world.surroundings.ncmb.installation(id: $0) }
        say("backend " + (stored == record ? "has the same" : "has a different one"))
        last.value = record.json
    }
}
