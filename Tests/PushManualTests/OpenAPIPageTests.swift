import PushText
import Testing

@testable import PushManual

@Suite struct OpenAPIPageTests {
    @Test(arguments: ["60s", "500ms", "1m30s", "1h", "2m500ms", "0.5s", "1x", "s", ""])
    func `a time limit matches its pattern if the port reads it`(_ text: String) throws {
        let body = OpenAPIPage.document["paths"]?["/v1/run"]?["post"]?["requestBody"]
        let schema = body?["content"]?["application/json"]?["schema"]
        let pattern = schema?["properties"]?["timeout"]?["pattern"]?.stringValue
        let expression = try Regex(try #require(pattern))
        let isMatch = text.wholeMatch(of: expression) != nil
        #expect(isMatch == (DurationText.parse(text) != nil))
    }

    @Test func `people ask why in their own words, so that no client may restrict them`() {
        let body = OpenAPIPage.document["paths"]?["/v1/commands/why"]?["post"]?["requestBody"]
        let schema = body?["content"]?["application/json"]?["schema"]
        #expect(
            schema?["properties"]?["symptom"]?["items"] == ["type": ["string", "number"]],
            "\(schema?.text ?? "")")
    }

    @Test func `the document names itself, and what the events' device means`() {
        let paths = OpenAPIPage.document["paths"]
        #expect(paths?["/v1/openapi.json"]?["get"]?["operationId"] == "openapi")
        let fields = paths?["/v1/events"]?["get"]?["parameters"]?.arrayValue ?? []
        let device = fields.first { $0["name"] == "device" }
        #expect(device?["description"]?.stringValue?.contains("without it, all") == true)
    }
}
