import Foundation
import PushText
import Testing

@testable import PushPayload

/// Payloads whose findings were judged one by one, against Apple's and the vendors' documentation.
enum Judged {
    /// One payload and the findings that are true of it.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var dialect: String
        var findings: String
        var testDescription: String { name }
    }

    static let fixtures = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized

    /// The lines of a table whose fields a bar separates; comments are left out.
    private static func lines(_ path: String) -> [[String]] {
        let url = fixtures.appending(path: path)
        return ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
    }

    static func rows(_ path: String) -> [Row] {
        lines(path).filter { $0.count == 3 && $0[0] != "missed" }
            .map { Row(name: $0[0], dialect: $0[1], findings: $0[2]) }
    }

    static func missed(_ path: String) -> [[String]] { lines(path).filter { $0[0] == "missed" } }

    static func findings(_ report: LintReport) -> String {
        let all = report.findings.map { "\($0.severity.rawValue) \($0.rule.rawValue)" }
        return all.isEmpty ? "nothing" : all.joined(separator: ", ")
    }

    static func dialect(_ report: LintReport) -> String {
        report.dialect?.rawValue ?? report.envelope?.rawValue ?? "-"
    }
}

@Suite struct JudgedTests {
    @Test(arguments: Judged.rows("dialects/judged.txt"))
    func `a vendor's payload gets the findings that are true of it`(_ row: Judged.Row) throws {
        let url = Judged.fixtures.appending(path: "dialects/\(row.name).json")
        let report = Lint.run(bytes: Array(try Data(contentsOf: url)))
        #expect(Judged.dialect(report) == row.dialect)
        #expect(Judged.findings(report) == row.findings)
    }

    @Test func `sixty payloads and more are judged, and no file is left out`() throws {
        let rows = Set(Judged.rows("dialects/judged.txt").map(\.name))
        let folder = Judged.fixtures.appending(path: "dialects").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        #expect(rows.count >= 60)
        #expect(rows == Set(files))
        #expect(Judged.missed("dialects/judged.txt").allSatisfy { rows.contains($0[1]) })
    }
}

@Suite(.enabled(if: !Corpus.files.isEmpty, "the corpus of payloads is not on this machine"))
struct JudgedCorpusTests {
    @Test func `a payload from the wild gets the findings that are true of it`() {
        let rows = Judged.rows("corpus-judged.txt")
        #expect(rows.count == Corpus.files.count)
        for file in Corpus.files {
            let row = rows.first { $0.name + ".json" == file.name }
            let report = Lint.run(bytes: file.bytes)
            #expect(row?.dialect == Judged.dialect(report), "\(file.name)")
            #expect(row?.findings == Judged.findings(report), "\(file.name)")
        }
    }
}
