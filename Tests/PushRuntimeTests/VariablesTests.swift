import PushText
import Testing

@testable import PushRuntime

struct VariablesTests {
    @Test func `a variable is set, set again, and removed`() {
        var variables = Variables()
        variables["a"] = "1"
        variables["b"] = "2"
        variables["a"] = "3"
        #expect(variables["a"] == "3")
        #expect(variables.allNames == ["a", "b"])
        variables["a"] = nil
        variables["never"] = nil
        #expect(variables["a"] == nil)
        #expect(variables.allNames == ["b"])
    }

    static let texts: [(JSON, String)] = [
        (.string("a b"), "a b"), (.null, ""), (.number("1.50"), "1.50"), (true, "true"),
        (["a", 1], #"["a",1]"#), (["k": .null], #"{"k":null}"#),
    ]

    @Test(arguments: texts)
    func `a text is its own value, and other JSON is as it is written`(
        _ value: JSON, _ text: String
    ) {
        var variables = Variables()
        variables["v"] = value
        #expect(variables.text("v") == text)
    }

    @Test func `a variable without a value has no text`() {
        #expect(Variables().text("v") == nil)
    }
}
