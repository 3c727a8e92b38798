import NIOHTTP2

/// The settings that a connection tells NIO, and by it the client, at its beginning.
extension StreamConnection {
    /// The settings with which the connection begins.
    var configuration: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            // NIO ends a connection with one stream too many, and RFC 9113 (5.1.2) only the stream.
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(Int32.max)),
            HTTP2Setting(parameter: .maxHeaderListSize, value: ServerLimits.streamHeadBytes),
            HTTP2Setting(parameter: .initialWindowSize, value: Self.window),
        ]
        // The bodies of refused streams still come.
        configuration.maximumRecentlyResetStreams = 2048
        // `StreamHead` does both, in less time.
        configuration.headerBlockValidation = .disabled
        configuration.contentLengthValidation = .disabled
        // Clients ping and set priorities as they like; only a flood is cut off.
        configuration.controlFrameRateLimit.maximumCount = 10_000
        return configuration
    }

    /// The limits of one stream, beyond which NIO treats the client as flooding.
    var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.streamResetFrameRateLimit.maximumCount = table.limits.faults
        configuration.streamErrorRateLimit.maximumCount = table.limits.faults
        return configuration
    }
}
