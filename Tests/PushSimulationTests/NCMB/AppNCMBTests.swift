import PushModel
import PushText
import Testing
import WorldTestSupport

@testable import PushSimulation

/// NC-02 to NC-07: the NCMB sample app, with a backend that takes everything.
@Suite struct AppNCMBTests {
    private static let push = """
        {"aps":{"alert":"hi"},"com.nifcloud.mbaas.PushId":"p-1","com.nifcloud.mbaas.RichUrl":\
        "https://example.com/r","k":"v"}
        """

    private func launched() throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.install(.ncmb, bundleID: nil)))
        try stage.act(.app(.launch))
        try stage.answerBackend()
        return stage
    }

    @Test func `the first launch saves the device token in a record`() throws {
        let stage = try launched()
        let app = try #require(stage.world.app)
        let record = try #require(app.installation)
        #expect(record.objectID?.utf8.count == 16)
        #expect(record.deviceToken == app.tokens.deviceToken)
        #expect(record.applicationName == "ncmb")
        #expect(stage.world.surroundings.ncmb.installations == [record])
    }

    @Test func `the next launch updates the record it has`() throws {
        var stage = try launched()
        let first = try #require(stage.world.app?.installation)
        try stage.set("build", "2")
        try stage.act([.app(.kill), .app(.launch)])
        guard case .ncmb(let request)? = stage.step.effects.first else {
            Issue.record("no request was sent")
            return
        }
        #expect(request.method == "PUT")
        #expect(request.path == "/2013-09-01/installations/\(first.objectID ?? "")")
        try stage.answerBackend()
        #expect(stage.world.app?.installation?.appVersion == "2")
        #expect(stage.world.surroundings.ncmb.installations.count == 1)
    }

    @Test func `without the permission nothing is saved`() throws {
        var stage = Stage()
        try stage.act(.app(.install(.ncmb, bundleID: nil)))
        try stage.act([.permission(.deny), .app(.launch)])
        #expect(stage.step.effects == [])
        #expect(stage.world.app?.installation == nil)
    }

    @Test func `a running app in front reads the payload in its callback, and shows nothing`()
        throws
    {
        var stage = try launched()
        try stage.receive(Self.push, id: "m")
        #expect(
            stage.lines == [
                "not     shown m: the app is in front and has no notification-centre delegate",
                "called  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "read    payload from didReceiveRemoteNotification",
                #"read    "aps":{"alert":"hi"}"#,
                #"read    "com.nifcloud.mbaas.PushId":"p-1""#,
                #"read    "com.nifcloud.mbaas.RichUrl":"https://example.com/r""#,
                #"read    "k":"v""#, "opened  RichUrl https://example.com/r in a web view",
            ])
        try stage.answerBackend()
        #expect(stage.world.surroundings.ncmb.opens(of: "p-1") == 1)
    }

    @Test func `in the background the payload is read on arrival only with content-available`()
        throws
    {
        var stage = try launched()
        try stage.act(.app(.background))
        try stage.receive(Self.push, id: "m")
        #expect(
            stage.lines.last
                == "not     read m: without content-available the app only reads the payload on "
                + "a tap"
        )
        #expect(stage.step.effects == [])
        try stage.receive(#"{"aps":{"content-available":1},"k":"v"}"#, type: "background")
        #expect(stage.lines.contains(#"read    "k":"v""#))
    }

    @Test(arguments: [(true, "the launch options"), (false, "didReceiveRemoteNotification")])
    func `a tap brings the payload once, by the way the app's state has`(
        isKilled: Bool, place: String
    ) throws {
        var stage = try launched()
        try stage.act(.app(.background))
        try stage.receive(Self.push, id: "m")
        if isKilled { try stage.act(.app(.kill)) }
        try stage.act(.tap(id: nil, button: nil, opensLink: true))
        let reads = stage.lines.filter { $0.hasPrefix("read    payload") }
        #expect(reads == ["read    payload from \(place)"])
        try stage.answerBackend()
        #expect(stage.world.surroundings.ncmb.opens(of: "p-1") == 1)
    }

    @Test func `without network the failure is told and the record stays`() throws {
        var stage = try launched()
        let before = stage.world.app?.installation
        try stage.act(.network(.off))
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.step.effects == [])
        #expect(stage.world.app?.installation == before)
    }

    @Test func `the backend's records and the app's copy survive as documents`() throws {
        var stage = try launched()
        try stage.receive(Self.push, id: "m")
        try stage.answerBackend()
        var documents: [DocumentKey: JSON] = [:]
        for key in stage.world.documentKeys { documents[key] = stage.world.document(key) }
        #expect(World(documents: documents) == stage.world)
    }
}

extension Stage {
    /// Answers the requests of the last action as a backend that takes everything.
    mutating func answerBackend() throws {
        let effects = step.effects
        for effect in effects {
            guard case .ncmb(let request) = effect else { continue }
            try world.reduce(.ncmbFinished(.accepting(request)), into: &step)
        }
    }
}
