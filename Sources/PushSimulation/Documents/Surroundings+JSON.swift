import PushModel
import PushText

extension Surroundings {
    /// Writes the part of the surroundings that changes with almost every command.
    ///
    /// Each of them writes it, so it is written without a tree of its values.
    func writeNow(into text: inout ByteWriter) {
        text.append(Ascii.openBrace)
        text.member("now", now.milliseconds)
        text.beginMember("random")
        text.append(Ascii.quote)
        text.append(digitsOf: random.state, radix: 16)
        text.append(Ascii.quote)
        text.beginMember("counters")
        text.append(Ascii.openBrace)
        text.member("notification", counters.notification)
        text.member("event", counters.event)
        text.member("upload", counters.upload)
        text.member("sent", counters.sent)
        text.member("id", counters.generatedID)
        if counters.message > 0 { text.member("message", counters.message) }
        text.append(Ascii.closeBrace)
        if isRealClock {
            text.beginMember("real")
            text.append("true")
        }
        text.append(Ascii.closeBrace)
    }

    /// Everything else; `World.documentContent` holds the same.
    func json(currentDevice: String, listed: [String] = []) -> JSON {
        var json: [JSON.Member] = [
            .init(key: "device", value: .string(currentDevice)),
            .init(key: "network", value: .string(network.mode.rawValue)),
            .init(
                key: "endpoint",
                value: [
                    "name": .string(config.endpoint.name), "url": .string(config.endpoint.url),
                    "postback": .bool(config.endpoint.postback),
                ]),
            .init(
                key: "config",
                value: .object(
                    Config.keys.map { .init(key: $0.name, value: .string($0.get(config))) })),
        ]
        if !listed.isEmpty {
            json.append(.init(key: "devices", value: .array(listed.map(JSON.string))))
        }
        if config.queueLimit == nil {
            // The limit follows the SDK profile until someone sets it.
            json.append(.init(key: "ownQueueLimit", value: .bool(false)))
        }
        if !config.isAccountRegionChosen {
            json.append(.init(key: "ownAccountRegion", value: .bool(false)))
        }
        if !network.stubs.isEmpty {
            json.append(.init(key: "stubs", value: .array(network.stubs.map(\.json))))
        }
        if !serviceAccounts.isEmpty {
            json.append(.init(key: "accounts", value: .array(serviceAccounts.map(\.json))))
        }
        if !earlierProjects.isEmpty {
            json.append(
                .init(
                    key: "earlierProjects",
                    value: .array(
                        earlierProjects.map {
                            ["project": .string($0.projectID), "sender": .string($0.senderID)]
                        })))
        }
        if !providerKeys.isEmpty {
            json.append(.init(key: "apnsKeys", value: .array(providerKeys.map(\.json))))
        }
        if !channels.isEmpty {
            json.append(.init(key: "channels", value: .array(channels.map(\.json))))
        }
        if !senderCredentials.isEmpty {
            json.append(
                .init(key: "credentials", value: .array(senderCredentials.map(\.json))))
        }
        if !ncmb.isEmpty { json.append(.init(key: "ncmb", value: ncmb.json)) }
        return .object(json)
    }

    init(_ json: JSON, now: JSON) {
        let state = now["random"]?.stringValue.flatMap { UInt64($0, radix: 16) } ?? 1
        self.init(
            now: Tick(milliseconds: now["now"]?.int64Value ?? 0),
            random: SplitMix64(seed: state))
        isRealClock = now["real"]?.boolValue ?? false
        let numbers = now["counters"]
        counters.notification = numbers?["notification"]?.int64Value ?? 0
        counters.event = numbers?["event"]?.int64Value ?? 0
        counters.upload = numbers?["upload"]?.int64Value ?? 0
        counters.sent = numbers?["sent"]?.int64Value ?? 0
        counters.generatedID = numbers?["id"]?.int64Value ?? 0
        counters.message = numbers?["message"]?.int64Value ?? 0
        network.mode = json["network"]?.stringValue.flatMap(Network.Mode.init) ?? .simulated
        if let endpoint = json["endpoint"], let name = endpoint["name"]?.stringValue {
            config.endpoint = Endpoint(
                name: name, url: endpoint["url"]?.stringValue ?? "",
                postback: endpoint["postback"]?.boolValue ?? false)
        }
        for key in Config.keys {
            if key.name == "queue.limit", json["ownQueueLimit"] != nil { continue }
            if let text = json["config"]?[key.name]?.stringValue { _ = key.set(&config, text) }
        }
        if json["ownAccountRegion"] != nil { config.isAccountRegionChosen = false }
        serviceAccounts = (json["accounts"]?.arrayValue ?? []).compactMap(
            FirebaseServiceAccount.init)
        earlierProjects = (json["earlierProjects"]?.arrayValue ?? []).map {
            EarlierProject(
                projectID: $0["project"]?.stringValue ?? "",
                senderID: $0["sender"]?.stringValue ?? "")
        }
        providerKeys = (json["apnsKeys"]?.arrayValue ?? []).compactMap(ProviderKey.init)
        channels = (json["channels"]?.arrayValue ?? []).compactMap(BroadcastChannel.init)
        senderCredentials = (json["credentials"]?.arrayValue ?? []).compactMap(
            SenderCredential.init)
        let isKnown = Endpoint.regions.dropFirst().contains { $0.name == config.endpoint.name }
        if json["config"]?["td.account_region"] == nil, isKnown {
            // Until 0.1 every region accepted every key: the account was in the uploads' region.
            config.accountRegion = config.endpoint.name
        }
        if let records = json["ncmb"] { ncmb = NCMBRecords(records) }
        network.stubs = (json["stubs"]?.arrayValue ?? []).compactMap(Stub.init)
    }
}

extension Stub {
    /// A stub as it was typed, with the number of its remaining uses.
    ///
    /// One of which a word has a blank also has its words, which earlier versions do not read.
    var json: JSON {
        var json: JSON = ["text": .string(text), "times": timesLeft.map(JSON.int) ?? .null]
        if words.contains(where: { $0.contains(" ") }) {
            json["words"] = .array(words.map(JSON.string))
        }
        return json
    }

    init?(_ json: JSON) {
        let typed = json["words"]?.arrayValue?.compactMap(\.stringValue)
        let text = json["text"]?.stringValue
        guard let words = typed ?? text?.split(separator: " ").map(String.init),
            let kind = try? StubText.read(words).kind
        else { return nil }
        self.init(kind: kind, timesLeft: json["times"]?.intValue, words: words)
    }
}
