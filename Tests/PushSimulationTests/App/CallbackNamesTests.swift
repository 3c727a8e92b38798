import Foundation
import Testing

@testable import PushSimulation

/// [SH-03] `callbacks` is compared with the names of methods, and each that is called is known.
@Suite struct CallbackNamesTests {
    /// The folder of the simulation's sources.
    private static var sources: String {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/") + "/Sources/PushSimulation"
    }

    @Test func `each method that the sources call is in the list`() throws {
        let name = /(?:\.called,\s*|\bcall\(\s*)"([^"]+)"/
        var found: Set<String> = []
        for path in FileManager.default.enumerator(atPath: Self.sources)?.allObjects ?? [] {
            guard let path = path as? String, path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOfFile: Self.sources + "/" + path, encoding: .utf8)
            for match in text.matches(of: name) { found.insert(String(match.1)) }
        }
        #expect(found.count > 10)
        #expect(found.subtracting(App.callbackNames) == [])
    }

    @Test func `no name is there twice`() {
        #expect(App.callbackNames.count == Set(App.callbackNames).count)
    }
}
