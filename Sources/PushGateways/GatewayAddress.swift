import PushText

/// The host names of Apple and Google that providers send to, and that the gateways stand in for.
public enum GatewayAddress {
    /// APNs for apps of the App Store and TestFlight, on port 443 or 2197.
    public static let apnsProduction = "api.push.apple.com"
    /// APNs for development builds, under the name in Apple's current documentation.
    public static let apnsSandbox = "api.sandbox.push.apple.com"
    /// The sandbox under its older name, which several libraries still use.
    static let apnsDevelopment = "api.development.push.apple.com"
    /// Management of broadcast channels, in production and in the sandbox.
    public static let channels = [
        "api-manage-broadcast.push.apple.com", "api-manage-broadcast.sandbox.push.apple.com",
    ]
    /// Broadcast pushes, by the host names in the samples of Apple's pages, which say elsewhere
    /// that they go to the names of other pushes (A-CHANNEL, A-TROUB).
    public static let broadcast = [
        "api-broadcast.push.apple.com", "api-broadcast.sandbox.push.apple.com",
    ]
    /// FCM's HTTP v1 API.
    public static let fcm = "fcm.googleapis.com"
    /// Google's endpoint that exchanges a service account's assertion for an access token.
    public static let googleOAuth = "oauth2.googleapis.com"
    /// The older name of that endpoint, which some libraries ask whatever the account's file says.
    public static let googleAPIs = "www.googleapis.com"
    /// The Instance ID server API, which manages topics until 2027-09-29.
    public static let instanceID = "iid.googleapis.com"
    /// A Google service that its libraries ask about a service account in addition to the token.
    public static let iamCredentials = "iamcredentials.googleapis.com"

    /// Every name of Apple's push service.
    public static let apns =
        [apnsProduction, apnsSandbox, apnsDevelopment] + broadcast + channels
    /// Every name of Google's that is needed to send through FCM.
    public static let google = [fcm, googleOAuth, googleAPIs, instanceID, iamCredentials]

    /// Returns the name of a host as these lists spell it: in small letters, without the port and
    /// the full stop that ends a whole name.
    public static func name(_ host: String) -> String {
        // Every push asks, so it is not read by characters.
        host.withBytes { bytes in
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            let whole = name.last == UInt8(ascii: ".") ? name.dropLast() : name
            return String(decoding: whole.lazy.map(Ascii.lower), as: UTF8.self)
        }
    }

    /// Whether a host name belongs to APNs' development environment.
    public static func isSandbox(_ host: String) -> Bool {
        let host = name(host)
        return host == apnsSandbox || host == apnsDevelopment || host == channels[1]
            || host == broadcast[1]
    }

    /// The environment that a host name stands for; nil for names of this machine.
    public static func environment(of host: String?) -> String? {
        guard let host, apns.contains(name(host)) else { return nil }
        return isSandbox(host) ? "development" : "production"
    }
}
