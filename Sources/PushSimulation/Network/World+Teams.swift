import PushModel

extension World {
    /// The developer team of each bundle ID, as far as it is known: the one that an app is set to,
    /// or else that of the first key which names the bundle ID, or that is for all of its team's.
    public func teams(by keys: [ProviderKey]) -> [String: String] {
        let usual = keys.first { $0.topics.isEmpty }?.team
        var teams: [String: String] = [:]
        for key in keys {
            for bundleID in key.topics where teams[bundleID] == nil { teams[bundleID] = key.team }
        }
        var own: [String: String] = [:]
        var last = ""
        for device in devices {
            // An element of a buffer is read in place; one of an array is copied.
            device.apps.withUnsafeBufferPointer { apps in
                for index in apps.indices {
                    let bundleID = apps[index].address.bundleID
                    if let team = apps[index].settings.team {
                        if own[bundleID] == nil { own[bundleID] = team }
                    } else if bundleID != last {
                        last = bundleID
                        if teams[bundleID] == nil { teams[bundleID] = usual }
                    }
                }
            }
        }
        return teams.merging(own) { $1 }
    }
}
