/// The path of a request, for a message.
public enum RequestPath {
    /// Returns the path's first 200 characters, each part of them cut short where it is longer than
    /// a name: that is a device token, or something that helps as little when read.
    public static func shown(_ path: some StringProtocol, longest: Int = 30) -> String {
        let parts = path.prefix(200).split(separator: "/", omittingEmptySubsequences: false)
        return parts.map { $0.count > longest ? "\($0.prefix(10))…" : String($0) }
            .joined(separator: "/")
    }
}
