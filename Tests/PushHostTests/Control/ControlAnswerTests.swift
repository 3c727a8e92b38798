import PushCommands
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime
@testable import PushWire

/// KD-06: what the reading operations answer is what `openapi.json` says of them.
@Suite struct ControlAnswerTests {
    private let directory: TemporaryDirectory
    private let host: ServedStage
    private let control: ServedControl
    private let document: JSON

    init() throws {
        directory = try TemporaryDirectory()
        host = ServedStage(try Stage(directory: directory.path))
        control = ServedControl(host, token: "secret")
        document = try #require(Self.answer("/v1/openapi.json", control).json)
    }

    private static func answer(_ path: String, _ control: ServedControl) -> Asked {
        let asked = Asked(
            .control, "GET", path,
            [("Host", "127.0.0.1:1"), ("Authorization", "Bearer secret")])
        control.handle(asked.exchange)
        return asked
    }

    private func answer(_ path: String) -> Asked { Self.answer(path, control) }

    /// The faults in the answers of all reading operations; one that is refused has none.
    private func faults(_ about: String) -> [String] {
        ControlOperation.all.filter { $0.answerSchema != nil }.flatMap { operation in
            let asked = answer(operation.path)
            guard asked.status == 200 else { return [String]() }
            let response = document["paths"]?[operation.path]?["get"]?["responses"]?["200"]
            let schema = response?["content"]?["application/json"]?["schema"]
            return schemaFaults(of: asked.json, by: schema, within: document).map {
                "\(about): \(operation.path): \($0)"
            }
        }
    }

    /// Worlds that show each part of the answers, one after the other.
    private static let scenes = [
        "", "app uninstall", "app install", "app launch",
        #"receive {"aps":{"alert":{"title":"A","body":"B"},"thread-id":"t"}} --id a"#,
        #"receive {"aps":{"alert":"C"},"td_campaign_id":"c","link":"https://a.example"}"#,
        "login cust-001", "tap a", "config td.campaign_column both", "snapshot save fresh",
        "device summary 08:00",
        #"receive {"aps":{"alert":"D"}} --id d"#, "app set activities on", "app launch",
        "activity start Delivery", "app background",
        "app install --bundle com.example.other", "app launch com.example.other",
        #"receive {"aps":{"alert":"E"}} --bundle com.example.other --id e"#,
        "app launch com.example.myapp", "device offline", #"receive {"aps":{"alert":"F"}}"#,
        "device online", "device lock", "stub apns reason=TooManyRequests",
        #"receive {"aps":{"alert":"G"}} --id g"#, "permission deny", "token delete",
        "flush", "clock real",
    ]

    @Test func `every answer of a reading operation meets its schema`() {
        for scene in Self.scenes {
            if !scene.isEmpty { #expect(host.stage.run(scene).failure == nil, "\(scene)") }
            #expect(faults(scene) == [])
        }
        let part = answer("/v1/notifications").json
        #expect(part?["apps"]?.arrayValue?.count == 2, "\(part?.text ?? "")")
        #expect(answer("/v1/events").json?.arrayValue?.isEmpty == false)
        #expect(answer("/v1/facts").json?.arrayValue?.isEmpty == false)
    }

    @Test func `a command that a reading operation stands for has its schema`() {
        for (command, name) in [
            ("status", "Status"), ("device/list", "Devices"), ("notifications", "Notifications"),
            ("queue", "Queue"), ("token", "Tokens"), ("snapshot/list", "Snapshots"),
            ("tap", "Value"),
        ] {
            let answers = document["paths"]?["/v1/commands/" + command]?["post"]?["responses"]
            let schema = answers?["200"]?["content"]?["application/json"]?["schema"]
            #expect(schema?["$ref"]?.stringValue == "#/components/schemas/" + name)
        }
    }

    @Test func `a value that a schema does not describe is found`() {
        let schema = document["components"]?["schemas"]?["Devices"]
        #expect(schemaFaults(of: [], by: schema) == [])
        #expect(
            schemaFaults(of: [["name": 5, "model": "a", "os": "26", "more": 1]], by: schema)
                == [
                    "$[0]: \"apps\" is missing", "$[0].more: not in the schema",
                    "$[0].name: 5 is not \"string\"",
                ])
    }
}
