import Foundation
import PushTestSupport
import Testing

/// SH-05: what lies at the top of the repository.
struct TopLevelTests {
    @Test func `the top level holds the agreed folders and files, and nothing else in sight`()
        throws
    {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
        let visible = names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }.sorted()
        #expect(
            visible == [
                "CHANGELOG.md", "LICENSE", "Package.swift", "README.md", "Sources", "Tests", "man",
                "scripts", "share",
            ])
        #expect(names.contains(".ci"))
    }
}
