import Foundation
import PushSQL
import PushText
import Testing

@testable import PushStore

/// Every statement of the vectors has Trino's answer, or Trino's error at Trino's place.
struct TrinoDialectTests {
    @Test func `the vectors are there`() throws {
        let counts = try TrinoVector.files().map { try TrinoVector.read($0).count }
        #expect(counts.allSatisfy { $0 > 0 } && counts.reduce(0, +) >= 600, "\(counts)")
    }

    /// Also in the form that SQLite gets if it refuses the usual one as too deep.
    @Test(arguments: TrinoVector.files(), [TrinoSession.Form.indexed, .flat])
    func `statements answer as Trino documents`(
        _ file: String, _ form: TrinoSession.Form
    ) throws {
        let bench = try TrinoBench()
        bench.workspace.firstForm = form
        let gaps = try Self.gaps()
        var report = ""
        for vector in try TrinoVector.read(file) {
            let answer = bench.answer(vector)
            let difference = Self.difference(vector, answer)
            let place = "\(file):\(vector.line) \(form)"
            if let gap = gaps[vector.statement] {
                // What is missing is refused; once it answers, it is no gap any more.
                let found = answer.error ?? "types " + answer.types
                let isKnown = found.hasPrefix(gap) && difference != nil
                #expect(isKnown, "\(place): \(vector.statement)\n\(answer)")
            } else if let difference {
                report += "\(place): \(vector.statement)\n\(difference)\n\n"
                Issue.record("\(place): \(vector.statement)\n\(difference)")
            }
        }
        if let path = ProcessInfo.processInfo.environment["TRINO_REPORT"], !report.isEmpty {
            try report.write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
        }
    }

    /// The statements that are refused, each with the beginning of its error.
    private static func gaps() throws -> [String: String] {
        let file = TrinoVector.folder.appending(path: "gaps")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
        var gaps: [String: String] = [:]
        for block in text.components(separatedBy: "\n\n") {
            let lines = block.split(separator: "\n").filter { !$0.hasPrefix("#") }
            guard lines.count > 1, let last = lines.last else { continue }
            gaps[lines.dropLast().joined(separator: "\n")] = String(last)
        }
        return gaps
    }

    private static func difference(_ vector: TrinoVector, _ answer: TrinoAnswer) -> String? {
        if let wanted = vector.error {
            guard let found = answer.error else { return "wanted \(wanted)\nfound  \(answer.rows)" }
            if wanted.hasSuffix(" …") {
                return found.hasPrefix(wanted.dropLast(2))
                    ? nil : "wanted \(wanted)\nfound  \(found)"
            }
            return found == wanted ? nil : "wanted \(wanted)\nfound  \(found)"
        }
        if let error = answer.error { return "wanted \(vector.rows)\nfound  \(error)" }
        if vector.types != answer.types {
            return "wanted types \(vector.types)\nfound  types \(answer.types)"
        }
        if let names = vector.names, names != answer.names {
            return "wanted names \(names)\nfound  names \(answer.names)"
        }
        let wanted = vector.rows.map { (try? JSONParser.parse(Array($0.utf8))) ?? .null }
        return isSame(wanted, answer.rows, vector)
            ? nil : "wanted \(wanted.map(\.text))\nfound  \(answer.rows.map(\.text))"
    }

    private static func isSame(
        _ wanted: [JSON], _ found: [JSON], _ vector: TrinoVector
    ) -> Bool {
        guard wanted.count == found.count else { return false }
        guard vector.isAnyOrder else {
            return zip(wanted, found).allSatisfy { isSame($0, $1, vector.tolerance) }
        }
        var left = found
        for row in wanted {
            guard let place = left.firstIndex(where: { isSame(row, $0, vector.tolerance) }) else {
                return false
            }
            left.remove(at: place)
        }
        return true
    }

    private static func isSame(_ wanted: JSON, _ found: JSON, _ tolerance: Double?) -> Bool {
        switch (wanted, found) {
        case (.number(let left), .number(let right)):
            if left == right { return true }
            guard let tolerance, let first = Double(left), let second = Double(right) else {
                return false
            }
            return abs(first - second) <= tolerance * abs(first)
        case (.array(let left), .array(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { isSame($0, $1, tolerance) }
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            return left.allSatisfy { member in
                found[member.key].map { isSame(member.value, $0, tolerance) } ?? false
            }
        default: return wanted == found
        }
    }
}
