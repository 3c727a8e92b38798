import PushText
import Testing

@testable import PushBackends

@Suite struct TrinoProblemTests {
    @Test func `a problem names its place before its message, and our hint after it`() {
        let problem = TrinoProblem(
            name: "COLUMN_NOT_FOUND", code: 47, message: "Column 'a' cannot be resolved",
            place: .init(line: 2, column: 8), hint: "did you mean `b`?")
        let text = "line 2:8: Column 'a' cannot be resolved (did you mean `b`?)"
        #expect(problem.text == text)
        let json = problem.json
        #expect(json["message"] == .string(text) && json["errorCode"] == 47)
        #expect(json["errorName"] == "COLUMN_NOT_FOUND" && json["errorType"] == "USER_ERROR")
        #expect(json["errorLocation"] == ["lineNumber": 2, "columnNumber": 8])
        #expect(json["failureInfo"]?["message"] == .string(text))
        #expect(json["failureInfo"]?["errorLocation"] == json["errorLocation"])
        #expect(json["failureInfo"]?["errorInfo"]?["name"] == "COLUMN_NOT_FOUND")
    }

    @Test func `a problem without a place has none in its answer`() {
        let problem = TrinoProblem(name: "X", code: 1, message: "m")
        #expect(problem.text == "m")
        #expect(problem.json["errorLocation"] == nil)
        #expect(problem.json["failureInfo"]?["errorLocation"] == nil)
    }

    /// Trino's numbers tell who is at fault (`ErrorType` in its SPI).
    @Test(arguments: [
        (0, "USER_ERROR"), (65_535, "USER_ERROR"), (65_536, "INTERNAL_ERROR"),
        (131_071, "INTERNAL_ERROR"), (131_072, "INSUFFICIENT_RESOURCES"),
    ])
    func `the number tells whose fault it is`(_ code: Int, _ type: String) {
        #expect(
            TrinoProblem(name: "X", code: code, message: "m").json["errorType"] == .string(type))
    }
}
