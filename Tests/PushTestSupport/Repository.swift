import Foundation

/// The checkout that the tests were built from.
public enum Repository {
    /// The absolute path of the top level, without a slash at the end.
    public static let root: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.standardizedFileURL.path
    }()

    /// Gives the absolute path of a file that is named from the top level.
    public static func path(_ relative: String) -> String {
        root + "/" + relative
    }

    /// Reads a file that is named from the top level.
    public static func text(_ relative: String) throws -> String {
        try String(contentsOfFile: path(relative), encoding: .utf8)
    }
}
