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
                == .say("paste the payload, from `{` to `}`; an empty line cancels"))
        #expect(pasted.take("{\"a\":1}") == .run("receive {\"a\":1}"))
    }

    @Test func `an empty line or another command gives up waiting`() {
        var pasted = PastedPayload(takers: ["receive"])
        _ = pasted.take("receive --verbatim --type voip")
        #expect(pasted.take("") == .say("no payload was pasted"))
        _ = pasted.take("receive")
        #expect(pasted.take("tap") == .run("tap"))
        #expect(pasted.take("") == .run(""))
    }

    @Test(arguments: ["receive --type", "receive --help", "lint -", "token", "receives"])
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
        #expect(
            pasted.take("> {\n\"a\": 1 }")
                == .say("a payload of 10 bytes, without the text around it: `receive` takes it"))
        #expect(pasted.take("> no object") == .run("> no object"))
    }

    /// What people paste, and the payload in it.
    private static let mails: [(text: String, object: String)] = [
        ("{\"aps\":{}}\n\nThanks,\n田中", #"{"aps":{}}"#),
        ("Hi,\nhere's our payload:\n{\"aps\":{}}", #"{"aps":{}}"#),
        ("```json\n{\"aps\":{}}\n```", #"{"aps":{}}"#),
        (
            #"curl -d '{"aps":{"alert":"}"}}' https://api.push.apple.com/3/device/0"#,
            #"{"aps":{"alert":"}"}}"#
        ),
        (#"curl -d '{"aps":{"alert":"it'\''s"}}' https://x"#, #"{"aps":{"alert":"it's"}}"#),
        ("Hello,\n\n> {\"aps\":\n>  {}}\n\nKind regards\n> 田中", "{\"aps\":\n{}}"),
        ("curl -d '{\"aps\":{}}' \\\n  https://x", #"{"aps":{}}"#),
        (#"curl -d "{\"aps\":{\"alert\":\"x\"}}" https://x"#, #"{"aps":{"alert":"x"}}"#),
        (
            #"2026-11-20 12:03:11.123 INFO payload={"aps":{"badge":1}} to abc"#,
            #"{"aps":{"badge":1}}"#
        ),
        (#"{"level":"info","payload":"{\"aps\":{}}"}"#, #"{"aps":{}}"#),
        (#"{"level":"info","request":{"message":{"data":{}}}}"#, #"{"message":{"data":{}}}"#),
    ]

    @Test(arguments: mails.indices) func `a payload is taken out of what stands around it`(
        _ index: Int
    ) {
        var pasted = PastedPayload(takers: ["receive"])
        let (text, object) = Self.mails[index]
        #expect(
            pasted.take(text)
                == .say(
                    "a payload of \(object.utf8.count) bytes, without the text around it: "
                        + "`receive` takes it"))
        #expect(pasted.take("receive --verbatim") == .run("receive --verbatim " + object))
        #expect(!pasted.isOpen(text, true))
    }

    @Test func `the lines of a shell's command that is pasted stay together`() {
        let pasted = PastedPayload(takers: ["receive"])
        let first = "curl -d '{\"aps\":{}}' -H \"a: b\" \\"
        #expect(pasted.isOpen(first, false))
        #expect(!pasted.isOpen(first + "\n  https://api.push.apple.com/3/device/0", false))
    }

    @Test(arguments: ["{ “aps”: 1 }", "｛\"aps\": 1}", "{'aps': 1}", "{\u{a0}\"aps\": 1}"])
    func `what is not JSON reaches the command as it was pasted`(_ text: String) {
        var pasted = PastedPayload(takers: ["receive"])
        _ = pasted.take(text)
        #expect(pasted.take("receive") == .run("receive <<'PAYLOAD'\n\(text)\nPAYLOAD"))
    }

    @Test func `a payload without its end is ended by a command or two empty lines`() {
        var pasted = PastedPayload(takers: ["receive"])
        let text = "{\"aps\": {\"alert\": \"春"
        #expect(pasted.isOpen(text, true) && pasted.isOpen(text + "\n", true))
        #expect(!pasted.isOpen(text + "\n\n", true))
        #expect(!pasted.isOpen(text + "\nreceive", true))
        #expect(
            pasted.take(text + "\nreceive") == .run("receive <<'PAYLOAD'\n\(text)\nPAYLOAD"))
        #expect(
            pasted.take(text + "\n\n")
                == .say("a payload of 22 bytes, with its end missing: `receive` takes it"))
    }

    @Test func `fullwidth braces end an object, too, outside of texts`() {
        let object = "｛\"a\": ｛\"b\": \"｝\"｝｝"
        #expect(PayloadSearch(object + " thanks")?.object == object)
        // Two of the three bytes of a brace, in letters that are none.
        #expect(PayloadSearch("{\"a\": 彛彝 }")?.isCutOff == false)
        #expect(PayloadSearch("｝｛") == nil)
    }

    @Test func `the language is not asked about each line of a payload`() {
        let pasted = PastedPayload()
        func asked() -> Bool {
            Issue.record("a payload is no statement")
            return false
        }
        let begun = pasted.isOpen("{\"aps\":\n{\"alert\":", asked())
        let ended = pasted.isOpen("{\"aps\":\n{\"alert\": 1}}", asked())
        #expect(begun && !ended)
    }

    @Test func `options with values stand before the payload that was pasted`() {
        var pasted = PastedPayload()
        _ = pasted.take("{}")
        #expect(pasted.take("receive --to phone") == .run("receive --to phone {}"))
        #expect(pasted.take("receive --to") == .run("receive --to"))
    }

    @Test func `a command takes the payload however its words are written`() {
        var pasted = PastedPayload()
        _ = pasted.take("{}")
        #expect(pasted.take("receive --id \"a b\"") == .run("receive --id \"a b\" {}"))
        #expect(pasted.take("receive --id 'ab' # a note") == .run("receive --id 'ab' {} # a note"))
        #expect(pasted.take("@phone\treceive") == .run("@phone\treceive {}"))
        #expect(pasted.take("! receive --id ${id}") == .run("! receive --id ${id} {}"))
        #expect(pasted.take("receive \"push.json\"") == .run("receive \"push.json\""))
        _ = pasted.take("{'a': 1}")
        #expect(
            pasted.take("receive # as it is\n| done")
                == .run("receive <<'PAYLOAD' # as it is\n{'a': 1}\nPAYLOAD\n| done"))
    }

    @Test(arguments: [
        "recieve {\"aps\":{}}", "receive {\"aps\":{}", "expect $ == {\"a\":1}", "Thanks {}",
        ".read {\"a\"}", "# {\"a\":1}",
    ])
    func `a statement, or nearly one, is no paste`(_ text: String) {
        var pasted = PastedPayload()
        #expect(pasted.take(text) == .run(text))
        #expect(pasted.isOpen(text, true) && !pasted.isOpen(text, false))
    }
}
