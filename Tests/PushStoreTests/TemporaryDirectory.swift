import Foundation

/// A directory that is gone with the value.
final class TemporaryDirectory {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "pushstore-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func mode(of name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return (attributes?[.posixPermissions] as? Int) ?? 0
    }

    func names(_ sub: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(sub)")) ?? []).sorted()
    }
}
