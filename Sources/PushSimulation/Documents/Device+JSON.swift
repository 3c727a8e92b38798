import PushModel
import PushText

extension Device {
    /// The device's document, with its place among the devices.
    func json(number: Int) -> JSON {
        var json: JSON = [
            "number": .int(number),
            "model": .string(model), "os": .string(os),
            "online": .bool(status.isOnline), "locked": .bool(status.isLocked),
            "focus": .bool(status.focus), "mute": .bool(status.mute),
            "low_power": .bool(status.lowPower),
            "background_refresh": .bool(status.backgroundRefresh),
            "summary": .array(status.summary.map(JSON.int)),
            "language": .string(status.language),
            "apps": .array(apps.map { .string($0.address.bundleID) }),
            "app": .int(currentApp),
            "woken": .int(status.wakes.used),
            "woken_since": status.wakes.start.map { .int64($0.milliseconds) } ?? .null,
        ]
        json["summary_since"] = status.summarySince.map { .int64($0.milliseconds) }
        if status.isBeforeFirstUnlock { json["before_first_unlock"] = true }
        if status.previews != .always { json["previews"] = .string(status.previews.rawValue) }
        if status.intelligence { json["intelligence"] = true }
        return json
    }

    init(_ name: String, _ json: JSON) {
        self.init(
            name: name, model: json["model"]?.stringValue ?? "iPhone 15",
            os: json["os"]?.stringValue ?? "17.5")
        status.isOnline = json["online"]?.boolValue ?? true
        status.isLocked = json["locked"]?.boolValue ?? false
        status.isBeforeFirstUnlock = json["before_first_unlock"]?.boolValue ?? false
        status.previews =
            json["previews"]?.stringValue.flatMap(PreviewSetting.init) ?? .always
        status.intelligence = json["intelligence"]?.boolValue ?? false
        status.focus = json["focus"]?.boolValue ?? false
        status.mute = json["mute"]?.boolValue ?? false
        status.lowPower = json["low_power"]?.boolValue ?? false
        status.backgroundRefresh = json["background_refresh"]?.boolValue ?? true
        status.summary = json["summary"]?.arrayValue?.compactMap(\.intValue) ?? []
        status.summarySince = json["summary_since"]?.int64Value.map(Tick.init(milliseconds:))
        status.language = json["language"]?.stringValue ?? "en"
        status.wakes.used = json["woken"]?.intValue ?? 0
        status.wakes.start = json["woken_since"]?.int64Value.map(Tick.init(milliseconds:))
        currentApp = json["app"]?.intValue ?? 0
    }
}
