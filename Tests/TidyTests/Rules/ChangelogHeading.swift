/// The change log has a heading for the version that the sources state.
enum ChangelogHeading {
    static func findings(in files: [TidyFile]) -> [Finding] {
        guard let log = files.first(where: { $0.path == "CHANGELOG.md" }) else { return [] }
        guard let version = files.lazy.compactMap(statedVersion).first else {
            return [log.finding(1, "no source states `version = \"N.N.N\"`")]
        }
        let hasHeading = log.bytes.lines.contains { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            return words.first == "##" && words.count > 1
                && [version, "[\(version)]"].contains(String(words[1]))
        }
        return hasHeading ? [] : [log.finding(1, "no heading `## \(version)`")]
    }

    /// Finds `version = "1.2.3"` in a source file.
    static func statedVersion(in file: TidyFile) -> String? {
        guard file.isSource, file.isSwift, file.bytes.contains(Array("ersion".utf8)) else {
            return nil
        }
        for line in file.bytes.lines {
            let text = String(decoding: line, as: UTF8.self)
            guard let match = text.firstMatch(of: /[vV]ersion(: String)? = "(\d+\.\d+\.\d+)"/)
            else { continue }
            return String(match.2)
        }
        return nil
    }
}
