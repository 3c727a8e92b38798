import Glibc
import PushTestSupport
import Testing

@testable import PushHost

/// SH-01: files for completion.
@Suite struct PathsTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["sale.apns", "sale.json", "other", ".hidden", "folder/inner.psh", "通知.json"] {
            try directory.write("", to: name)
        }
    }

    private func found(_ typed: String) -> [String] {
        Paths.matching(directory.path + "/" + typed).map {
            String($0.text.dropFirst(directory.path.utf8.count + 1))
        }
    }

    @Test(
        arguments: [
            ("", ["folder/", "other", "sale.apns", "sale.json", "通知.json"]),
            ("sa", ["sale.apns", "sale.json"]), ("sale.j", ["sale.json"]), ("x", []),
            (".", [".hidden"]), ("fol", ["folder/"]), ("folder/", ["folder/inner.psh"]),
            ("folder/in", ["folder/inner.psh"]), ("no/such/", []), ("通", ["通知.json"]),
            ("sale.apns/", []),
        ] as [(String, [String])])
    func `what is typed goes on to these`(typed: String, wanted: [String]) {
        #expect(found(typed) == wanted)
    }

    @Test func `a path in the home directory is completed to the whole path`() throws {
        let home = try #require(getenv("HOME").map { String(cString: $0) })
        let found = Paths.matching("~/").map(\.text)
        #expect(found == Paths.matching(home + "/").map(\.text))
        #expect(found.allSatisfy { $0.hasPrefix(home + "/") })
    }

    @Test func `folders and files are told apart, and a prefix stands before both`() {
        let all = Paths.matching(directory.path + "/", prefix: "html=")
        #expect(all.allSatisfy { $0.text.hasPrefix("html=/") })
        #expect(
            all.filter { $0.description == "a folder" }.map(\.text).first?.hasSuffix("folder/")
                == true)
        #expect(all.filter { $0.description == "a file" }.count == 4)
    }
}
