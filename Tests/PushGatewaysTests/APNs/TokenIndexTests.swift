import PushModel
import PushSimulation
import Testing

@testable import PushGateways

/// KD-06: a device token leads to one app on one device.
@Suite struct TokenIndexTests {
    @Test func `a token leads to its app, in either case, until it is given up`() throws {
        var world = World()
        var step = Step()
        #expect(TokenIndex(world, history: []).isCurrent(in: world))
        let empty = TokenIndex(world, history: [])
        try world.reduce(.app(.launch), into: &step)
        let token = try #require(world.app?.tokens.deviceToken)
        #expect(!empty.isCurrent(in: world) && empty[token] == nil)

        let index = TokenIndex(world, history: [])
        let app = try #require(world.app?.address)
        #expect(index[token] == .live(.init(app: app, environment: "development")))
        #expect(index[token.uppercased()] == index[token])
        #expect(index.isCurrent(in: world))

        try world.reduce(.app(.reinstall), into: &step)
        #expect(!index.isCurrent(in: world))
        let rows = step.changes.compactMap { change -> TokenRow? in
            if case .token(let row) = change { row } else { nil }
        }
        guard case .dead(let place, _)? = TokenIndex(world, history: rows)[token] else {
            Issue.record("the token is not dead")
            return
        }
        #expect(place.app == app)
    }
}
