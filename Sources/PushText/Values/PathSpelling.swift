/// The spellings of paths in reports.
package enum PathSpelling {
    /// A path without `.`, without empty parts, and without `..` behind a name.
    ///
    /// Behind a link to a directory, `..` leads elsewhere; reports on files of another machine can
    /// only be compared by what is written, and have a digest of their contents as well.
    package static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
