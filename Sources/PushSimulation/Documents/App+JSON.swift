import PushModel
import PushPayload
import PushText

extension AppSettings {
    /// The settings as `app show` lists them, so that people can read the document as well.
    var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "profile", value: .string(profile.rawValue)),
            .init(key: "treasure_data", value: .bool(usesTreasureData)),
            .init(key: "ncmb", value: .bool(usesNCMB)),
        ]
        if let firebase {
            members.append(
                .init(
                    key: "firebase",
                    value: [
                        "project": .string(firebase.projectID),
                        "sender": .string(firebase.senderID),
                        "app_id": .string(firebase.googleAppID),
                        "bundle": .string(firebase.bundleID),
                    ]))
        }
        for setting in AppSetting.all {
            members.append(.init(key: setting.key, value: .string(setting.get(self))))
        }
        if !strings.isEmpty {
            members.append(.init(key: "strings", value: .array(strings.map(\.json))))
        }
        for (key, faults) in [
            ("info_faults", infoFaults), ("firebase_faults", firebaseFaults),
            ("extension_faults", extensionFaults),
        ] where !faults.isEmpty {
            members.append(.init(key: key, value: .array(faults.map(\.json))))
        }
        return .object(members)
    }

    init(_ json: JSON) {
        self.init(profile: json["profile"]?.stringValue.flatMap(Profile.init) ?? .treasureData)
        usesTreasureData = json["treasure_data"]?.boolValue ?? true
        usesNCMB = json["ncmb"]?.boolValue ?? false
        if let project = json["firebase"] {
            firebase = FirebaseProject(
                projectID: project["project"]?.stringValue ?? "",
                senderID: project["sender"]?.stringValue ?? "",
                googleAppID: project["app_id"]?.stringValue ?? "",
                bundleID: project["bundle"]?.stringValue ?? "")
        }
        for setting in AppSetting.all {
            if let text = json[setting.key]?.stringValue { _ = setting.set(&self, text) }
        }
        if json["td.custom-events"] == nil, let old = json["td.logging"]?.stringValue {
            // Until version 0.1 this key switched the events on and off.
            tracksCustomEvents = old != "off"
            printsDebugLog = false
        }
        infoFaults = (json["info_faults"]?.arrayValue ?? []).compactMap(PropertyListFault.init)
        firebaseFaults =
            (json["firebase_faults"]?.arrayValue ?? []).compactMap(PropertyListFault.init)
        extensionFaults =
            (json["extension_faults"]?.arrayValue ?? []).compactMap(PropertyListFault.init)
        strings = (json["strings"]?.arrayValue ?? []).map(LanguageStrings.init)
    }
}

extension App {
    /// Writes the app's document of a kind, `app`, `app-now` or `app-state`.
    ///
    /// Inlined, so that an app in an array is not copied for the small one.
    @inline(__always)
    func write(_ kind: String, into text: inout ByteWriter) {
        switch kind {
        case "app-now": writeNow(into: &text)
        case "app": settings.json.write(into: &text)
        default: stateJSON.write(into: &text)
        }
    }

    /// Writes the part of the app that changes with almost every command.
    @inline(__always)
    private func writeNow(into text: inout ByteWriter) {
        text.append(Ascii.openBrace)
        text.member("state", state.rawValue)
        text.member("screen", screen)
        text.member("badge", Int64(badge))
        text.member("queued", Int64(queue.count))
        text.member("dropped", Int64(queue.dropped))
        text.append(Ascii.closeBrace)
    }

    /// The part of the app that changes from command to command.
    var stateJSON: JSON {
        var members: [JSON.Member] = [
            .init(key: "launched", value: .bool(wasLaunched)),
            .init(key: "permission", value: permission.json),
            .init(key: "user", value: userID.map(JSON.string) ?? .null),
            .init(key: "tokens", value: tokens.json),
        ]
        if let installation { members.append(.init(key: "ncmb", value: installation.json)) }
        if isBehindLock { members.append(.init(key: "behind_lock", value: .bool(true))) }
        if let held = background.held {
            members.append(.init(key: "held", value: held.json))
            members.append(.init(key: "held_sequence", value: .int64(background.heldSequence)))
            members.append(
                .init(key: "held_delivery", value: .string(background.heldDelivery.rawValue)))
        }
        if !background.recent.isEmpty {
            let ticks = background.recent.map { JSON.int64($0.milliseconds) }
            members.append(.init(key: "woken", value: .array(ticks)))
        }
        if !scheduled.isEmpty {
            members.append(.init(key: "scheduled", value: .array(scheduled.map(\.json))))
        }
        if !passing.isEmpty {
            members.append(.init(key: "banners", value: .array(passing.map(\.json))))
        }
        if !activities.isEmpty {
            members.append(.init(key: "activities", value: activities.json))
        }
        if let since = queue.timerSince {
            members.append(.init(key: "timer", value: .int64(since.milliseconds)))
        }
        if !queue.runs.isEmpty {
            members.append(.init(key: "targets", value: .array(queue.runs.map(\.json))))
        }
        if let stored {
            members.append(.init(key: "stored", value: stored.json))
        }
        if !associations.isEmpty {
            members.append(.init(key: "associations", value: .array(associations.map(\.json))))
        }
        return .object(members)
    }

    init(_ address: AppAddress, settings: JSON, state json: JSON, now: JSON) {
        self.init(address: address, settings: AppSettings(settings))
        state = now["state"]?.stringValue.flatMap(RunState.init) ?? .notRunning
        isBehindLock = json["behind_lock"]?.boolValue ?? false
        wasLaunched = json["launched"]?.boolValue ?? false
        if let permission = json["permission"] { self.permission = Permission(permission) }
        userID = json["user"]?.stringValue
        screen = now["screen"]?.stringValue
        badge = now["badge"]?.intValue ?? 0
        queue.count = now["queued"]?.intValue ?? 0
        queue.dropped = now["dropped"]?.intValue ?? 0
        queue.timerSince = json["timer"]?.int64Value.map(Tick.init(milliseconds:))
        queue.runs = (json["targets"]?.arrayValue ?? []).compactMap(EventQueue.Run.init)
        if let tokens = json["tokens"] { self.tokens = TokenService(tokens) }
        installation = json["ncmb"].map { NCMBInstallation($0) }
        background.held = json["held"].flatMap { Push($0) }
        background.heldSequence = json["held_sequence"]?.int64Value ?? 0
        background.heldDelivery =
            json["held_delivery"]?.stringValue.flatMap(BackgroundBudget.HeldDelivery.init)
            ?? .unseen
        background.recent = (json["woken"]?.arrayValue ?? [])
            .compactMap(\.int64Value).map(Tick.init(milliseconds:))
        scheduled = (json["scheduled"]?.arrayValue ?? []).compactMap(LocalRequest.init)
        passing = (json["banners"]?.arrayValue ?? []).compactMap(PassingBanner.init)
        if let activities = json["activities"] { self.activities = ActivityService(activities) }
        stored = json["stored"].flatMap(StoredPush.init)
        associations = (json["associations"]?.arrayValue ?? []).compactMap(SiteAssociation.init)
    }
}

extension Permission {
    var json: JSON {
        var json: JSON = [
            "status": .string(status.rawValue), "time_sensitive": .bool(timeSensitive),
            "alerts": .bool(alerts), "critical": .bool(critical),
        ]
        if !turnedOff.isEmpty { json["off"] = .array(turnedOff.map { .string($0.rawValue) }) }
        return json
    }

    init(_ json: JSON) {
        self.init()
        status = json["status"]?.stringValue.flatMap(Status.init) ?? .notDetermined
        timeSensitive = json["time_sensitive"]?.boolValue ?? true
        alerts = json["alerts"]?.boolValue ?? true
        critical = json["critical"]?.boolValue ?? false
        turnedOff = (json["off"]?.arrayValue ?? []).compactMap(\.stringValue)
            .compactMap(PermissionSwitch.init)
    }
}

extension TokenService {
    /// Members with default values are left out: the document is written with nearly every command.
    var json: JSON {
        var json: JSON = [
            "device": deviceToken.map(JSON.string) ?? .null,
            "environment": .string(deviceEnvironment),
            "sdk_device": sdkDeviceToken.map(JSON.string) ?? .null,
            "installation": installationID.map(JSON.string) ?? .null,
            "published": published.map(JSON.string) ?? .null,
            "cache": .array(cache.map(\.json)),
        ]
        if let installationApp { json["installation_app"] = .string(installationApp) }
        if memoryIsComplete { json["complete"] = true }
        if let orphanedSender { json["orphaned"] = .string(orphanedSender) }
        if let orphanedToken { json["orphaned_token"] = .string(orphanedToken) }
        if !subscriptions.isEmpty { json["topics"] = .array(subscriptions.map(\.json)) }
        if !pendingTopics.isEmpty {
            json["pending_topics"] = .array(
                pendingTopics.map { .array([.string($0.topic), .bool($0.subscribes)]) })
        }
        if !shelved.isEmpty {
            json["shelved"] = .array(shelved.map { .array([.string($0.app), .string($0.id)]) })
        }
        return json
    }

    init(_ json: JSON) {
        self.init()
        deviceToken = json["device"]?.stringValue
        sdkDeviceToken = json["sdk_device"]?.stringValue
        installationID = json["installation"]?.stringValue
        published = json["published"]?.stringValue
        deviceEnvironment = json["environment"]?.stringValue ?? ""
        installationApp = json["installation_app"]?.stringValue
        memoryIsComplete = json["complete"]?.boolValue ?? false
        orphanedSender = json["orphaned"]?.stringValue
        orphanedToken = json["orphaned_token"]?.stringValue
        subscriptions = (json["topics"]?.arrayValue ?? []).map(Subscription.init)
        pendingTopics = (json["pending_topics"]?.arrayValue ?? []).map {
            PendingTopic(
                topic: $0[0]?.stringValue ?? "", subscribes: $0[1]?.boolValue ?? true)
        }
        shelved = (json["shelved"]?.arrayValue ?? []).map {
            Installation(app: $0[0]?.stringValue ?? "", id: $0[1]?.stringValue ?? "")
        }
        cache = (json["cache"]?.arrayValue ?? []).map(Cached.init)
    }
}

extension TokenService.Subscription {
    var json: JSON {
        [
            "topic": .string(topic), "sender": .string(senderID),
            "installation": .string(installationID), "since": .int64(since.milliseconds),
        ]
    }

    init(_ json: JSON) {
        topic = json["topic"]?.stringValue ?? ""
        senderID = json["sender"]?.stringValue ?? ""
        installationID = json["installation"]?.stringValue ?? ""
        since = Tick(milliseconds: json["since"]?.int64Value ?? 0)
    }
}

extension TokenService.Cached {
    var json: JSON {
        [
            "sender": .string(senderID), "token": .string(token), "version": .string(appVersion),
            "app_id": .string(googleAppID), "locale": .string(locale),
            "issued": .int64(issuedAt.milliseconds),
            "device": deviceToken.map(JSON.string) ?? .null, "registered": .bool(isRegistered),
            "environment": .string(environment), "is_installation": .bool(isInstallation),
        ]
    }

    init(_ json: JSON) {
        senderID = json["sender"]?.stringValue ?? ""
        token = json["token"]?.stringValue ?? ""
        appVersion = json["version"]?.stringValue ?? ""
        googleAppID = json["app_id"]?.stringValue ?? ""
        locale = json["locale"]?.stringValue ?? ""
        issuedAt = Tick(milliseconds: json["issued"]?.int64Value ?? 0)
        deviceToken = json["device"]?.stringValue
        isRegistered = json["registered"]?.boolValue ?? true
        isInstallation = json["is_installation"]?.boolValue ?? false
        environment = json["environment"]?.stringValue ?? ""
    }
}

extension Push {
    /// The payload first, and then what else there is.
    var json: JSON {
        .object([JSON.Member(key: "payload", value: self.payload.root)] + members)
    }

    /// The members besides the payload; an absent value and an empty list are left out.
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        // Room for what a gateway adds.
        members.reserveCapacity(16)
        members.add("bytes", .int(self.byteCount))
        members.add("type", self.pushType.map(JSON.string))
        members.add("priority", self.priority.map(JSON.int))
        members.add("collapse", self.collapseID.map(JSON.string))
        members.add("ttl", self.timeToLive.map(JSON.int))
        members.add("id", self.id.map(JSON.string))
        members.add("bundle", self.bundleID.map(JSON.string))
        members.add("added", Self.list(self.added))
        members.add("notes", Self.list(self.notes))
        members.add("warnings", Self.list(self.warnings))
        members.add("activity", self.activity?.json)
        return members
    }

    private static func list(_ texts: [String]) -> JSON? {
        texts.isEmpty ? nil : .array(texts.map(JSON.string))
    }

    init?(_ json: JSON) {
        guard let root = json["payload"] else { return nil }
        self.init(
            payload: Payload(root: root), byteCount: json["bytes"]?.intValue ?? 0,
            pushType: json["type"]?.stringValue, priority: json["priority"]?.intValue,
            collapseID: json["collapse"]?.stringValue, timeToLive: json["ttl"]?.intValue,
            id: json["id"]?.stringValue,
            added: (json["added"]?.arrayValue ?? []).compactMap(\.stringValue),
            bundleID: json["bundle"]?.stringValue)
        self.notes = (json["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
        self.warnings = (json["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
        self.activity = json["activity"].flatMap(ActivityAddress.init)
    }
}
