import PushTestSupport
import Testing

/// The repository keeps its own rules; each finding reads `file:line: error: message`.
@Suite struct TreeTests {
    @Test(arguments: rules.indices)
    func `the tree keeps the rule`(number: Int) {
        expectNone(Tree.files.flatMap { rules[number].findings(in: $0) })
    }

    @Test func `the tree is found`() {
        let paths = Tree.files.map(\.path)
        #expect(paths.contains("Package.swift"))
        #expect(paths.contains("scripts/pushsh"))
        #expect(paths.contains("Tests/TidyTests/TreeTests.swift"))
        #expect(!paths.contains { $0.hasPrefix(".build") || $0.hasPrefix(".git/") })
    }

    @Test func `the manifest allows no import that the table does not`() throws {
        expectNone(ImportTable.findings(inManifest: try Repository.text("Package.swift")))
    }

    @Test func `a name stands for one type, whatever module exports it`() {
        expectNone(Declarations(in: Tree.files).twins)
    }

    @Test func `the types that can be thrown do not become more`() {
        let found = ErrorTypes.findings(in: Tree.files)
        #expect(found.count <= ErrorTypes.limit)
        #expect(found.count > ErrorTypes.limit - 3, "lower the limit to \(found.count)")
    }

    @Test func `the change log tells of the current version`() {
        expectNone(ChangelogHeading.findings(in: Tree.files))
    }

    /// SH-04: whoever reads one page of the manual is told of every other one.
    @Test func `each page of the manual names all the others`() throws {
        let pages = Tree.files.map(\.path).filter { $0.hasPrefix("man/man") }
        let names = pages.map { path in
            let name = path.split(separator: "/").last ?? ""
            let parts = name.split(separator: ".")
            return "\(parts[0])(\(parts[1]))"
        }
        #expect(names.count == 8)
        for (page, own) in zip(pages, names) {
            let text = try Repository.text(page)
            let start = try #require(text.firstRange(of: ".Sh SEE ALSO\n")?.upperBound)
            let list = text[start...].split(separator: "\n").prefix { !$0.hasPrefix(".") }
            let told = list.map { String($0.prefix { $0 != "," }) }
            #expect(told.sorted() == names.filter { $0 != own }.sorted(), "\(page)")
        }
    }

    @Test func `every requirement that a test or scenario names exists`() throws {
        let coverage = try Shell.run(Repository.path("scripts/coverage-of-requirements"))
        #expect(coverage.status == 0, "\(coverage.stderr)")
        #expect(coverage.stderr.contains("of 48 requirements"))
    }
}

/// Expects that there are no findings, and shows those that there are.
private func expectNone(_ findings: [Finding]) {
    let lines = findings.sorted().map(\.description).joined(separator: "\n")
    #expect(findings.isEmpty, "\n\(lines)\n")
}
