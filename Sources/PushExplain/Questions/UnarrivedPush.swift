import PushModel
import PushSimulation
import PushText

/// A push of a campaign that APNs keeps, or dropped, so that it left no row.
public struct UnarrivedPush: Equatable, Sendable {
    /// The ID of the push.
    public let id: String
    /// The campaign that it was of.
    public let campaign: String
    /// The app that it was for.
    public let app: AppAddress
    /// The time at which APNs took or dropped it.
    let at: Tick
    /// The place of that statement in the history; 0 if unknown.
    let place: Int64

    /// Whether it came later than a push that arrived, whose facts are the evidence.
    public func isLater(than arrived: Evidence) -> Bool {
        guard let row = arrived.notification else { return true }
        let arrival = arrived.facts.first?.place ?? 0
        guard place > 0, arrival > 0 else { return at > row.arrivedAt }
        return place > arrival
    }
}

extension World {
    /// The pushes of campaigns that APNs keeps, or dropped according to some facts, oldest first.
    public func unarrivedPushes(_ facts: [TimedFact]) -> [UnarrivedPush] {
        var pushes: [UnarrivedPush] = facts.compactMap { entry in
            guard let app = entry.fact.app,
                case .lost(_, let id, let addressee)? = entry.fact.occurrence,
                let campaign = addressee?.campaign
            else { return nil }
            return UnarrivedPush(
                id: id, campaign: campaign, app: app, at: entry.at, place: entry.place)
        }
        for app in devices.lazy.flatMap(\.apps) {
            for stored in app.activities.stored + [app.stored].compactMap(\.self) {
                guard let campaign = stored.push.payload.campaignID, let id = stored.push.id else {
                    continue
                }
                let report = facts.last {
                    $0.fact.app == app.address && $0.fact.subject.isExactly(id)
                        && $0.fact.occurrence?.isStored(on: app.address.device) == true
                }
                pushes.append(
                    UnarrivedPush(
                        id: id, campaign: campaign, app: app.address,
                        at: report?.at ?? stored.storedAt, place: report?.place ?? 0))
            }
        }
        return pushes.sorted { ($0.at, $0.place) < ($1.at, $1.place) }
    }
}
