import PushLanguage
import PushModel
import Testing

@testable import PushCommands

/// SH-03: the names that scripts match with `!code` and `error.code`.
@Suite struct FailureCodeTests {
    private static let all: [FailureCode] =
        Refusal.Code.allCases.map { .refused($0) } + UsageError.Code.allCases.map { .usage($0) }
        + FailureCode.Outside.allCases.map { .outside($0) }

    @Test func `each name leads back to its code`() {
        for code in Self.all { #expect(FailureCode(code.name)?.name == code.name) }
        #expect(FailureCode("no_such_code") == nil && FailureCode("") == nil)
        #expect(FailureCode("unfinished_quote") == .syntax(.unfinishedQuote))
    }

    @Test func `no two kinds of failure share a name`() {
        let names = Self.all.map(\.name)
        let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        // A refusal and a usage error may be called alike only where scripts cannot tell them.
        for name in twice {
            let kinds = Self.all.filter { $0.name == name }
            #expect(kinds.count == 1, "\(name): \(kinds)")
        }
    }

    @Test func `a name is lower case with underscores, so that no command is taken for it`() {
        for name in FailureCode.names + FailureCode.early {
            #expect(!name.isEmpty)
            #expect(
                name.utf8.allSatisfy {
                    (97...122).contains($0) || (48...57).contains($0) || $0 == 95
                }, "\(name)")
            #expect(CommandTable.named(name) == nil, "\(name)")
        }
    }

    @Test func `every promised name has its meaning, and is promised once`() {
        let meanings = FailureCode.meanings
        #expect(meanings.allSatisfy { !$0.meaning.isEmpty })
        #expect(Set(FailureCode.names).count == FailureCode.names.count)
        #expect(meanings.count == FailureCode.names.count - 1)
        #expect(FailureCode.names.contains("unknown_variable"))
        for code in FailureCode.Outside.allCases {
            #expect(FailureCode.names.contains(code.rawValue), "\(code)")
        }
    }

    @Test func `what is found before anything runs is promised by nobody`() {
        #expect(!FailureCode.early.isEmpty)
        #expect(Set(FailureCode.early).isDisjoint(with: FailureCode.names))
    }
}
