import PushModel
import PushText
import Testing

@testable import PushStore

/// What a store must hold, kept in the plainest way.
private struct Model: Equatable {
    var documents: [DocumentKey: JSON] = [:]
    var queued: [QueuedEvent] = []
    var notifications: [NotificationRow] = []
    var facts: [Fact] = []
    var commands = 0
}

/// Random changes, the same for the same seed.
private struct Chance {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}

@Suite struct StoreModelTests {
    let place = TemporaryDirectory()

    /// Applies one random command to the store and, unless it is taken back, to the model.
    private func command(
        _ store: DeviceStore, _ model: inout Model, _ chance: inout Chance
    ) throws {
        var next = model
        _ = try store.begin()
        for _ in 0..<chance.below(6) { try change(store, &next, &chance) }
        guard chance.below(8) > 0 else { return store.rollback() }
        try store.journal(at: .scriptStart, device: "phone", text: "c", status: 0)
        try store.commit()
        next.commands += 1
        model = next
    }

    private func change(
        _ store: DeviceStore, _ model: inout Model, _ chance: inout Chance
    ) throws {
        let number = Int64(chance.below(1 << 30))
        switch chance.below(7) {
        case 0:
            let key = DocumentKey(["app", "device"][chance.below(2)], "k\(chance.below(4))")
            model.documents[key] = ["n": .int64(number)]
            try store.save(document: key, ["n": .int64(number)])
        case 1:
            let key = DocumentKey("app", "k\(chance.below(4))")
            model.documents[key] = nil
            try store.delete(document: key)
        case 2:
            let queued = event(Int64(model.commands * 10 + model.queued.count + 1) << 20 + number)
            guard !model.queued.contains(where: { $0.sequence >= queued.sequence }) else { return }
            model.queued.append(queued)
            try store.apply(.event(queued, app: app))
        case 3:
            let gone = model.queued.filter { _ in chance.below(3) == 0 }.map(\.sequence)
            model.queued.removeAll { gone.contains($0.sequence) }
            try store.apply(.eventState(gone, .uploaded, upload: 1))
        case 4:
            let count = chance.below(3)
            model.queued.removeFirst(min(count, model.queued.count))
            try store.apply(.dropOldestEvents(count, app: app))
        case 5:
            let row = notification(Int64(model.notifications.count + 1), id: "m-\(chance.below(9))")
            model.notifications.append(row)
            try store.apply(.notification(row))
        default:
            let fact = Fact(.note, "s\(number)", "t", rule: .command, notification: number % 5)
            model.facts.append(fact)
            try store.apply(.fact(fact))
        }
    }

    private func content(_ store: DeviceStore) throws -> Model {
        var model = Model()
        for (key, body) in try store.documents() { model.documents[key] = body }
        model.queued = try store.queuedEvents(app: app, limit: .max)
        model.notifications = try store.notifications(app: app, limit: .max).reversed()
        model.facts = try store.facts(last: .max)
        model.commands = try store.journal(from: 1).count
        return model
    }

    @Test(arguments: 1...6) func `a reload equals the model after any commands`(
        seed: UInt64
    ) throws {
        var chance = Chance(state: seed)
        var model = Model()
        for _ in 0..<5 {
            let workspaces = [
                try Workspace.open(directory: place.path), try .open(directory: place.path),
            ]
            for _ in 0..<30 {
                try command(workspaces[chance.below(2)].device, &model, &chance)
            }
            let reloaded = try Workspace.open(directory: place.path)
            #expect(try content(reloaded.device) == model)
            #expect(try content(reloaded.fork().device) == model)
        }
    }
}
