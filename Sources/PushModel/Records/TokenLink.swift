/// A token with who used it, as the events tell.
public struct TokenLink: Equatable, Sendable {
    /// The app instance.
    public var app: AppAddress
    /// Who was logged in; nil = nobody.
    public var user: String?
    /// The token.
    public var token: String
    /// How many events carry both.
    public var events: Int
    /// The first of them, in Unix seconds.
    public var first: Int64
    /// The last of them, in Unix seconds.
    public var last: Int64

    /// Makes a link.
    public init(
        app: AppAddress, user: String?, token: String, events: Int, first: Int64, last: Int64
    ) {
        self.app = app
        self.user = user
        self.token = token
        self.events = events
        self.first = first
        self.last = last
    }
}
