import PushModel
import PushPayload
import PushText

/// A device's knowledge of a site's association with an app, and its age (TN3155).
///
/// iOS loads the file when the app is installed or updated, and again about weekly; opening a link
/// asks nobody.
struct SiteAssociation: Equatable, Sendable {
    /// The address of the site's file.
    var file: String
    /// The time at which the file was loaded.
    var at: Tick
    /// The reason why the site does not confirm the app; nil if it does.
    var refusal: String?

    /// Milliseconds after which the device looks again: a week.
    static let lifetime: Int64 = 7 * 86_400_000

    var json: JSON {
        var json: JSON = ["file": .string(file), "at": .int64(at.milliseconds)]
        if let refusal { json["refusal"] = .string(refusal) }
        return json
    }

    init(file: String, at: Tick, refusal: String?) {
        (self.file, self.at, self.refusal) = (file, at, refusal)
    }

    init?(_ json: JSON) {
        guard let file = json["file"]?.stringValue, let at = json["at"]?.int64Value else {
            return nil
        }
        self.init(
            file: file, at: Tick(milliseconds: at), refusal: json["refusal"]?.stringValue)
    }
}

/// The association that the next link to a site would meet.
package enum AssociationOutlook: Equatable, Sendable {
    /// The device knows that the site confirms the app, or will learn it when it asks next.
    case confirmed
    /// The site confirms the app by now, and the device still has what it loaded before.
    case corrected
    /// The site does not confirm the app.
    case refused
}

extension App {
    /// Loads the file of every associated domain, as for an app that has just been installed.
    ///
    /// Without a network nothing is known, and the next opening asks.
    mutating func loadAssociations(
        on device: DeviceStatus, in world: inout Surroundings, _ step: inout Step
    ) {
        if !associations.isEmpty {
            associations = []
            step.touch(.appState(address))
        }
        guard state != .uninstalled else { return }
        for domain in settings.associatedDomains {
            loadAssociation(
                UniversalLink.file(of: domain.lowercased(), under: domain), on: device, in: &world,
                &step)
        }
    }

    /// The reasons why sites do not confirm the app, as the device knows them, with what the next
    /// link to each would meet.
    package func siteRefusals(
        in world: Surroundings
    ) -> [(text: String, outlook: AssociationOutlook)] {
        settings.associatedDomains.compactMap { domain in
            let file = UniversalLink.file(of: domain.lowercased(), under: domain)
            return associations.first { $0.file == file }?.refusal.map {
                ($0, associationOutlook(of: file, in: world))
            }
        }
    }

    /// The association that the next link would meet; nil for a link to no associated domain.
    package func associationOutlook(of link: Link, in world: Surroundings) -> AssociationOutlook? {
        guard let domain = UniversalLink.domain(of: link.host, in: settings.associatedDomains)
        else { return nil }
        return associationOutlook(of: UniversalLink.file(of: link.host, under: domain), in: world)
    }

    private func associationOutlook(
        of file: String, in world: Surroundings
    ) -> AssociationOutlook {
        var trial = world
        guard case .confirmed = UniversalLink.association(file, in: &trial) else { return .refused }
        let known = associations.first {
            $0.file == file && world.now < $0.at.advanced(by: SiteAssociation.lifetime)
        }
        return known?.refusal == nil ? .confirmed : .corrected
    }

    /// The reason why a site does not confirm the app, as the device knows it; nil if it does.
    mutating func associationRefusal(
        _ file: String, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) -> String? {
        let isFresh = associations.contains {
            $0.file == file && world.now < $0.at.advanced(by: SiteAssociation.lifetime)
        }
        if !isFresh { loadAssociation(file, on: device, in: &world, &step) }
        guard let known = associations.first(where: { $0.file == file }) else {
            return "\(file): it was never loaded (no network)"
        }
        guard let refusal = known.refusal, known.at < world.now else { return known.refusal }
        return refusal + "; iOS looked on \(InstantText.format(known.at.milliseconds))"
    }

    private mutating func loadAssociation(
        _ file: String, on device: DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard device.isOnline, world.network.mode != .off else { return }
        var found = SiteAssociation(file: file, at: world.now, refusal: nil)
        if case .refused(let reason) = UniversalLink.association(file, in: &world) {
            found.refusal = reason
        }
        associations.removeAll { $0.file == file }
        associations.append(found)
        step.touch(.appState(address))
    }
}
