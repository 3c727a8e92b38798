import Foundation
import PushLanguage
@testable import PushManual
import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushCommands

@Suite struct ErrorGuideTests {
    private let entries =
        ErrorGuide.refusals + ErrorGuide.usage + ErrorGuide.session + ErrorGuide.syntax

    @Test func `every code is explained once`() {
        #expect(
            ErrorGuide.refusals.map(\.code).sorted()
                == Refusal.Code.allCases.map(\.rawValue).sorted())
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

    /// What a cure names behind a command.
    private static let arguments: Set = [
        "network simulated", "lifecycle scene", "activities on",
    ]

    @Test func `a command named in a cure exists`() {
        let words = entries.flatMap { Prose($0.cure).codes }.filter { $0.first?.isLetter == true }
        let unknown = words.filter {
            CommandTable.named($0) == nil && !Self.arguments.contains($0)
        }
        #expect(unknown == [])
    }

    /// The codes that the sources throw, and those of the guide, are the same.
    @Test func `every code that is explained is thrown, and the other way round`() throws {
        let sources = try Self.sources().filter {
            !$0.path.contains("/PushManual/") && !$0.path.hasSuffix("/Refusal.swift")
                && !$0.path.hasSuffix("/ErrorGuide.swift")
                && !$0.path.contains("/PushCommands/Language")
        }
        let text = sources.map(\.text).joined(separator: "\n")
        let idle = Refusal.Code.allCases.filter { !text.contains(".\($0)") }
        #expect(idle.map(\.rawValue) == [])
        let unknown = ErrorGuide.session.map(\.code).filter { !text.contains("\"\($0)\"") }
        #expect(unknown == [])
        let known = Set(entries.map(\.code))
        let thrown = sources.flatMap { Self.thrown(in: $0.text) }
        #expect(Set(thrown).subtracting(known).sorted() == [])
        #expect(Set(thrown).isSuperset(of: ["file_unreadable", "workspace_full", "no_answer"]))
    }

    @Test func `a script can promise what commands fail with, and no syntax`() {
        #expect(Set(FailureCode.all).count == FailureCode.all.count)
        #expect(FailureCode.all.contains("invalid_script"))
        #expect(FailureCode.early.contains("unfinished_quote"))
        #expect(Set(FailureCode.all).isDisjoint(with: FailureCode.early))
    }

    private static func sources() throws -> [(path: String, text: String)] {
        let root = Repository.path("Sources")
        let found = try FileManager.default.subpathsOfDirectory(atPath: root)
        return try found.filter { $0.hasSuffix(".swift") }.map {
            ($0, try Repository.text("Sources/\($0)"))
        }
    }

    /// The codes that stand first in a failure that is made, or are chosen for one.
    private static func thrown(in text: String) -> [String] {
        let failure =
            /(?:CommandFailure|EdgeError)\(\s*"(?<a>[a-z_]+)"|code = "(?<b>[a-z]+_[a-z_]+)"/
        return text.matches(of: failure).compactMap {
            ($0.output.a ?? $0.output.b).map(String.init)
        }
    }
}
