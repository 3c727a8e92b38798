import PushCommands
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// KD-06, TD-01: a session carries out what programs ask, also in the midst of a command.
@Suite struct SessionControlTests {
    private let edge = StoreEdge()
    private let session: Session

    init() throws {
        session = try Session(edge: edge, settings: ShellSettings())
    }

    private func ask(_ name: String, _ values: JSON = [:]) throws -> ControlAnswer {
        let operation = try #require(ControlOperation.named(name))
        return session.control(try ControlRequest(operation, values))
    }

    private func run(_ text: String) throws -> JSON {
        let answer = try ask("run", ["text": .string(text)])
        guard case .value(let value) = answer else {
            Issue.record("\(answer)")
            return .null
        }
        return value
    }

    @Test func `a run answers with what each command is worth`() throws {
        let answer = try run("app launch\nwhoami\nquery \"SELECT 1 AS one\"")
        #expect(answer["exit_status"] == 0 && answer["failures"] == [])
        #expect(answer["output"]?.arrayValue?.count == 3)
        #expect(answer["output"]?[1]?["device"] == "phone")
        #expect(answer["output"]?[2] == ["one": 1])
        #expect(try ask("queue", ["device": "phone"]) != .value(.null))
    }

    @Test func `a failure has its code, its place and the text that a terminal shows`() throws {
        let answer = try run("app launch\ntap nothing\nwhoami")
        #expect(answer["exit_status"] == 1 && answer["output"]?.arrayValue?.count == 2)
        let failure = answer["failures"]?[0]
        #expect(failure?["code"] == "no_notification")
        #expect(failure?["line"] == 2)
        #expect(failure?["text"]?.stringValue?.contains("request:2:") == true)
        let check = try run("expect badge == 7")
        #expect(check["exit_status"] == 1 && check["failures"]?[0]?["code"] == "expectation_failed")
    }

    @Test func `a text that is wrong runs not at all`() throws {
        let answer = try run("app launch\nnonsense")
        #expect(answer["exit_status"] == 2 && answer["output"] == [])
        #expect(answer["failures"]?[0]?["line"] == 2)
        #expect(answer["failures"]?[0]?["code"] == "unknown_command")
        #expect(session.world.isUntouched)
    }

    @Test func `the output of a request does not go to a file`() throws {
        let answer = try run(".output x.txt\nwhoami")
        #expect(answer["failures"]?[0]?["code"] == "not_supported", "\(answer.text)")
        #expect(answer["failures"]?[0]?["hint"]?.stringValue?.contains("export") == true)
        #expect(try run(".output\nwhoami")["exit_status"] == 0)
    }

    @Test func `tests in a text are told with how they ended`() throws {
        let answer = try run(
            "test \"one\"\n  app launch\nend\ntest \"two\"\n  expect badge == 1\nend")
        #expect(
            answer["tests"] == [
                ["title": "one", "status": "passed"], ["title": "two", "status": "failed"],
            ])
        #expect(answer["exit_status"] == 1)
    }

    @Test func `a command answers with its value, or with its failure`() throws {
        let launched = try ask("command", ["command": "app launch"])
        guard case .value(let value) = launched else {
            Issue.record("\(launched)")
            return
        }
        #expect(value["verbs"]?.arrayValue?.isEmpty == false)
        guard
            case .failure(let fault, .command) = try ask(
                "command", ["command": "tap", "arguments": ["id": "x"]])
        else {
            Issue.record("a tap on nothing succeeded")
            return
        }
        #expect(fault.code == "no_notification")
        guard case .failure(_, .request) = try ask("command", ["command": "device use"]) else {
            Issue.record("a command without its operand ran")
            return
        }
    }

    private func query(_ sql: String) throws -> ControlAnswer {
        try ask(
            "command",
            ["command": "query", "arguments": ["sql": .string(sql), "dialect": "sqlite"]])
    }

    /// `n.x` counts from 1.
    private static func counting(to last: Int, _ select: String) -> String {
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(last)) "
            + "SELECT \(select) FROM n"
    }

    @Test func `a query is answered with all rows, though a script's value has fewer`() throws {
        guard case .value(let rows) = try query(Self.counting(to: 10_002, "x")) else {
            Issue.record("the query failed")
            return
        }
        #expect(rows.arrayValue?.count == 10_002 && rows[10_001] == ["x": 10_002])
    }

    @Test func `each statement's rows are in the answer`() throws {
        #expect(try query("SELECT 1 AS x") == .value([["x": 1]]))
        #expect(
            try query("SELECT 1 AS x; SELECT 2 AS y WHERE 0; SELECT 3 AS z")
                == .value([[["x": 1]], [], [["z": 3]]]))
        // What a command prints to a script stays as it is.
        #expect(
            try run("query --dialect sqlite \"SELECT 1 AS x; SELECT 2 AS y\"")["output"]
                == [["x": 1], ["y": 2]])
    }

    @Test func `rows that no answer holds are counted, and none is given`() throws {
        let answer = try query(Self.counting(to: 20, "printf('%.*c', 1000000, 'x') AS t"))
        guard case .failure(let fault, .command) = answer else {
            Issue.record("an answer was cut")
            return
        }
        #expect(fault.code == "too_many_rows")
        #expect(
            fault.message == "the query found 20 rows, and the first 17 of them are the 16 MB that "
                + "an answer holds")
    }

    @Test func `variables and the world stay, the mode does not`() throws {
        _ = try run("app launch\nlet t = token\n.mode csv")
        #expect(session.settings.mode == "table")
        let answer = try run("expect token == \"${t}\"\nwhoami")
        #expect(answer["exit_status"] == 0 && answer["output"]?[0]?["device"] == "phone")
    }

    @Test func `a device that does not exist has no events, and that is told`() throws {
        guard case .failure(let fault, .command) = try ask("events", ["device": "nobody"]) else {
            Issue.record("a device that does not exist was asked")
            return
        }
        #expect(fault.code == "no_device")
        guard case .value = try ask("events", ["device": "phone"]) else {
            Issue.record("the phone has no events")
            return
        }
    }

    @Test func `a name that is given twice is refused`() throws {
        let run = try #require(ControlOperation.named("run"))
        let twice = try JSONParser.parse(Array(#"{"text": "whoami", "text": "clock"}"#.utf8))
        #expect(throws: ControlFault.self) { try ControlRequest(run, twice) }
        let arguments = try JSONParser.parse(Array(#"{"user": "a", "user": "b"}"#.utf8))
        guard
            case .failure(let fault, .request) = try ask(
                "command", ["command": "login", "arguments": arguments])
        else {
            Issue.record("one of two users was logged in")
            return
        }
        #expect(fault.message == "`user` is given twice")
    }

    @Test func `facts are given once, from behind a place`() throws {
        _ = try run("app launch")
        guard case .value(let all) = try ask("facts"), let facts = all.arrayValue,
            let last = facts.last?["id"]?.stringValue
        else {
            Issue.record("there are no facts")
            return
        }
        #expect(facts.count > 1 && facts[0]["rule"]?.stringValue?.isEmpty == false)
        #expect(try ask("facts", ["after": .string(last)]) == .value([]))
        #expect(try ask("facts", ["after": 0]) == .value(all))
        let second = try #require(facts[1]["id"]?.stringValue)
        #expect(
            try ask("facts", ["after": .string(second)])
                == .value(.array(Array(facts.dropFirst(2)))))
    }

    @Test func `a secret in a request is not in the answer`() throws {
        let key = "1/" + String(repeating: "b", count: 40)
        let answer = try ask("run", ["text": .string("login \(key)\nwhoami")])
        #expect(!answer.text.contains("bbbb") && answer.text.contains("exit_status"))
        #expect(!answer.line(id: "x").contains("bbbb"))
    }

    @Test func `an answer on a line has the id of its request`() throws {
        #expect(ControlAnswer.value([1]).line(id: 7) == #"{"id":7,"result":[1]}"#)
        #expect(
            ControlAnswer(ControlFault("no")).line(id: nil)
                == #"{"id":null,"error":{"code":"invalid_request","message":"no","hint":null}}"#)
    }

    @Test func `a command in progress finds everything of its own as it was`() throws {
        var seen: [ControlAnswer] = []
        let console = LineCollector()
        session.memory.console = console
        edge.serving = { _, host throws(Failure) in
            host.tell(["before"])
            for text in ["app launch", "serve", "quit\nwhoami"] {
                guard let operation = ControlOperation.named("run"),
                    let request = try? ControlRequest(operation, ["text": .string(text)])
                else { continue }
                seen.append(host.control(request, attending: nil))
            }
            host.tell(["after"])
            return .interrupted
        }
        let result = session.run(
            [Argument("serve", at: Span(start: 0, end: 0))], text: "serve")
        #expect(result.failure == nil && !result.quits)
        #expect(result.value == ["requests": 2])
        #expect(result.lines.suffix(2) == ["before", "after"] && console.lines == result.lines)
        #expect(session.world.app?.state == .foreground)
        guard seen.count == 3, case .value(let refused) = seen[1], case .value(let quit) = seen[2]
        else {
            Issue.record("\(seen)")
            return
        }
        #expect(refused["failures"]?[0]?["code"] == "not_supported")
        #expect(quit["exit_status"] == 0 && quit["output"] == [])
    }

    @Test func `stubs that a request plants meet the next client, and used ones are gone`() throws {
        var faults: [Stub.IngestFault?] = []
        edge.serving = { _, host throws(Failure) in
            func run(_ text: String) {
                guard let operation = ControlOperation.named("run"),
                    let request = try? ControlRequest(operation, ["text": .string(text)])
                else { return }
                _ = host.control(request, attending: nil)
            }
            run("stub ingest status=503 times=2")
            faults += host.takeFaults(1)
            run("whoami")
            faults += host.takeFaults(1)
            faults += host.takeFaults(1)
            run("stub ingest timeout times=3")
            faults += host.takeFaults(1)
            return .interrupted
        }
        session.run([Argument("serve", at: Span(start: 0, end: 0))], text: "serve")
        let refusal = Stub.IngestFault.status(503, retryAfter: nil)
        #expect(faults == [refusal, refusal, nil, .timeout])
        #expect(session.world.surroundings.network.stubs.map(\.timesLeft) == [2])
    }
}
