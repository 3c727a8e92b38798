import PushRuntime
import PushText

/// The line in which a copy of the process reports a result.
///
/// Nearly all tests pass, and of a passed one only the numbers need to be reported.
enum ResultLine {
    /// Appends the line of a result.
    static func write(_ result: TestResult, to lines: inout [UInt8]) {
        if isPlain(result) {
            let numbers = [
                result.began.map { String($0) }, result.duration.map { String($0) },
                result.seed.map { String($0) },
            ]
            for number in numbers {
                lines.append(contentsOf: (number ?? "-").utf8)
                lines.append(Ascii.space)
            }
        } else {
            JSONReport.json(of: result).write(to: &lines)
        }
        lines.append(Ascii.lineFeed)
    }

    /// Reads a line; nil if it is malformed.
    ///
    /// `passed` returns the result of a passed test without its numbers.
    static func read(_ line: ArraySlice<UInt8>, passed: () -> TestResult) -> TestResult? {
        if line.first == UInt8(ascii: "{") {
            guard let json = try? JSONParser.parse(Array(line)) else { return nil }
            return JSONReport.result(json)
        }
        let numbers = line.split(separator: Ascii.space).map { String(decoding: $0, as: UTF8.self) }
        guard numbers.count == 3 else { return nil }
        var result = passed()
        result.began = Int64(numbers[0])
        result.duration = Int64(numbers[1])
        result.seed = UInt64(numbers[2])
        return result
    }

    /// Whether a result is a passed test of which nothing else is to be told.
    private static func isPlain(_ result: TestResult) -> Bool {
        result.status == .passed && result.isTest && result.failure == nil && result.trace == nil
            && result.reason == nil
    }
}
