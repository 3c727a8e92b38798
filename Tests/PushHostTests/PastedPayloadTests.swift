import Testing

@testable import PushHost

@Suite struct PastedPayloadTests {
    @Test func `a pasted object is offered to the commands that take one`() {
        var pasted = PastedPayload(takers: ["receive", "lint"])
        #expect(
            pasted.take(" {\"a\":1}\n")
                == .say("a payload of 7 bytes: `receive` or `lint` takes it"))
        #expect(pasted.take("lint --app") == .run("lint --app {\"a\":1}"))
        #expect(pasted.take("receive") == .run("receive {\"a\":1}"))
        #expect(pasted.take("receive push.json") == .run("receive push.json"))
    }

    @Test func `receive alone waits for a paste`() {
        var pasted = PastedPayload(takers: ["receive"])
        #expect(
            pasted.take("receive")
                == .say("paste the payload, from `{` to `}`; an empty line gives up"))
        #expect(pasted.take("{\"a\":1}") == .run("receive {\"a\":1}"))
    }

    @Test func `an empty line or another command gives up waiting`() {
        var pasted = PastedPayload(takers: ["receive"])
        _ = pasted.take("receive --verbatim")
        #expect(pasted.take("") == .say("no payload was pasted"))
        _ = pasted.take("receive")
        #expect(pasted.take("tap") == .run("tap"))
        #expect(pasted.take("") == .run(""))
    }

    @Test(arguments: ["receive --type voip", "receive --help", "lint -", "token", "receives"])
    func `other entries run as they are`(_ entry: String) {
        var pasted = PastedPayload(takers: ["receive", "lint"])
        #expect(pasted.take(entry) == .run(entry))
    }

    @Test func `an object that a mail quotes is taken without its marks`() {
        var pasted = PastedPayload(takers: ["receive"])
        #expect(
            pasted.take("> {\n>   \"a\": \">\"\n>\n> }\n")
                == .say("a payload of 13 bytes: `receive` takes it"))
        #expect(pasted.take("receive") == .run("receive {\n\"a\": \">\"\n\n}"))
        #expect(pasted.take("> {\n\"a\": 1 }") == .run("> {\n\"a\": 1 }"))
        #expect(pasted.take("> no object") == .run("> no object"))
    }
}
