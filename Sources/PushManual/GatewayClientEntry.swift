/// A library that sends pushes, and how to point it to the gateways of `serve`.
struct GatewayClientEntry {
    /// The library with its language.
    let name: String
    /// The settings to change; the library itself stays as it is.
    let switches: String

    /// Every library that is known, in the order of languages (the sources as read in 2026).
    static let all = [
        GatewayClientEntry(
            name: "curl",
            switches: """
                `--cacert CA` and `https://localhost:PORT/3/device/TOKEN`; `--cert keys/apns.pem` \
                for a certificate, or `-H "authorization: bearer JWT"`.
                """),
        GatewayClientEntry(
            name: "Python aioapns",
            switches: """
                `SSL_CERT_FILE=CA`, and the class attributes `APNS_SERVER = "localhost"` of \
                APNsProductionClientProtocol and `APNS_PORT` of APNsTLSClientProtocol. It offers \
                no ALPN, which APNs treats as HTTP/2.
                """),
        GatewayClientEntry(
            name: "Python firebase-admin",
            switches: """
                `HTTPS_PROXY=http://127.0.0.1:PORT` with the port of `--proxy`, and \
                `REQUESTS_CA_BUNDLE=CA`. Its asynchronous calls do not support a proxy: they need \
                the real names.
                """),
        GatewayClientEntry(
            name: "Python pyfcm, async-firebase",
            switches: """
                `HTTPS_PROXY` with the port of `--proxy`; `REQUESTS_CA_BUNDLE=CA` for pyfcm, \
                `SSL_CERT_FILE=CA` for async-firebase. pyfcm's asynchronous calls take no proxy: \
                they need `SSL_CERT_FILE=CA` and the real names.
                """),
        GatewayClientEntry(
            name: "Python google-api-python-client",
            switches: """
                `HTTPLIB2_CA_CERTS=CA` and the real names; or with `HTTPS_PROXY`, and PySocks \
                installed. The same goes for `send_all` and `send_multicast` of firebase-admin \
                before 7.
                """),
        GatewayClientEntry(
            name: "Python kalyke-apns, simple-apns, mopyapns",
            switches: "`SSL_CERT_FILE=CA` and the real names: their hosts are fixed."),
        GatewayClientEntry(
            name: "Python pyapns-client3, apns2-up",
            switches: """
                The real names, and `root_cert_path="CA"` of the client; for apns2-up \
                `hyper.tls.cert_loc = "CA"`. apns2 itself does not start on Python 3.10 and newer.
                """),
        GatewayClientEntry(
            name: "Node http2, node-apn",
            switches: """
                `NODE_EXTRA_CA_CERTS=CA`; node-apn takes `address` and `port`.
                """),
        GatewayClientEntry(
            name: "Node firebase-admin, apns2",
            switches: """
                `NODE_EXTRA_CA_CERTS=CA` and the real names: their hosts, and port 443, are fixed.
                """),
        GatewayClientEntry(
            name: "Go sideshow/apns2",
            switches: "`SSL_CERT_FILE=CA` and `client.Host = \"https://localhost:PORT\"`."),
        GatewayClientEntry(
            name: "Go firebase-admin",
            switches: """
                `option.WithEndpoint("http://127.0.0.1:PORT/v1")` with the port of `--fcm`; for \
                topics `HTTPS_PROXY` and `SSL_CERT_FILE`.
                """),
        GatewayClientEntry(
            name: "Go google.golang.org/api/fcm/v1",
            switches: """
                `option.WithEndpoint("http://127.0.0.1:PORT/")` with the port of `--fcm`, and \
                `option.WithCredentialsFile` with the account of `credential demo keys --for fcm \
                --port PORT`. After `option.WithoutAuthentication()` the answer is 401, as Google's.
                """),
        GatewayClientEntry(
            name: "Java pushy",
            switches: """
                `setApnsServer("localhost", PORT)` and `setTrustedServerCertificateChain(CA)`.
                """),
        GatewayClientEntry(
            name: "Java firebase-admin",
            switches: """
                `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=PORT`, and a trust store with the \
                authority: `keytool -importcert -file CA`, `-Djavax.net.ssl.trustStore`.
                """),
        GatewayClientEntry(
            name: ".NET FirebaseAdmin",
            switches: "`HTTPS_PROXY` and `SSL_CERT_FILE=CA`."),
        GatewayClientEntry(
            name: "PHP kreait/firebase-php, edamov/pushok",
            switches: """
                `HTTPS_PROXY` and `curl.cainfo=CA` in php.ini; pushok's host and port are fixed, \
                and libcurl takes the proxy for it.
                """),
        GatewayClientEntry(
            name: "Ruby apnotic",
            switches: "`url: \"https://localhost:PORT\"` and `SSL_CERT_FILE=CA`."),
        GatewayClientEntry(
            name: "Ruby googleauth, fcm",
            switches: """
                `http_proxy` with the port of `--proxy` (net/http asks it for https, too) and \
                `SSL_CERT_FILE=CA`.
                """),
        GatewayClientEntry(
            name: "curl in PHP, net/http in Ruby",
            switches: """
                PHP: `CURLOPT_CAINFO` and `https://localhost:PORT`, with `CURL_HTTP_VERSION_2_0` \
                for APNs. net/http has no HTTP/2, and so speaks to FCM alone, as above.
                """),
        GatewayClientEntry(
            name: "Ruby rpush, Rust a2",
            switches: "The real names: their hosts are fixed, and they do not support a proxy."),
    ]
}

/// A check of a gateway, as the manual lists them in their order.
///
/// A test checks that each reason is one of the gateway's answers; the order is written by hand.
struct GatewayCheckEntry {
    /// The part of a request that is checked.
    let subject: String
    /// The reasons or codes that it may end with.
    let reasons: [String]

    /// The checks of a push at APNs, in their order.
    static let apns = [
        GatewayCheckEntry(
            subject: "the path and the method", reasons: ["BadPath", "MethodNotAllowed"]),
        GatewayCheckEntry(
            subject: "the form of the headers",
            reasons: [
                "DuplicateHeaders", "BadMessageId", "BadExpirationDate", "BadPriority",
                "BadCollapseId", "InvalidPushType",
            ]),
        GatewayCheckEntry(
            subject: "the provider token or the certificate",
            reasons: [
                "MissingProviderToken", "BadCertificate", "BadCertificateEnvironment",
                "InvalidProviderToken", "ExpiredProviderToken", "BadEnvironmentKeyInToken",
                "Forbidden", "UnrelatedKeyIdInToken", "TooManyProviderTokenUpdates",
            ]),
        GatewayCheckEntry(
            subject: "the device token, and its environment if the client used one of Apple's "
                + "names",
            reasons: ["MissingDeviceToken", "BadDeviceToken", "Unregistered"]),
        GatewayCheckEntry(
            subject: "the topic",
            reasons: ["MissingTopic", "BadTopic", "TopicDisallowed", "DeviceTokenNotForTopic"]),
        GatewayCheckEntry(subject: "the body", reasons: ["PayloadEmpty", "PayloadTooLarge"]),
    ]

    /// The checks of requests about broadcast channels, in addition to headers and credentials.
    static let channels = [
        GatewayCheckEntry(
            subject: "the path on the management port, and the method",
            reasons: ["BadPath", "MethodNotAllowed"]),
        GatewayCheckEntry(
            subject: "the bundle ID in the path, which the credentials must cover",
            reasons: ["TopicDisallowed", "TopicMismatch"]),
        GatewayCheckEntry(
            subject: "the body of a creation",
            reasons: [
                "PayloadEmpty", "BadRequestPayload", "BadRequestParams", "MissingPushType",
                "InvalidPushType", "MissingChannelQueueSize", "FeatureNotEnabled",
                "CannotCreateChannelConfig",
            ]),
        GatewayCheckEntry(
            subject: "the channel of every other request",
            reasons: ["MissingChannelId", "BadChannelId", "ChannelNotRegistered"]),
        GatewayCheckEntry(
            subject: "a push to a channel",
            reasons: [
                "MissingChannelId", "MissingPushType", "InvalidPushType", "BadExpirationDate",
                "BadPriority", "BadChannelId", "FeatureNotEnabled", "ChannelNotRegistered",
                "PayloadEmpty", "PayloadTooLarge",
            ]),
    ]

    /// The checks of a message at FCM, in their order.
    static let fcm = [
        GatewayCheckEntry(subject: "the access token", reasons: ["UNAUTHENTICATED"]),
        GatewayCheckEntry(
            subject: "whether its account may send for the project",
            reasons: ["PERMISSION_DENIED"]),
        GatewayCheckEntry(
            subject: "the message's fields, its target and its size",
            reasons: ["INVALID_ARGUMENT"]),
        GatewayCheckEntry(
            subject: "the registration", reasons: ["UNREGISTERED", "SENDER_ID_MISMATCH"]),
        GatewayCheckEntry(
            subject: "what APNs answers to FCM", reasons: ["THIRD_PARTY_AUTH_ERROR"]),
    ]
}
