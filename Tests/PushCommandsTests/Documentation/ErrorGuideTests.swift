import PushLanguage
import PushSimulation
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

    @Test func `a command named in a cure exists`() {
        let words = entries.flatMap { Prose($0.cure).codes }.filter { $0.first?.isLetter == true }
        #expect(words.filter { CommandTable.named($0) == nil && $0 != "network simulated" } == [])
    }
}
