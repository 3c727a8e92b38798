import PushGateways

/// The exchange of a service account's assertion for an access token.
extension GatewaySender {
    /// Whether a URL is a token endpoint to which an assertion may be sent: Google's own, or one on
    /// this machine.
    public static func isTokenEndpoint(_ text: String) -> Bool {
        guard let url = WireURL(text), url.isAllowed else { return false }
        return WireURL.isLoopback(url.host)
            || url.scheme == "https" && tokenHosts.contains(url.host)
    }

    private static let tokenHosts = [
        GatewayAddress.googleOAuth, "accounts.google.com", GatewayAddress.googleAPIs,
    ]

    /// Sends the form with the assertion.
    ///
    /// If `place` is set, that host and port are contacted instead of Google's.
    public func exchange(
        _ form: String, at text: String, place: String?, authority: String?,
        isInterrupted: () -> Bool
    ) throws(WireFailure) -> WireResponse {
        guard let url = WireURL(text), Self.isTokenEndpoint(text) else {
            throw WireFailure(.badURL, "the account's `token_uri` is not a token endpoint")
        }
        var request = WireRequest(
            method: "POST", url: text,
            headers: [.init("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(form.utf8), limitMilliseconds: 20_000, answerLimit: 65_536)
        guard let place, !WireURL.isLoopback(url.host) else {
            return try tokens.send(
                request, options: WireOptions(authorityFile: authority),
                isInterrupted: isInterrupted)
        }
        let path = text.dropFirst("https://".count).drop { $0 != "/" }
        let route = GatewayRoute(to: url.host, at: place, authority: authority)
        request.url = route.base + path
        return try ask(request, on: route, isInterrupted: isInterrupted)
    }
}
