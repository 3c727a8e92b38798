import Testing
import WorldTestSupport

@testable import PushSimulation

@Suite struct ServiceExtensionTests {
    private func rich(_ image: String = "https://x.jp/a.png", _ more: String = "") -> String {
        #"""
        {"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},\#
        "image_url":"\#(image)"\#(more)}
        """#
    }

    /// The background, with an answer planted for every download.
    private func stage(_ change: (inout Stub.Download) -> Void = { _ in }) throws -> Stage {
        var stage = try Stage.background()
        var answer = Stub.Download()
        change(&answer)
        let stub = Stub(kind: .url(pattern: "*", answer), timesLeft: nil, text: "")
        try stage.act(.stub(stub))
        return stage
    }

    @Test func `an image is attached`() throws {
        var stage = try stage()
        try stage.receive(rich(), id: "m")
        #expect(
            stage.lines == [
                "ran     service extension", "image   https://x.jp/a.png image/png, 24 KB",
                "shown   m banner \"T\"", "tracked delivery m",
            ])
        #expect(stage.center.last?.attachment == "image/png, 24 KB")
    }

    static let downloads: [(@Sendable (inout Stub.Download) -> Void, String, String)] = [
        ({ $0.status = 404 }, "https://x.jp/a.png", "the server answers 404"),
        ({ $0.byteCount = 12 << 20 }, "https://x.jp/a.png", "12 MB is over the limit of 10 MB"),
        ({ $0.byteCount = 6 << 20 }, "https://x.jp/a.mp3", "6 MB is over the limit of 5 MB"),
        ({ $0.byteCount = 51 << 20 }, "https://x.jp/a.mp4", "51 MB is over the limit of 50 MB"),
        (
            { $0.contentType = "text/html" }, "https://x.jp/a.png",
            "iOS cannot attach text/html"
        ),
        (
            { _ in }, "https://x.jp/a",
            "neither a file extension in the URL nor a `Content-Type` in the answer says its type"
        ),
        ({ _ in }, "https://x.jp/a.webp?x=.png", "iOS cannot attach a `.webp` file"),
        ({ _ in }, "http://x.jp/a.png", "only https is loaded (App Transport Security)"),
        ({ _ in }, "a.png", "it has no scheme, so it names no server"),
        ({ _ in }, "https:///", "it has no host"),
    ]

    @Test(arguments: downloads.indices)
    func `a download that fails leaves the text`(index: Int) throws {
        let (change, url, reason) = Self.downloads[index]
        var stage = try stage(change)
        try stage.receive(rich(url), id: "m")
        #expect(
            stage.lines.dropFirst() == [
                "not     attached \(url): \(reason); the text is shown without it",
                "shown   m banner \"T\"", "tracked delivery m",
            ])
        #expect(stage.center.last?.attachment == nil)
    }

    @Test(arguments: [
        ("none", false), ("x.jp", true), ("any", true), ("*.x.jp", true), ("*.jp", true),
        ("cdn.x.jp", false), ("x.jp.example", false), ("jp", false), ("local", false),
        ("any,!x.jp", false), ("any,!*.jp", false), ("any,!y.jp", true), ("!x.jp", false),
    ])
    func `an exception of App Transport Security lets http through`(
        exceptions: String, isLoaded: Bool
    ) throws {
        var stage = try stage()
        try stage.set("nse.ats-exceptions", exceptions)
        try stage.receive(rich("http://X.jp/a.png"), id: "m")
        #expect((stage.center.last?.attachment != nil) == isLoaded)
    }

    @Test(arguments: [
        ("http://nas/a.png", "local", true), ("http://nas.local/a.png", "local", true),
        ("http://192.168.1.2/a.png", "local", true), ("http://x.jp/a.png", "local", false),
        ("http://b.x.jp/a.png", "*.x.jp", true), ("http://a.b.x.jp/a.png", "*.x.jp", false),
        ("http://x.jp/a.png", "*.x.jp", true),
    ])
    func `an exception covers local names, and subdomains of one more label`(
        url: String, exceptions: String, isLoaded: Bool
    ) throws {
        var stage = try stage()
        try stage.set("nse.ats-exceptions", exceptions)
        try stage.receive(rich(url), id: "m")
        #expect((stage.center.last?.attachment != nil) == isLoaded)
    }

    @Test(arguments: [
        ("image/PNG; charset=x", "image/png, 24 KB"), ("image/gif", "image/gif, 24 KB"),
    ])
    func `the server's type counts`(type: String, attached: String) throws {
        var stage = try stage { $0.contentType = type }
        try stage.receive(rich("https://x.jp/a"))
        #expect(stage.center.last?.attachment == attached)
    }

    @Test func `without network the text is shown`() throws {
        var stage = try stage()
        try stage.act(.network(.off))
        try stage.receive(rich())
        #expect(
            stage.step.facts.contains {
                $0.text.hasSuffix("no network; the text is shown without it")
            })
    }

    @Test(arguments: [true, false])
    func `a slow download runs into the time limit`(answers: Bool) throws {
        var stage = try stage { $0.delayMilliseconds = 30_000 }
        try stage.set("nse.title-keys", "newTitle")
        try stage.set("nse.time-will-expire", answers ? "on" : "off")
        let start = stage.world.surroundings.now
        try stage.receive(rich("https://x.jp/a.png", #","newTitle":"N""#), id: "m")
        #expect(stage.world.surroundings.now == start.advanced(by: 30_000))
        let text =
            answers ? "it delivers what it has" : "it does not deliver; the original is shown"
        #expect(stage.lines.contains("called  serviceExtensionTimeWillExpire() " + text))
        #expect(stage.center.last?.title == (answers ? "N" : "T"))
        #expect(stage.center.last?.attachment == nil)
    }

    @Test(arguments: [true, false])
    func `an extension that works too long answers with its texts, or not`(answers: Bool) throws {
        var stage = try stage()
        try stage.set("nse.title-keys", "newTitle")
        try stage.set("nse.time-will-expire", answers ? "on" : "off")
        for (milliseconds, isLate) in [("29999", false), ("30000", true), ("120000", true)] {
            try stage.set("nse.milliseconds", milliseconds)
            let start = stage.world.surroundings.now
            try stage.receive(rich("https://x.jp/a.png", #","newTitle":"N""#), id: "m")
            let passed = stage.world.surroundings.now.milliseconds - start.milliseconds
            #expect(passed == (isLate ? 30_000 : 29_999))
            let text = answers ? "it delivers what it has" : "the original is shown"
            let line = "called  serviceExtensionTimeWillExpire() it works longer than 30 s; " + text
            #expect(stage.lines.contains(line) == isLate)
            #expect(stage.center.last?.title == (isLate && !answers ? "T" : "N"))
            #expect(stage.center.last?.attachment == nil || !isLate)
            let unloaded =
                "not     attached https://x.jp/a.png: the extension's 30 s are over before it "
                + "has loaded; the text is shown without it"
            #expect(stage.lines.contains(unloaded) == (isLate && answers))
        }
    }

    @Test(arguments: ["delegate", "delegate.will-present"])
    func `in front without an answer the extension still tracks what it saw`(
        setting: String
    ) throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        try stage.set(setting, "off")
        for tracks in [true, false] {
            try stage.set("nse.delivery", tracks ? "on" : "off")
            try stage.receive(rich(), id: "m")
            #expect(stage.states == [.hidden])
            #expect(stage.events == (tracks ? [.delivery] : []))
        }
        // Where iOS would show no alert the extension does not run, and nothing is tracked.
        try stage.set("nse.delivery", "on")
        try stage.act(.permission(.deny(timeSensitive: nil)))
        try stage.receive(rich(), id: "m")
        #expect(stage.events == [])
    }

    @Test func `what comes after the extension's work has that time, and what comes before not`()
        throws
    {
        var stage = try stage { $0.delayMilliseconds = 5000 }
        try stage.set("nse.milliseconds", "2000")
        let start = stage.world.surroundings.now
        try stage.receive(rich(), id: "m")
        let times = stage.step.facts.map { ($0.verb, $0.at) }
        #expect(times.map(\.0) == [.ran, .image, .shown, .tracked])
        #expect(times[0].1 == nil)
        #expect(times[1...].allSatisfy { $0.1 == start.advanced(by: 7000) })
        try stage.act(.dismiss(id: "m"))
        #expect(stage.step.facts.allSatisfy { $0.at == nil })
    }

    @Test func `work and download share the 30 seconds`() throws {
        var stage = try stage { $0.delayMilliseconds = 20_000 }
        try stage.set("nse.milliseconds", "9999")
        let start = stage.world.surroundings.now
        try stage.receive(rich())
        #expect(stage.center.last?.attachment != nil)
        #expect(stage.world.surroundings.now == start.advanced(by: 29_999))
        try stage.set("nse.milliseconds", "10000")
        try stage.receive(rich())
        #expect(stage.center.last?.attachment == nil)
    }

    @Test func `an extension without memory is killed and tracks nothing`() throws {
        var stage = try stage()
        try stage.set("nse.megabytes", "25")
        try stage.receive(rich(), id: "m")
        #expect(
            stage.lines.first
                == "failed  service extension it uses 25 MB, over 24 MB, and is killed; the "
                + "original is shown")
        #expect(stage.events == [])
        #expect(stage.center.last?.title == "T")
    }

    @Test func `content without text is ignored with its image`() throws {
        var stage = try stage()
        try stage.set("nse.clears-text", "on")
        try stage.receive(rich(), id: "m")
        #expect(
            stage.lines.contains(
                "not     changed m: the extension returned no text; the original is shown"))
        #expect(stage.center.last?.attachment == nil)
    }

    @Test(arguments: [
        (#","data":{"newTitle":"N","newBody":"X","imageUrl":"https://x.jp/a.gif"}"#, "N", true),
        (#","data":{"newTitle":"N","newBody":"X"}"#, "T", false),
    ])
    func `the kinds article's extension needs all its keys`(
        data: String, title: String, isAttached: Bool
    ) throws {
        var stage = try stage()
        try stage.set("nse.needs-all-keys", "on")
        try stage.set("nse.title-keys", "data.newTitle")
        try stage.set("nse.body-keys", "data.newBody")
        try stage.set("nse.image-keys", "data.imageUrl")
        try stage.receive(rich("https://x.jp/a.png", data))
        #expect(stage.center.last?.title == title)
        #expect((stage.center.last?.attachment != nil) == isAttached)
    }

    @Test func `the image of Firebase's options is read`() throws {
        var stage = try stage()
        try stage.set("nse.image-keys", "fcm_options.image")
        try stage.receive(rich("", #","fcm_options":{"image":"https://x.jp/f.jpg"}"#))
        #expect(stage.center.last?.attachment == "image/jpeg, 24 KB")
    }

    @Test func `mutable-content without an extension says so`() throws {
        var stage = try stage()
        try stage.set("nse", "off")
        try stage.receive(rich(), id: "m")
        #expect(
            stage.lines.first
                == "not     run the service extension: "
                + "the app has no Notification Service Extension"
        )
    }
}
