/// A token and a user that events connect.
public struct TokenLink: Equatable, Sendable {
    /// The app instance.
    public var app: AppAddress
    /// The user who was logged in; nil for nobody.
    public var user: String?
    /// The token.
    public var token: String
    /// The number of events that carry both.
    public var events: Int
    /// The time of the first of them, in Unix seconds.
    public var first: Int64
    /// The time of the last of them, in Unix seconds.
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
