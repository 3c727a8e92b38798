import PushText

extension Device {
    /// A device in the list of all devices.
    package static let listed = JSONForm<Device>([
        .text("name") { $0.name },
        .text("model") { $0.model },
        .text("os") { $0.os },
        .texts("apps") { $0.apps.map(\.address.bundleID) },
    ])

    /// A device with what its user has set.
    package static let form = JSONForm<Device>([
        .text("name") { $0.name },
        .text("model") { $0.model },
        .text("os") { $0.os },
        .flag("locked") { $0.status.isLocked },
        .flag("online") { $0.status.isOnline },
        .flag("focus") { $0.status.focus },
        .flag("mute") { $0.status.mute },
        .flag("low_power") { $0.status.lowPower },
        .flag("background_refresh") { $0.status.backgroundRefresh },
        .texts("summary") { $0.status.summary.map(Summary.text) },
        .choice("previews") { $0.status.previews },
        .flag("intelligence") { $0.status.intelligence },
        .text("language") { $0.status.language },
    ])
}
