import PushModel

@testable import PushStore

/// A command's random changes, the same for the same seed.
struct RandomChanges {
    var chance: UInt64
    var sequence: Int64 = 0
    /// The events that wait, by app: no more are dropped than there are.
    var queued: [AppAddress: [Int64]] = [:]

    init(chance: UInt64) { self.chance = chance }

    mutating func below(_ bound: Int) -> Int {
        chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((chance >> 33) % UInt64(bound))
    }

    mutating func change() -> Change {
        sequence += 1
        let app = below(4) == 0 ? otherApp : PushStoreTests.app
        let earlier = 1 + Int64(below(Int(sequence)))
        switch below(9) {
        case 0:
            queued[app, default: []].append(sequence)
            let kind = Event.Kind.allCases[below(Event.Kind.allCases.count)]
            return .event(event(sequence, kind, user: below(2) == 0 ? nil : "u"), app: app)
        case 1: return .notification(notification(sequence, id: "msg-\(below(9))"))
        case 2:
            return .notificationState(
                sequence: earlier, state: .tapped, at: Tick(milliseconds: sequence))
        case 3:
            let count = min(below(3), queued[app]?.count ?? 0)
            queued[app]?.removeFirst(count)
            return .dropOldestEvents(count, app: app)
        case 4:
            for app in queued.keys {
                queued[app]?.removeAll { $0 == earlier || $0 == earlier + 1 }
            }
            return .eventState([earlier, earlier + 1], .uploaded, upload: earlier)
        case 5:
            return .link(
                LinkRow(
                    app: app, at: .scriptStart, url: "u\(sequence)", outcome: .screen,
                    detail: "", notification: below(2) == 0 ? nil : "msg-\(below(9))"))
        case 6:
            return .token(
                TokenRow(
                    app: app, kind: "registration", token: "t\(sequence)", scope: "",
                    change: .issued, reason: "first", at: Tick(milliseconds: sequence)))
        case 7:
            return .upload(
                UploadRow(
                    sequence: sequence, app: app, at: .scriptStart, endpoint: "tokyo",
                    database: "d", table: "t", attempt: 1, events: 2, status: 200, accepted: 1,
                    note: "",
                    receipts: [
                        UploadReceipt(event: earlier, error: nil),
                        UploadReceipt(event: earlier + 1, error: below(2) == 0 ? nil : "bad"),
                    ]))
        default: return fact(about: below(3) == 0 ? nil : earlier)
        }
    }

    private mutating func fact(about notification: Int64?) -> Change {
        let isCall = below(2) == 0
        var fact = Fact(
            isCall ? .called : .note, "s\(below(5))", "\"t\"", rule: .command,
            notification: notification, below(3) == 0 ? .extensionUnchanged : nil,
            of: below(3) == 0 ? app : nil)
        if below(4) == 0 { fact.at = Tick(milliseconds: sequence * 1000) }
        return .fact(fact)
    }
}
