/// A file that a service extension loads from the real network.
public struct DownloadRequest: Equatable, Sendable {
    /// The app whose extension asks.
    public var app: AppAddress
    /// The sequence of the notification that waits for the file.
    public var notification: Int64
    /// The file's address; https, unless App Transport Security has an exception for its host.
    public var url: String
    /// The size of the largest attachment of any type, in bytes (A-ATT).
    public var byteLimit: Int
    /// The rest of the extension's 30 s, in milliseconds of real time.
    public var milliseconds: Int64
    /// The settings of the wire.
    public var wire: WireSettings

    /// Makes a request.
    package init(
        app: AppAddress, notification: Int64, url: String, byteLimit: Int, milliseconds: Int64,
        wire: WireSettings
    ) {
        self.app = app
        self.notification = notification
        self.url = url
        self.byteLimit = byteLimit
        self.milliseconds = milliseconds
        self.wire = wire
    }
}
