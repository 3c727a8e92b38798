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
}
