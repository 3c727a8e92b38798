import PushTestSupport
import Testing

/// Whoever follows `share/doc/architecture.md` finds every file, folder and suite that it names.
@Suite struct ArchitectureTests {
    /// The names in back quotes, without those inside pictures and code.
    static func names(in text: String) -> [String] {
        var isPicture = false
        return text.split(separator: "\n").flatMap { line -> [String] in
            if line.hasPrefix("```") { isPicture.toggle() }
            guard !isPicture else { return [] }
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }.filter { name in
            let isPlace = name.contains("/") || name.contains("+") || name.hasSuffix("Tests")
            return isPlace
                && name.allSatisfy { $0.isLetter || $0.isNumber || "+*…/._-".contains($0) }
        }
    }

    /// Whether a name is the end of a path, the folder of one, or the beginning if it is open.
    static func exists(_ name: String, in paths: [String]) -> Bool {
        let isOpen = name.hasSuffix("…") || name.hasSuffix("*")
        let stem = "/" + (isOpen ? String(name.dropLast()) : name)
        let folder = stem.hasSuffix("/") ? stem : stem + "/"
        return paths.contains { path in
            let path = "/" + path
            if isOpen { return path.contains(stem) }
            return path.hasSuffix(stem) || path.hasSuffix(stem + ".swift") || path.contains(folder)
        }
    }

    @Test func `every place that the architecture names exists`() throws {
        let text = try Repository.text("share/doc/architecture.md")
        let names = Self.names(in: text)
        #expect(names.count > 40)
        let paths = Tree.files.map(\.path)
        #expect(names.filter { !Self.exists($0, in: paths) } == [])
    }

    @Test func `a place that is gone is noticed`() {
        let names = Self.names(
            in: "`A/B+C`, `x --y/z a` and `Q+…`\n```\n`In/Picture`\n```\n`GoneTests`")
        #expect(names == ["A/B+C", "Q+…", "GoneTests"])
        let paths = ["Sources/A/B+C.swift", "Sources/A/Queue/Q+R.swift", "Tests/HereTests.swift"]
        #expect(names.map { Self.exists($0, in: paths) } == [true, true, false])
        #expect(Self.exists("Queue/", in: paths) && Self.exists("HereTests", in: paths))
        #expect(!Self.exists("B+C", in: ["Sources/A/AB+C.swift"]))
    }
}
