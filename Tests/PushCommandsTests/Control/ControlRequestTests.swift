import PushText
import Testing

@testable import PushCommands
@testable import PushManual

/// KD-06, TD-01: what programs may ask of the shell, and as which statement it is carried out.
@Suite struct ControlRequestTests {
    private func request(_ name: String, _ values: JSON) throws(ControlFault) -> ControlRequest {
        guard let operation = ControlOperation.named(name) else { throw ControlFault("unknown") }
        return try ControlRequest(operation, values)
    }

    private func statement(_ command: String, _ arguments: JSON = [:]) throws -> String {
        try request("command", ["command": .string(command), "arguments": arguments]).statement()
    }

    @Test func `names and paths are unique`() {
        let all = ControlOperation.all
        #expect(all.map(\.name) == ControlOperation.Name.allCases)
        #expect(Set(all.map(\.path)).count == all.count)
    }

    @Test func `no command has two parameters of one name`() {
        let odd = CommandTable.all.filter { command in
            Set(command.parameters.map(\.name)).count != command.parameters.count
        }
        #expect(odd.map(\.name) == [])
    }

    @Test(
        arguments: [
            ("run", [:], "`run` needs `text`: the statements, one per line"),
            ("run", ["text": 1], "`text` takes a text, found 1"),
            ("run", ["text": ""], "`text` takes a text, found ``"),
            (
                "run", ["text": "a", "timeout": "2h"],
                "`timeout` takes a duration like `30s`, of an hour "
                    + "at most, found `2h`"
            ),
            ("run", ["txt": "a"], "`run` has no field `txt`"),
            (
                "status", ["device": "a b"],
                "`device` takes the letters a to z, digits, `-` and `_`, found `a b`"
            ),
            (
                "status", ["device": "a'"],
                "`device` takes the letters a to z, digits, `-` and `_`, found `a'`"
            ),
            ("events", ["limit": 0], "`limit` takes a whole number from 1 to 10000, found 0"),
            (
                "facts", ["after": "1.2.3"],
                "`after` takes a place like `12` or `12.3`, found `1.2.3`"
            ),
            ("devices", [], "the fields are an object, found an array"),
        ] as [(String, JSON, String)])
    func `what is wrong with a request is said`(name: String, values: JSON, message: String) {
        #expect {
            _ = try request(name, values)
        } throws: { error in
            (error as? ControlFault)?.message == message
        }
    }

    @Test func `a command is written with its parameters, each quoted`() throws {
        #expect(try statement("app launch") == "app launch")
        #expect(try statement("tap", ["id": "m-1", "no-link": true]) == "tap --no-link 'm-1'")
        #expect(try statement("tap", ["id": "m-1", "no-link": false]) == "tap 'm-1'")
        #expect(try statement("login", ["user": "it's --x"]) == "login 'it''s --x'")
        #expect(
            try statement("login", ["user": "o'\u{301} --hash"]) == "login 'o''\u{301} --hash'")
        #expect(
            try statement("receive", ["payload": ["aps": ["alert": "a 'b'"]], "priority": 5])
                == #"receive --priority '5' '{"aps":{"alert":"a ''b''"}}'"#)
        let elsewhere = try request(
            "command", ["command": "device lock", "device": "tablet"])
        #expect(try elsewhere.statement() == "@tablet device lock")
        #expect(try request("reset", ["snapshot": "a; b"]).statement() == "snapshot go 'a; b'")
    }

    @Test(
        arguments: [
            ("app lanch", [:], "unknown command `app lanch`", "did you mean `app launch`?"),
            ("serve", [:], "`serve` drives a shell, and there is none here", nil),
            ("quit", [:], "`quit` drives a shell, and there is none here", nil),
            ("tap", ["ID": "a"], "`tap` has no argument `ID`", "did you mean `id`?"),
            ("why", ["id": "a"], "`why` has no argument `id`", "it has `subject`, `symptom`"),
            ("tap", ["no-link": 1], "`no-link` takes true or false, found a number", nil),
            (
                "tap", ["id": ["a"]],
                "`id` takes a text or a number, found an array", nil
            ),
            ("tap", ["id": [:]], "`id` takes a text or a number, found an object", nil),
            ("receive", ["payload": 5], "`payload` takes a text or an object, found a number", nil),
        ] as [(String, JSON, String, String?)])
    func `what is wrong with a command is said before anything runs`(
        command: String, arguments: JSON, message: String, hint: String?
    ) {
        #expect {
            _ = try statement(command, arguments)
        } throws: { error in
            let fault = error as? ControlFault
            return fault?.message == message && fault?.hint == hint
        }
    }

    @Test func `a reading asks for what is behind a place`() throws {
        let whole = try request("facts", ["after": "12"]).words.last ?? ""
        #expect(whole.contains("WHERE sequence >= 13 AND facts IS NOT NULL ORDER BY sequence"))
        #expect(!whole.contains("position) >"))
        let part = try request("facts", ["after": "12.3", "limit": 5]).words.last ?? ""
        #expect(part.contains("WHERE sequence >= 12 AND facts IS NOT NULL ORDER BY sequence"))
        #expect(part.contains("LIMIT 6) AND (statement, position) > (12, 3) ORDER"))
        #expect(part.hasSuffix("LIMIT 5"))
        #expect(
            try request("events", ["device": "tablet"]).words
                == [
                    "query", "--dialect", "sqlite",
                    "SELECT sequence, uuid, device, app, type, time, campaign_id, message_id, "
                        + "user_id, value, fcm_token, state, upload FROM events "
                        + "WHERE sequence > 0 AND device = 'tablet' "
                        + "ORDER BY sequence LIMIT 10000",
                ])
        #expect(try request("queue", ["device": "tablet"]).words == ["@tablet", "queue"])
        #expect(try request("run", ["text": "a"]).isReading == false)
    }

    @Test func `the document has every operation and every command that is none of the shell`() {
        let paths = OpenAPIPage.document["paths"]
        for operation in ControlOperation.all where operation.name != .command {
            #expect(paths?[operation.path]?[operation.method.lowercased()] != nil)
        }
        #expect(paths?["/v1/commands/app/launch"]?["post"] != nil)
        #expect(paths?["/v1/commands/serve"] == nil && paths?["/v1/commands/quit"] == nil)
        let tap = paths?["/v1/commands/tap"]?["post"]
        let schema = tap?["requestBody"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["properties"]?["no-link"]?["type"] == "boolean")
        let names = (paths?.objectMembers ?? []).flatMap { $0.value.objectMembers ?? [] }
            .compactMap { $0.value["operationId"]?.stringValue }
        #expect(Set(names).count == names.count)
        #expect((try? JSONParser.parse(Array(OpenAPIPage.text.utf8))) == OpenAPIPage.document)
    }
}
