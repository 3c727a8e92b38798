import PushText
import Testing

@testable import PushCommands
@testable import PushManual

@Suite struct OpenAPIPageTests {
    @Test(arguments: [
        "60s", "500ms", "1m30s", "1h", "2m500ms", "0.5s", "1x", "s", "", "0ms", "0s", "1s1m",
    ])
    func `a time limit matches its pattern if the port reads it`(_ text: String) throws {
        let body = OpenAPIPage.document["paths"]?["/v1/run"]?["post"]?["requestBody"]
        let schema = body?["content"]?["application/json"]?["schema"]
        let pattern = schema?["properties"]?["timeout"]?["pattern"]?.stringValue
        let expression = try Regex(try #require(pattern))
        let isMatch = !text.isEmpty && text.wholeMatch(of: expression) != nil
        let run = try #require(ControlOperation.named("run"))
        let request = try? ControlRequest(run, ["text": "clock", "timeout": .string(text)])
        #expect(isMatch == (request != nil))
        #expect(schema?["properties"]?["timeout"]?["minLength"] == 2)
    }

    @Test func `statements may be a text by themselves, with the time limit in the query`() {
        let run = OpenAPIPage.document["paths"]?["/v1/run"]?["post"]
        let text = run?["requestBody"]?["content"]?["text/plain"]?["schema"]
        #expect(text == ["type": "string", "minLength": 1])
        #expect(run?["parameters"]?.arrayValue?.compactMap { $0["name"] } == ["timeout"])
    }

    @Test func `only a payload may be an object, and a text may be empty where its command's may`()
    {
        let paths = OpenAPIPage.document["paths"]
        for command in CommandTable.all.filter(\.isOffered) {
            let path = "/v1/commands/" + command.name.split(separator: " ").joined(separator: "/")
            let body = paths?[path]?["post"]?["requestBody"]
            let schema = body?["content"]?["application/json"]?["schema"]
            for parameter in command.parameters where !parameter.isRepeating {
                let found = schema?["properties"]?[parameter.name]
                guard let types = found?["type"]?.arrayValue else { continue }
                #expect(types == ["string", parameter.takesObject ? "object" : "number"])
                #expect((found?["minLength"] == nil) == parameter.isValid(""))
            }
        }
    }

    @Test func `people ask why in their own words, so that no client may restrict them`() {
        let body = OpenAPIPage.document["paths"]?["/v1/commands/why"]?["post"]?["requestBody"]
        let schema = body?["content"]?["application/json"]?["schema"]
        #expect(
            schema?["properties"]?["symptom"]?["items"]
                == ["type": ["string", "number"], "minLength": 1],
            "\(schema?.text ?? "")")
    }

    /// What the examples of such choices take: places, ages, sizes, several words, numbers.
    private static let texts = [
        "https://ingest.example.com", "7d", "15m", "2GB", "now", "off", "locked,focus", "10", "0",
    ]

    @Test func `an enum has every value that its command takes, and no other`() {
        let paths = OpenAPIPage.document["paths"]
        for command in CommandTable.all.filter(\.isOffered) {
            let path = "/v1/commands/" + command.name.split(separator: " ").joined(separator: "/")
            let body = paths?[path]?["post"]?["requestBody"]
            let schema = body?["content"]?["application/json"]?["schema"]
            for parameter in command.parameters {
                guard case .choice(let choices) = parameter.completion else { continue }
                let found = schema?["properties"]?[parameter.name]
                let about = "\(command.name) \(parameter.name) \(found?.text ?? "")"
                #expect(choices.allSatisfy(parameter.isValid), "\(about)")
                guard let values = found?["enum"]?.arrayValue else { continue }
                #expect(values == choices.map(JSON.string), "\(about)")
                let others = Self.texts.filter { !choices.contains($0) }
                #expect(!others.contains(where: parameter.isValid), "\(about)")
                // A number is taken as well as its text.
                #expect(!choices.contains { Int($0) != nil }, "\(about)")
            }
        }
    }

    @Test func `the document names itself, and what the events' device means`() {
        let paths = OpenAPIPage.document["paths"]
        #expect(paths?["/v1/openapi.json"]?["get"]?["operationId"] == "openapi")
        let fields = paths?["/v1/events"]?["get"]?["parameters"]?.arrayValue ?? []
        let device = fields.first { $0["name"] == "device" }
        #expect(device?["description"]?.stringValue?.contains("without it, all") == true)
    }
}
