import Foundation
import PushTestSupport

/// The files of the repository: what git tracks, or would if it were added now.
enum Tree {
    static let files: [TidyFile] = paths.compactMap { path in
        FileManager.default.contents(atPath: Repository.path(path)).map {
            TidyFile(path: path, bytes: Array($0))
        }
    }

    private static var paths: [String] {
        let list = try? Shell.run(
            "git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            directory: Repository.root)
        guard let list, list.status == 0 else { return walked }
        return list.stdout.split(separator: "\0").map(String.init).sorted()
    }

    /// The files of an unpacked archive, which has no `.git`.
    private static var walked: [String] {
        let all = FileManager.default.enumerator(atPath: Repository.root)?.compactMap {
            $0 as? String
        }
        return (all ?? []).sorted().filter {
            !$0.hasPrefix(".build") && $0 != "Package.resolved" && !$0.hasSuffix(".swp")
        }
    }
}
