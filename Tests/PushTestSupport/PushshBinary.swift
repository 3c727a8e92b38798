import Foundation

/// The built `pushsh` that process and terminal tests drive.
public enum PushshBinary {
    /// The reason why there is nothing to drive.
    public struct Missing: Error, CustomStringConvertible {
        /// The places that were looked at.
        public let candidates: [String]

        /// A sentence that names the places and the cure.
        public var description: String {
            let places = candidates.joined(separator: ", ")
            return "no `pushsh` at \(places); run the tests with `scripts/test`"
        }
    }

    /// The binary's path: `$PUSHSH_BINARY`, else the product that lies beside the running tests.
    public static var path: String {
        get throws {
            if let named = ProcessInfo.processInfo.environment["PUSHSH_BINARY"] { return named }
            return try first(of: besideTests + [Repository.path(".build-release/bin/pushsh")])
        }
    }

    /// The product beside the running tests, whose calls to the C library another library can
    /// take over; the release is linked statically, and takes none.
    public static var dynamic: String {
        get throws { try first(of: besideTests) }
    }

    private static func first(of candidates: [String]) throws -> String {
        let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:))
        guard let found else { throw Missing(candidates: candidates) }
        return found
    }

    private static var besideTests: [String] {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return [
            tests.deletingLastPathComponent().path + "/pushsh",
            Repository.path(".build/debug/pushsh"),
        ]
    }
}
