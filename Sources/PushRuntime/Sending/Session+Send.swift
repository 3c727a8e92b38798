import PushCommands
import PushExplain
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// Pushes of a provider: first through the embedded gateway, then over the network if it is used.
extension Session {
    func send(
        _ input: PayloadInput?, _ address: SendAddress, _ options: SendOptions,
        on device: String?, _ text: () -> String
    ) throws(Failure) {
        let isOnWire = try usesWire(options)
        try checkAuthority(of: options)
        var address = address
        var own: (root: JSON, bytes: [UInt8])?
        var warnings = 0
        if let input {
            let (bytes, name) = try readUnsent(input)
            do throws(Failure) {
                own = (try parse(bytes, name: name, input).value, bytes)
            } catch { throw error.unsent }
            var namesTarget = false
            if case .message(let span) = address {
                address = try ownTarget(of: own?.root, at: span)
                namesTarget = true
            }
            if !options.isForced {
                warnings = try checkByLint(
                    bytes, name: name, input, address, options, namesTarget: namesTarget)
            }
        }
        if options.printsCurl, let push = own?.root, PayloadDialect.recognise(push) == .ncmb {
            return sayCurl(NCMBCurl(push, options))
        }
        last.usesCredential = options.credential != nil
        // Reading the payload may have taken long.
        try followOthers()
        let makePlan = { [address] () throws(Failure) -> SendPlan in
            var plan = try self.plan(own?.root, address, options, isOnWire: isOnWire, on: device)
            plan.warnings += warnings
            if !options.isForced { try self.checkEnvironment(of: plan) }
            return plan
        }
        let plan: SendPlan
        do throws(Failure) {
            plan = try makePlan()
            last.usesCredential = plan.credential != nil
        } catch {
            if let root = own?.root { noteUnsent(root, error, text) }
            throw error
        }
        if options.printsCurl { return sayCurl(of: plan) }
        try checkLists(options, besides: [input, plan.input])
        let statement = {
            var whole = text()
            if let input, let own { whole = self.text(whole, inlining: input, own.bytes) }
            guard let source = plan.source, let list = plan.input,
                source.bytes.count <= Self.keptListBytes || self.memory.recorder != nil
            else { return whole }
            return self.text(whole, inlining: list, source.bytes)
        }
        if plan.options.isDryRun { noteChecked(plan.letters.first?.messageID) }
        guard isOnWire else {
            return try play(plan, again: address.isText ? makePlan : nil, statement)
        }
        try sendOut(plan, on: device, statement)
    }

    /// Refuses a file of authorities that no connection could use.
    private func checkAuthority(of options: SendOptions) throws(Failure) {
        guard let path = options.authority, !options.printsCurl else { return }
        do throws(Failure) { try checkCertificates(at: settings.path(path)) } catch {
            throw error.unsent
        }
    }

    /// Prints the command with which one would send a push to its first target.
    private func sayCurl(of plan: SendPlan) {
        if plan.entries.count > 1 { say("# the first of \(Self.count(plan.entries.count))") }
        if let note = plan.tokenNote { say(note) }
        sayWhole(plan.curl())
        last.value = ["curl": .string(plan.curl())]
    }

    /// Prints the command with which one would send a push to NCMB.
    private func sayCurl(_ command: NCMBCurl) {
        for line in command.lines { sayWhole(line) }
        last.value = [
            "curl": .string(command.lines.last ?? ""), "signed": .string(command.signed),
        ]
    }

    /// Reads a payload or a list; nothing is sent if it cannot be read.
    private func readUnsent(
        _ input: PayloadInput
    ) throws(Failure) -> (bytes: [UInt8], name: String?) {
        do throws(Failure) { return try read(input) } catch { throw error.unsent }
    }

    /// The target that an FCM message names; a payload of another kind has none.
    private func ownTarget(of root: JSON?, at span: Span) throws(Failure) -> SendAddress {
        let message = root?["message"]
        for (key, start, wanted) in [
            ("token", "", "a registration token"), ("fid", "", "an installation ID"),
            ("topic", "topic:", "a topic's name"),
            ("condition", "condition:", "a condition over topics"),
        ] {
            guard let name = message?[key]?.stringValue else { continue }
            guard SendTarget(start + name) != nil || world.deviceIndex(name) != nil else {
                throw Failure(
                    .invalidValue, "`message.\(key)` takes \(wanted), found `\(name.prefix(80))`",
                    span: span
                ).unsent
            }
            return .text(start + name, at: span)
        }
        throw Self.missingTarget(at: span)
    }

    private static func missingTarget(at span: Span) -> Failure {
        var failure = Failure(CommandTable.missingTarget)
        failure.span = span
        return failure.unsent
    }

    /// The size in bytes up to which the journal keeps a list with its statement; a recording that
    /// is in progress keeps any.
    private static let keptListBytes = 65_536

    /// Remembers a push that was not sent, since the gateway would refuse its sender, so that `why`
    /// can explain it.
    private func noteUnsent(_ root: JSON, _ failure: Failure, _ text: () -> String) {
        guard failure.code == .outside(.wrongEnvironment) || failure.code == .outside(.notSent)
        else { return }
        note(
            RefusedPush(
                id: Self.messageID(in: root),
                bundleID: nil,
                refusal: Refusal(
                    .pushRefused, "`send` refused it: \(failure.message)", hint: failure.hint),
                at: presentTime(), arrivals: world.surroundings.counters.notification),
            sentBy: text)
    }

    /// Refuses a payload that breaks a rule of its platform, and prints the warnings about another.
    ///
    /// - Returns: the number of warnings.
    private func checkByLint(
        _ bytes: [UInt8], name: String?, _ input: PayloadInput, _ address: SendAddress,
        _ options: SendOptions, namesTarget: Bool
    ) throws(Failure) -> Int {
        do throws(Failure) {
            var target: SendTarget?
            if case .text(let text, _) = address { target = SendTarget(text) }
            var report = Self.lint(bytes, options, to: target, namesTarget: namesTarget)
            guard report.hasErrors else {
                report.findings.removeAll { $0.severity != .warning }
                let isShown =
                    !report.findings.isEmpty && !options.printsCurl && !settings.printsValues
                if isShown { draw(report, name: name ?? "payload") }
                return report.count(.warning)
            }
            draw(report, name: name ?? "payload")
            let count = report.count(.error)
            throw Failure(
                .lintErrors, "\(count) \(count == 1 ? "rule is" : "rules are") broken",
                hint: "`--force` sends it anyway", span: input.span)
        } catch {
            var failure = error
            failure.isUsage = true
            throw failure
        }
    }

    static func lint(
        _ bytes: [UInt8], _ options: SendOptions, to target: SendTarget?, namesTarget: Bool = false
    ) -> LintReport {
        var context = LintContext(pushType: options.pushType, priority: options.priority)
        context.isBroadcast = target?.isChannel == true
        var report = Lint.run(bytes: bytes, context: context)
        // `--to` names the target and replaces the message's own.
        if !namesTarget { report.findings.removeAll { $0.rule == .fcmTarget } }
        return report
    }
}

extension SendAddress {
    /// Whether it is one address, which may be a device's name; a list is read only once.
    fileprivate var isText: Bool {
        guard case .text = self else { return false }
        return true
    }
}

extension Failure {
    /// The failure as one from before anything was sent: exit status 2.
    ///
    /// Its file or variable may be at fault, but no gateway and no network.
    var unsent: Failure {
        var failure = self
        failure.isUsage = true
        failure.isRuntime = false
        return failure
    }
}

extension Session {
    /// Determines the targets of the push, their payloads, and the sender.
    private func plan(
        _ root: JSON?, _ address: SendAddress, _ options: SendOptions, isOnWire: Bool,
        on device: String?
    ) throws(Failure) -> SendPlan {
        let isMessage = root.map { PayloadDialect.recognise($0) == .fcmMessage } ?? false
        let wanted: GatewayAnswer.Gateway? =
            options.gateway.map { $0 == .apns ? .apns : .fcm } ?? (isMessage ? .fcm : nil)
        let (found, source, input) = try self.list(address, wanted)
        var list = found
        let gateway = wanted ?? list.entries.first?.target.gateway ?? .apns
        if let source { try sift(&list, source, root, gateway, options, at: address.span) }
        let entries = list.entries
        if let index = entries.firstIndex(where: { $0.target.gateway != gateway }) {
            throw Failure(
                .invalidValue,
                "`\(TokenText.short(entries[index].target.text))` is an address of "
                    + "\(entries[index].target.gateway.rawValue), but this goes through "
                    + gateway.rawValue, span: address.span
            ).unsent
        }
        if options.id != nil, entries.count != 1 || gateway == .fcm {
            throw Failure(
                .invalidValue, "`--id` is only for a single push through APNs", span: address.span
            ).unsent
        }
        let credential = try credential(for: gateway, options, isNeeded: isOnWire)
        let environment =
            gateway == .fcm
            ? nil
            : options.environment?.rawValue ?? credential?.environment
                ?? knownEnvironment(of: entries.first)
        if !options.isForced { try checkEnvironment(credential, environment) }
        let topic =
            credential?.topic ?? knownApp(of: entries.first, on: isOnWire ? nil : device, isOnWire)
        var warnings: [SendList.Malformed] = []
        let (letters, letterOf) = try letters(list, root, gateway, options, topic, &warnings)
        if let source, !options.printsCurl { warn(of: list.repeated + warnings, in: source) }
        var whole = options
        // The gateway only checks such a message, so it is a dry run.
        if letters.allSatisfy(\.isCheckOnly) { whole.isDryRun = true }
        if gateway == .apns, letters.contains(where: { $0.topic == nil }) {
            throw Failure(
                .notSent, "no bundle ID is known, so APNs would answer MissingTopic (400)",
                hint: "`--topic BUNDLE` names it, or `credential add … --topic BUNDLE`"
            ).unsent
        }
        return SendPlan(
            list: list, source: source, input: input, letters: letters, letterOf: letterOf,
            gateway: gateway, credential: credential, environment: environment, options: whole,
            warnings: warnings.count)
    }

    /// Reads the addresses; a device's name stands for its app's current token.
    private func list(
        _ address: SendAddress, _ gateway: GatewayAnswer.Gateway?
    ) throws(Failure) -> (SendList, Source?, PayloadInput?) {
        let input: PayloadInput
        switch address {
        case .text(let text, let span):
            return (SendList(try target(text, gateway, at: span)), nil, nil)
        case .file(let path, let span): input = .file(path, at: span)
        case .standardInput(let span): input = .standardInput(at: span)
        case .list(let text, let span): input = .text(text, at: span)
        case .message(let span): throw Self.missingTarget(at: span)
        }
        let (bytes, file) = try readUnsent(input)
        let name = file ?? "list"
        let list: SendList
        do throws(Fault) { list = try SendList(bytes) } catch {
            throw Failure(
                .invalidValue, "\(name):\(error.place): \(error.message)", span: address.span
            ).unsent
        }
        guard !list.entries.isEmpty || !list.malformed.isEmpty else {
            throw Failure(.invalidValue, "`\(name)` names no target", span: address.span).unsent
        }
        return (list, Source(name: name, bytes: bytes), input)
    }

    private func target(
        _ text: String, _ gateway: GatewayAnswer.Gateway?, at span: Span
    ) throws(Failure) -> SendTarget {
        let isNamed = text.hasPrefix("device:")
        let name = isNamed ? String(text.dropFirst(7)) : text
        guard isNamed || world.deviceIndex(name) != nil else {
            if let target = SendTarget(text) { return target }
            throw Failure(
                .invalidValue, "`--to` takes \(SendTarget.wanted), found `\(text.prefix(80))`",
                hint: text == "device" ? "`--to NAME` or `--to device:NAME`" : nil, span: span
            ).unsent
        }
        guard world.deviceIndex(name) != nil else {
            throw Failure(.noDevice, "there is no device `\(name)`", span: span).unsent
        }
        let app = app(on: name)
        if gateway == .fcm {
            let project = app?.settings.firebase
            if let token = project.flatMap({ app?.tokens.cached($0.senderID)?.token }),
                let target = SendTarget(token)
            {
                return target
            }
        } else if let token = app?.tokens.deviceToken, let target = SendTarget(token) {
            return target
        }
        let isInstalled = app.map { $0.state != .uninstalled } ?? false
        throw Failure(
            .noToken, "the app on `\(name)` has no token yet",
            hint: isInstalled
                ? "`app launch` registers it"
                : (app?.installCommand ?? App.installCommand(nil))
                    + ", then `app launch` registers it",
            span: span
        ).unsent
    }

    /// The named credential, or the only one there is.
    private func credential(
        for gateway: GatewayAnswer.Gateway, _ options: SendOptions, isNeeded: Bool
    ) throws(Failure) -> SenderCredential? {
        let known = world.surroundings.senderCredentials.filter { $0.kind.gateway == gateway }
        if let name = options.credential {
            let found: SenderCredential
            do throws(Refusal) { found = try world.surroundings.credential(name) } catch {
                throw Failure(.refused(error.code), error.message, hint: error.hint).unsent
            }
            guard found.kind.gateway == gateway else {
                throw Failure(
                    .invalidValue,
                    "`\(name)` is a credential for \(found.kind.gateway.rawValue), and this goes "
                        + "through \(gateway.rawValue)"
                ).unsent
            }
            return found
        }
        guard known.count <= 1 else {
            throw Failure(
                .noCredential,
                "there are \(known.count) credentials for \(gateway.rawValue), wanted one of them",
                hint: "`--as NAME` names "
                    + known.map { "`\($0.name)`" }.joined(separator: " or ")
            ).unsent
        }
        guard isNeeded, known.isEmpty else { return known.first }
        let kind = gateway == .apns ? "--p8 FILE --team TEAM" : "--service-account FILE"
        throw Failure(
            .noCredential, "there is no credential for \(gateway.rawValue)",
            hint: "`credential add NAME \(kind)` adds one"
        ).unsent
    }
}

extension Session {
    /// The environment of a token that this workspace issued.
    private func knownEnvironment(of entry: SendEntry?) -> String? {
        guard case .device(let token)? = entry?.target,
            let app = holder(ofDeviceToken: token), !app.tokens.deviceEnvironment.isEmpty
        else { return nil }
        return app.tokens.deviceEnvironment
    }

    /// The bundle ID of the app behind a token of this workspace, or else of the current one.
    private func knownApp(
        of entry: SendEntry?, on device: String?, _ isOnWire: Bool
    ) -> String? {
        if case .device(let token)? = entry?.target, let app = holder(ofDeviceToken: token) {
            return app.address.bundleID
        }
        return isOnWire ? nil : app(on: device)?.address.bundleID
    }

    private func holder(ofDeviceToken token: String) -> App? {
        world.devices.lazy.flatMap(\.apps).first { $0.tokens.deviceToken == token }
    }

    /// The way to a token of an environment: by the switch, unless the credential is not for it.
    private func hint(for environment: String, _ credential: SenderCredential?) -> String {
        guard let own = credential?.environment, own != environment else {
            return environment == CredentialOptions.Environment.development.rawValue
                ? "`--sandbox` sends to it" : "`--production` sends to it"
        }
        return "the credential is only for \(own): `--as NAME` names one for \(environment)"
    }

    /// Refuses tokens of the workspace that belong to the other environment.
    private func checkEnvironment(of plan: SendPlan) throws(Failure) {
        guard plan.gateway == .apns, let wanted = plan.environment else { return }
        var found: [String: String] = [:]
        for app in world.devices.lazy.flatMap(\.apps) {
            guard let token = app.tokens.deviceToken else { continue }
            found[token] = app.tokens.deviceEnvironment
        }
        for entry in plan.entries {
            guard case .device(let token) = entry.target, let own = found[token], !own.isEmpty,
                own != wanted
            else { continue }
            throw Failure(
                .wrongEnvironment,
                "BadDeviceToken: the token belongs to the other environment: "
                    + "\(TokenText.short(token)) "
                    + "is of \(own), and this goes to \(wanted)",
                hint: hint(for: own, plan.credential)
            ).unsent
        }
    }
}
