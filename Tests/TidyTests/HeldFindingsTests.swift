import PushTestSupport
import Testing

/// What independent tests once found stays mended: each finding names the tests that hold it, and
/// each of these exists.
@Suite struct HeldFindingsTests {
    /// A finding, with the files and names of its tests.
    private struct Entry {
        var finding: String
        var tests: [(file: String, name: String)] = []
    }

    private static func entries() throws -> [Entry] {
        var entries: [Entry] = []
        let text = try Repository.text("Tests/Fixtures/findings/held.txt")
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            if parts.count == 3, parts[0].isEmpty, !entries.isEmpty {
                entries[entries.count - 1].tests.append((String(parts[1]), String(parts[2])))
            } else {
                let finding = try #require(line.firstIndex(of: ":"), "\(line)")
                entries.append(Entry(finding: String(line[..<finding])))
            }
        }
        return entries
    }

    @Test func `every finding is held by something`() throws {
        let entries = try Self.entries()
        let wanted = (1...12).map { "D\($0)" } + (1...17).map { "net \($0)" }
        #expect(entries.map(\.finding) == wanted)
        #expect(entries.filter(\.tests.isEmpty).map(\.finding) == [])
    }

    @Test func `every test that holds a finding exists`() throws {
        var texts: [String: String] = [:]
        for entry in try Self.entries() {
            for test in entry.tests {
                let text = try texts[test.file] ?? Repository.text(test.file)
                texts[test.file] = text
                #expect(
                    Self.isTest(test.name, of: text, in: test.file),
                    "\(entry.finding): no `\(test.name)` in \(test.file)")
            }
        }
    }

    /// Whether a file has such a test: a function, a scenario's test, or a statement.
    private static func isTest(_ name: String, of text: String, in file: String) -> Bool {
        if file.hasSuffix(".swift") { return text.contains("func `\(name)`(") }
        if file.hasSuffix(".psh") { return text.contains("\ntest \"\(name)\"") }
        return text.contains("\n\(name)\n")
    }
}
