import Foundation
import Testing

@testable import PushSQL

/// The table of functions is whole: help is generated from it.
@Suite struct FunctionTableTests {
    @Test func `every signature can be read`() {
        for function in FunctionTable.functions {
            #expect(function.overloads.count == function.lines.count, "\(function.name)")
            #expect(!function.lines.isEmpty, "\(function.name)")
        }
    }

    @Test func `no form hides a type that is known`() {
        for function in FunctionTable.functions {
            for form in function.forms where form != "map() -> map(unknown, unknown)" {
                #expect(!form.contains("unknown") && !form.contains("(row)"), "\(form)")
            }
        }
    }

    @Test func `every function is described once, in a sentence`() {
        var seen: Set<String> = []
        for function in FunctionTable.functions {
            #expect(seen.insert(function.name).inserted, "\(function.name) stands twice")
            #expect(function.summary.hasSuffix("."), "\(function.name)")
            #expect(function.summary.count < 100, "\(function.name)")
        }
        #expect(FunctionTable.missing.allSatisfy { !seen.contains($0.name) })
    }

    @Test func `an overload of Trino's that is missing is refused, and others are not found`() {
        for (line, _) in FunctionTable.missingOverloads {
            #expect(FunctionSignature(line) != nil, "\(line)")
        }
        let sparse = "MAP(ARRAY['a'], ARRAY[1e0])"
        #expect(
            SampleCatalog.answer("SELECT cosine_similarity(\(sparse), \(sparse))")
                == "NOT_SUPPORTED: line 1:8: cosine_similarity(map(varchar(1), double), "
                + "map(varchar(1), double)) is not supported")
        #expect(
            SampleCatalog.answer("SELECT cosine_similarity('a', 'b')")
                .hasPrefix("FUNCTION_NOT_FOUND: line 1:8: Unexpected parameters"))
    }

    @Test func `every function of Trino's documentation is there or refused by name`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/trino-functions")
        let text = try String(contentsOf: file.standardized, encoding: .utf8)
        let pages = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(pages.count > 20)
        for page in pages {
            for name in page.split(separator: " ").dropFirst().map(String.init) {
                if FunctionTable.function(name) != nil { continue }
                let answer = SampleCatalog.answer("SELECT \(name)(1)")
                let wanted = "NOT_SUPPORTED: line 1:8: Function '\(name)' is not supported"
                #expect(answer == wanted, "\(page.prefix { $0 != ":" })")
                #expect(FunctionTable.missingHint(name)?.isEmpty == false, "\(name)")
            }
        }
    }

    @Test func `what other spellings are replaced by exists`() {
        let forms: Set<String> = ["cast", "extract", "filter", "unnest", "over", "varchar"]
        for (name, hint) in FunctionTable.spellings {
            #expect(FunctionTable.function(name) == nil, "\(name) is a function")
            for piece in hint.split(separator: "(").dropLast() {
                let words = piece.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let word = words.last.map(String.init) ?? ""
                #expect(forms.contains(word) || FunctionTable.function(word) != nil, "\(hint)")
            }
        }
    }

    @Test func `the nearest signature is meant`() throws {
        let function = try #require(FunctionTable.function("abs"))
        let results = [TrinoType.integer, .double, .decimal(precision: 5, scale: 2)].map { type in
            function.overloads.compactMap { $0.bind([type]) }.min { $0.cost < $1.cost }?.result
        }
        #expect(results == [.integer, .double, .decimal(precision: 5, scale: 2)])
    }
}
