/// The names by which programs reach the machine that they run on.
public enum Loopback {
    /// The names, an address of IPv6 without brackets.
    public static let names = ["127.0.0.1", "localhost", "::1"]
    /// The names as they stand in URLs and in `Host`.
    public static let hosts = ["127.0.0.1", "localhost", "[::1]"]
}
