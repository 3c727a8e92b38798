import PushModel

/// The whole simulation: devices, their apps, the gateways, the network, time, chance.
///
/// A run is a fold of actions over a world made from a seed: equal actions give equal bytes.
public struct World: Equatable, Sendable {
    /// Time, chance, network, settings and counters.
    public var surroundings: Surroundings
    /// The devices, in the order they were added.
    public var devices: DeviceList
    /// The device names of a workspace that an older version wrote: it listed them in the world's
    /// document, and gave the devices no numbers.
    var listedDevices: [String] = []
    /// The device that commands address.
    public var currentDevice: Int

    /// Makes a fresh workspace's world: one device, `phone`, with the guide's app, never launched.
    public init(now: Tick = .scriptStart, seed: UInt64 = 1) {
        surroundings = Surroundings(now: now, random: SplitMix64(seed: seed))
        var phone = Device(name: "phone")
        let bundleID = Profile.treasureData.bundleID
        phone.apps = [
            App(
                address: AppAddress(device: "phone", bundleID: bundleID),
                settings: AppSettings(profile: .treasureData, bundleID: bundleID))
        ]
        devices = DeviceList([phone])
        currentDevice = 0
    }

    /// The device that commands address; reading one part of it does not copy the whole.
    @inlinable public var device: Device { _read { yield devices[currentDevice] } }

    /// The app that commands address; nil on a device without apps.
    public var app: App? { withApp { $0 } }

    /// Reads the app that commands address without copying it; nil on a device without apps.
    @inlinable public func withApp<Value>(_ look: (App) -> Value) -> Value? {
        let place = devices[currentDevice].currentApp
        guard devices[currentDevice].apps.indices.contains(place) else { return nil }
        // An element of an array is copied when it is passed on; one of a buffer is not.
        return devices[currentDevice].apps.withUnsafeBufferPointer { look($0[place]) }
    }

    /// The app whose history keeps a request that names none: the one that commands address, or
    /// else that of the first device with apps; nil without any app.
    public var nearestApp: AppAddress? {
        let place = currentPlace ?? devices.lazy.compactMap { currentPlace(on: $0.name) }.first
        return place.map { self[$0].address }
    }

    /// Finds a device by name.
    public func deviceIndex(_ name: String) -> Int? {
        devices.firstIndex(named: name)
    }

    /// The place of an app: an app is large, so it is read there instead of copied.
    public typealias Place = (device: Int, app: Int)

    /// The app at a place; reading one part of it does not copy the whole.
    @inlinable public subscript(place: Place) -> App {
        _read { yield devices[place.device].apps[place.app] }
    }

    /// The place of the app that commands on a device address; nil on a device without apps.
    public func currentPlace(on name: String?) -> Place? {
        guard let name else { return currentPlace }
        return deviceIndex(name).flatMap(currentPlace(on:))
    }

    /// The place of the app that commands address; nil on a device without apps.
    @inlinable public var currentPlace: Place? { currentPlace(on: currentDevice) }

    // A call would copy the whole world for a caller that may change it meanwhile.
    @inline(__always) @inlinable package func currentPlace(on device: Int) -> Place? {
        let app = devices[device].currentApp
        return devices[device].apps.indices.contains(app) ? (device, app) : nil
    }

    /// Finds an app by its device and bundle ID; nil if it does not exist any more.
    public func place(of app: AppAddress) -> Place? {
        guard let device = deviceIndex(app.device),
            let index = devices[device].apps.firstIndex(where: { $0.address == app })
        else { return nil }
        return (device, index)
    }
}
