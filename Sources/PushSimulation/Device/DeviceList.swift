import PushModel

/// The devices of a world in the order they were added, found by name, with calendars of when
/// something is due at each.
///
/// The devices that a command changes are noted, so a step of the clock looks only at those and
/// at the ones with something due, instead of at every device there is.
public struct DeviceList: Sendable {
    @usableFromInline
    var devices: [Device]
    /// The places by name, used once a search through the devices takes longer than hashing a name.
    ///
    /// Making the first dictionary of a type costs more than all other work at a start.
    private var places: [String: Int] = [:]
    private static let fewDevices = 8
    /// When anything but a timed upload is due at each place.
    private var calendar = DueCalendar()
    /// When a timed upload is due at each place: the many that are due at one instant begin one
    /// after the other, and each must not look at all the others again.
    private var uploads = DueCalendar()
    /// The places that changed since the calendars were last updated, each once.
    private var changed: [Int] = []
    private var isChanged: [Bool]
    /// The places at which an upload was in progress at that time.
    private var uploading: [Int] = []

    /// Makes a list of devices with distinct names.
    public init(_ devices: [Device] = []) {
        self.devices = devices
        isChanged = Array(repeating: false, count: devices.count)
        indexNames()
        for place in devices.indices { note(place) }
    }

    /// The place of the device with a name.
    public func firstIndex(named name: String) -> Int? {
        if devices.count > Self.fewDevices { return places[name] }
        return devices.firstIndex { $0.name == name }
    }

    private mutating func indexNames() {
        guard devices.count > Self.fewDevices else { return }
        for place in places.count..<devices.count { places[devices[place].name] = place }
    }

    /// Adds a device after the others.
    public mutating func append(_ device: Device) {
        devices.append(device)
        indexNames()
        isChanged.append(false)
        note(devices.count - 1)
    }

    @usableFromInline
    mutating func note(_ place: Int) {
        guard !isChanged[place] else { return }
        isChanged[place] = true
        changed.append(place)
    }

    /// Brings the calendars up to date with changed devices and with the time that has passed.
    private mutating func bringUpToDate(at now: Tick) {
        calendar.grow(to: devices.count)
        uploads.grow(to: devices.count)
        if !changed.isEmpty {
            uploading = (uploading.filter { !isChanged[$0] } + changed)
                .filter { devices[$0].isUploading }.sorted()
        }
        for place in changed {
            calendar.set(devices[place].nextDue(after: now), at: place)
            uploads.set(devices[place].uploadDue(after: now), at: place)
            isChanged[place] = false
        }
        changed.removeAll(keepingCapacity: true)
        for place in calendar.places(until: now) {
            calendar.set(devices[place].nextDue(after: now), at: place)
        }
        // An upload that is due now stays so until it begins; one whose time has passed waits for
        // the next round of its timer.
        for place in uploads.places(until: now.advanced(by: -1)) {
            uploads.set(devices[place].uploadDue(after: now), at: place)
        }
    }

    /// Shortens the list of changed devices even if no time passes.
    mutating func bringUpToDateIfLong(at now: Tick) {
        if changed.count > 32 { bringUpToDate(at: now) }
    }

    /// The devices at which something other than a timed upload is due now, in their order.
    mutating func due(at now: Tick) -> [Int] {
        bringUpToDate(at: now)
        return calendar.places(until: now)
    }

    /// The first device at which a timed upload is due now; nil if there is none.
    mutating func firstUploadDue(at now: Tick) -> Int? {
        bringUpToDate(at: now)
        return uploads.firstPlace(until: now)
    }

    /// The next instant at which something happens by itself at a device, not before now.
    mutating func nextDue(after now: Tick) -> Tick? {
        bringUpToDate(at: now)
        guard let due = calendar.first, let upload = uploads.first else {
            return calendar.first ?? uploads.first
        }
        return Swift.min(due, upload)
    }

    /// The first device with an upload in progress.
    var firstUploading: Int? {
        let settled = uploading.first { !isChanged[$0] && devices[$0].isUploading }
        let fresh = changed.filter { devices[$0].isUploading }.min()
        guard let settled, let fresh else { return settled ?? fresh }
        return Swift.min(settled, fresh)
    }
}

extension DeviceList: ExpressibleByArrayLiteral {
    /// Makes a list of devices with distinct names.
    public init(arrayLiteral devices: Device...) { self.init(devices) }
}

extension DeviceList: RandomAccessCollection {
    /// The first place.
    public var startIndex: Int { 0 }
    /// The place after the last one.
    public var endIndex: Int { devices.count }

    /// The device at a place; reading one part of it does not copy the whole, which is large.
    @inlinable public subscript(place: Int) -> Device {
        _read { yield devices[place] }
        _modify {
            note(place)
            yield &devices[place]
        }
    }
}

extension DeviceList: Equatable {
    /// Compares the devices alone: everything else is derived from them.
    public static func == (left: DeviceList, right: DeviceList) -> Bool {
        left.devices == right.devices
    }
}
