import Foundation
import PushLanguage
import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushCommands
@testable import PushManual

@Suite struct ErrorGuideTests {
    private let entries =
        ErrorGuide.refusals + ErrorGuide.usage + ErrorGuide.outside + ErrorGuide.syntax

    @Test func `every code is explained once`() {
        #expect(
            ErrorGuide.refusals.map(\.code).sorted()
                == Refusal.Code.allCases.map(\.rawValue).sorted())
        #expect(
            ErrorGuide.outside.map(\.code).sorted()
                == FailureCode.Outside.allCases.map(\.rawValue).sorted())
        #expect(
            ErrorGuide.usage.map(\.code).sorted()
                == UsageError.Code.allCases.map(\.rawValue).sorted())
        // A value may be wrong in a command as well as in an expectation; one entry says both.
        #expect(
            (ErrorGuide.syntax.map(\.code) + [UsageError.Code.invalidValue.rawValue]).sorted()
                == SyntaxError.Code.allCases.map(\.rawValue).sorted())
    }

    @Test func `no code is explained twice`() {
        let codes = entries.map(\.code)
        #expect(codes.count == Set(codes).count)
    }

    @Test func `meaning and cure are sentences`() {
        let odd = entries.filter { entry in
            !entry.meaning.hasSuffix(".") || !(entry.cure.isEmpty || entry.cure.hasSuffix("."))
        }
        #expect(odd.map(\.code) == [])
    }

    /// Commands that a cure names with their arguments.
    private static let arguments: Set = [
        "app set activities on", "app set lifecycle scene", "network real", "undo --force",
        "upload --settle",
    ]

    @Test func `a command named in a cure exists`() {
        let words = entries.flatMap { Prose($0.cure).codes }.filter { $0.first?.isLetter == true }
        let unknown = words.filter {
            CommandTable.named($0) == nil && !Self.arguments.contains($0)
        }
        #expect(unknown == [])
    }

    @Test func `every code that is explained is thrown`() throws {
        let sources = try Self.sources().filter {
            !$0.path.contains("/PushManual/") && !$0.path.hasSuffix("/Refusal.swift")
                && !$0.path.hasSuffix("/ErrorGuide.swift")
                && !$0.path.hasSuffix("/FailureCode.swift")
                && !$0.path.contains("/PushCommands/Language")
        }
        let text = sources.map(\.text).joined(separator: "\n")
        let idle = Refusal.Code.allCases.filter { !text.contains(".\($0)") }
        #expect(idle.map(\.rawValue) == [])
        let unthrown = FailureCode.Outside.allCases.filter { !text.contains(".\($0)") }
        #expect(unthrown.map(\.rawValue) == [])
    }

    @Test func `a code is found by its name, whatever it is of`() {
        let all =
            Refusal.Code.allCases.map(FailureCode.refused)
            + UsageError.Code.allCases.map(FailureCode.usage)
            + FailureCode.Outside.allCases.map(FailureCode.outside)
        #expect(all.map { FailureCode($0.name) } == all)
        #expect(FailureCode("unfinished_quote") == .syntax(.unfinishedQuote))
        #expect(FailureCode("no_such_code") == nil)
    }

    @Test func `a script can promise what commands fail with, and no syntax`() {
        #expect(Set(FailureCode.names).count == FailureCode.names.count)
        #expect(FailureCode.names.contains("invalid_script"))
        #expect(FailureCode.early.contains("unfinished_quote"))
        #expect(Set(FailureCode.names).isDisjoint(with: FailureCode.early))
    }

    private static func sources() throws -> [(path: String, text: String)] {
        let root = Repository.path("Sources")
        let found = try FileManager.default.subpathsOfDirectory(atPath: root)
        return try found.filter { $0.hasSuffix(".swift") }.map {
            ($0, try Repository.text("Sources/\($0)"))
        }
    }
}
