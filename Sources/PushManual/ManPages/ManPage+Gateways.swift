import PushModel
import PushPayload
import PushSimulation
import PushText

extension ManPage {
    /// Renders pushsh-gateways(7): how to point other people's senders to the simulated devices,
    /// what is checked in which order, and every reason with its cause and cure.
    public static var gateways: String {
        var page = Mdoc(
            title: "pushsh-gateways", section: 7,
            summary: "APNs and FCM on ports of this machine, for your own senders")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            `serve --apns PORT` acts as Apple's push service and `serve --fcm PORT` as Firebase \
            Cloud Messaging. A backend sends with its usual library, unchanged; the push reaches \
            the simulated device, or is refused with the reason that Apple or Google would give. A \
            backend's tests need no account and no network.

            `serve --all` opens everything on free ports and prints one line of JSON once all of \
            them listen, so that a test can start it and read where to send. The test may leave \
            the lines behind it unread: they never hold up an answer.
            """)
        reaching(&page)
        libraries(&page)
        senderCredentials(&page)
        order(&page)
        answers("REASONS OF APNS", .apns, &page)
        answers("ERROR CODES OF FCM", .fcm, &page)
        activities(&page)
        answerHeaders(&page)
        plantedFaults(&page)
        page.raw(".Sh IN A TEST OF A SCRIPT")
        page.prose(
            """
            In a test, `serve` opens the ports and the test continues; outside a test, use \
            `--meanwhile`. Requests are answered while the script waits, above all in `expect \
            within 5s shown == [msg-1]`: it checks again after each request, for up to 5 s of real \
            time, while the script's clock stands still. Only if no request made it true does the \
            same time pass on the script's clock. The line of JSON with the ports goes to standard \
            error, and `$` has it: `let port = $.apns`. Requests after the last wait are refused \
            with 503 when the test ends. The lines about requests, such as \
            `refused msg-1: BadDeviceToken (400)`, are the output of no statement: golden lines \
            and `expect output` do not see them, and a failure and the reports show them below \
            the `expect` that waited.

            `.record` writes each push received on a port as a statement, with its output: a \
            payload with its headers as options, or `receive --served` with everything that \
            decided its fate, including a refusal and its reason. Stubs that another shell sets \
            meanwhile become statements, too, and so do the subscriptions to topics that a server \
            makes or ends: `topic subscribe --by-provider`. The recording replays with \
            `pushsh -f`, without a network and byte for byte.
            """)
        page.raw(".Sh EXAMPLES")
        page.prose("Keys for a sender, and the gateways:")
        page.literal(gatewayScript)
        page.prose("The tokens that a backend's table would have:")
        page.literal("tokens export --format apns")
        seeAlso(from: "pushsh-gateways(7)", &page)
        return page.text
    }

    /// The statements of the page's example.
    private static let gatewayScript = """
        app launch
        credential demo keys
        serve --apns 2197 --channels 2195 --fcm 8443 --proxy 8888
        """

    /// Adds the three ways in which a sender reaches the gateways of `serve`.
    private static func reaching(_ page: inout Mdoc) {
        page.raw(".Sh REACHING THE GATEWAYS")
        page.prose(
            """
            Each workspace has its own certificate authority, created at the first `serve` or \
            `credential demo`: `gateway-ca.pem` in its directory, called CA below. It signs \
            certificates for Apple's and Google's names, `localhost` and 127.0.0.1; with `--host`, \
            also for that address or this machine's, and for what `--name` names. There are three \
            ways to connect.
            """)
        tagged(
            &page,
            [
                (
                    "The library's own setting",
                    "Many libraries take a host and a port. Send to `https://localhost:PORT`, "
                        + "and trust CA."
                ),
                (
                    "A proxy",
                    "`serve --proxy PORT` answers CONNECT for the gateways' own names and no "
                        + "others. `serve --print-env --proxy PORT` prints the variables for a "
                        + "shell's eval; the library still believes that it is talking to "
                        + "fcm.googleapis.com."
                ),
                (
                    "The real names",
                    "In a namespace with its own hosts file and network, the names point here, "
                        + "whatever the library: `unshare -rmn`, `ip link set lo up`, "
                        + "`mount --bind hosts /etc/hosts` with lines like "
                        + "`127.0.0.1 api.push.apple.com`, and `serve --apns 443`. Google's "
                        + "names also need port 443: `serve --fcm 443 --host 127.0.0.2` in a "
                        + "second "
                        + "shell, and that address in the hosts file."
                ),
            ])
        page.prose(
            """
            The host name in the client's request selects the environment: \
            api.sandbox.push.apple.com and api.development.push.apple.com are the sandbox, \
            api.push.apple.com is production, `localhost` is both. For channels the same holds of \
            api-manage-broadcast, and of api-broadcast in Apple's samples. HTTP/2 over TLS 1.2 or \
            newer is required; a client whose ALPN does not offer `h2` is refused with the alert \
            `no_application_protocol`, and one without ALPN is assumed to speak HTTP/2. \
            `--cleartext` also accepts HTTP/2 without TLS. A connection may have one open stream \
            until its provider token is accepted, then 1,000, or the number that `--max-streams` \
            gives; requests sent before the client has \
            seen that limit are still answered.
            """)
    }

    /// Adds the libraries, each with its settings.
    private static func libraries(_ page: inout Mdoc) {
        page.raw(".Sh LIBRARIES")
        page.raw(".Bl -tag -width Ds")
        for entry in GatewayClientEntry.all {
            page.macro("It", entry.name)
            page.prose(entry.switches)
        }
        page.raw(".El")
    }

    /// Adds which keys the embedded gateways accept.
    private static func senderCredentials(_ page: inout Mdoc) {
        page.raw(".Sh CREDENTIALS")
        page.prose(
            """
            Until a workspace has a key or an account, its gateways accept any well-formed \
            provider token or assertion, and warn once. `credential demo` creates a key, a \
            certificate and a service account; from then on signatures are verified, and other \
            keys are refused. A provider token is signed with ES256; a DER signature, as written \
            by `openssl dgst -sign`, is accepted too, and so is an `iat` with a fraction or as a \
            string of digits, as pyapns-client and kalyke-apns write it. The age of credentials is \
            measured on the system's clock. The private halves exist only in the files.

            A key sends to the apps of its own team (A-TOKAUTH). An app's team is the one of `app \
            set team`, on any device that has the app, or else that of the first key which names \
            its bundle ID or is for all. The key of another team gets TopicDisallowed, and for \
            channels TopicMismatch.

            TLS accepts any certificate that a client presents. One that CA did not sign, that has \
            expired or that is not for clients is answered with 403 BadCertificate unless a \
            provider token comes with it, so that every client can read the reason; `why` names \
            the fault. Beside a certificate that is valid `authorization` is ignored (A-SEND). \
            `credential demo DIR --environment production` writes a certificate for \
            that environment alone. A certificate covers the topics that Apple's extension lists \
            in it (A-CERT): that of `credential demo` the app's own, `.voip`, `.complication` and \
            `.voip-ptt`. Every other topic is TopicDisallowed, and without `apns-topic` the answer \
            is MissingTopic; other push types need a key.

            The account's `token_uri` is ours: the port of `credential demo --port`, or the one on \
            which this process already serves FCM, as in a test or over the control port. Without \
            either it is Google's, `https://oauth2.googleapis.com/token`, which leads here for a \
            sender that uses `serve --proxy` or the real names.

            Google's token endpoint issues a token for any of Google's scopes. Unless \
            `firebase.messaging` or `cloud-platform` is among them, FCM refuses it with 403: \
            ACCESS_TOKEN_SCOPE_INSUFFICIENT.

            `send` is a built-in sender that uses the same files: `credential add` adds one under \
            a name, and `credential test` asks a gateway whether it is accepted. On the simulated \
            network it sends to the embedded gateway. With `network real` and `--host \
            127.0.0.1:PORT --ca CA` it sends to `serve` in another process, under Apple's and \
            Google's names; without `--host` it sends to Apple and Google. A file that others can \
            read is refused, and no key, password or token is printed, recorded or stored.
            """)
    }

    /// Adds the checks in their order, from `GatewayCheckEntry`.
    private static func order(_ page: inout Mdoc) {
        page.raw(".Sh ORDER OF THE CHECKS")
        page.prose("The first check that fails decides the answer. APNs checks:")
        checks(GatewayCheckEntry.apns, &page)
        page.prose("For broadcast channels, after the headers and the credentials, it checks:")
        checks(GatewayCheckEntry.channels, &page)
        page.prose("FCM checks:")
        checks(GatewayCheckEntry.fcm, &page)
        page.prose(
            """
            Google's reader of JSON names every fault of a body, a line each: names that the API \
            does not have, values of another type, enums and times that are none. This one stops \
            at 100, and `why` lists ten of them. A parameter of \
            the query that the API does not have is refused as well, and so is a form: curl's `-d` \
            says `application/x-www-form-urlencoded` unless `-H` says `application/json`.

            The access token is one that a `serve` on this workspace made. `why` tells a server \
            key, another scheme, a strange token and the account's own JWT apart, which Google \
            answers alike. A self-signed JWT in place of an access token (AIP-4111) is not taken: \
            FCM's pages name only access tokens, and whether FCM takes one is not documented.

            Under a name of Google's, a call is only found where Google has it: messages and \
            topicSubscriptions at fcm.googleapis.com, access tokens at oauth2.googleapis.com and, \
            as `/oauth2/v4/token`, at www.googleapis.com, Instance IDs at iid.googleapis.com. \
            `localhost` and the other names of this machine answer all of them.
            """)
    }

    /// Adds a numbered list of checks with the reasons that they end with.
    private static func checks(_ entries: [GatewayCheckEntry], _ page: inout Mdoc) {
        page.raw(".Bl -enum")
        for entry in entries {
            page.raw(".It")
            page.prose("\(entry.subject): \(entry.reasons.joined(separator: ", "))")
        }
        page.raw(".El")
    }

    /// Adds every reason of a gateway with its status, cause, cure and source.
    private static func answers(
        _ title: String, _ gateway: GatewayAnswer.Gateway, _ page: inout Mdoc
    ) {
        page.macro("Sh", title)
        page.raw(".Bl -tag -width Ds")
        for answer in GatewayAnswer.answered where answer.gateway == gateway {
            page.macro("It Sy", "\(answer.status) \(answer.reason)")
            let cause = answer.cause.first == "`" ? answer.cause : answer.cause.capitalised
            page.prose("\(cause). Cure: \(answer.cure) (\(answer.source)).")
        }
        page.raw(".El")
        if gateway == .apns { parts(&page) }
    }

    /// The parts of a provider token, which share one reason.
    private static func parts(_ page: inout Mdoc) {
        page.prose(
            """
            InvalidProviderToken says nothing more. `serve` and `why` name the part that is wrong:
            """)
        page.raw(".Bl -bullet")
        for fault in RequestFault.allCases where fault.reason == "InvalidProviderToken" {
            page.raw(".It")
            let clause = fault.clause
            page.prose("\(clause.first == "`" ? clause : clause.capitalised). Cure: \(fault.cure).")
        }
        page.raw(".El")
        page.prose(
            """
            A key for the other environment gets BadEnvironmentKeyInToken, as senders report; \
            after `config apns.reasons documented` it gets BadEnvironmentKeyIdInToken, as on \
            Apple's page.
            """)
    }

    /// Adds what differs for Live Activities and broadcast channels.
    private static func activities(_ page: inout Mdoc) {
        page.raw(".Sh LIVE ACTIVITIES AND CHANNELS")
        page.prose(
            """
            An app with `app set activities on` has Live Activities: `activity tokens` prints the \
            token that starts one and those that update them. They are only valid for the topic \
            with `.push-type.liveactivity`; the token of an ended one is Unregistered. FCM takes \
            them in `apns.live_activity_token`; a message without it goes to the app's own token, \
            and APNs answers DeviceTokenNotForTopic if it has the push type `liveactivity`. APNs \
            answers 200 even if the device then ignores the push: `why ID` says why.

            Broadcast channels are managed on the port of `serve --channels PORT`, as Apple's are \
            on 2195 (sandbox) and 2196: POST, GET and DELETE on `/1/apps/BUNDLE/channels`, GET on \
            `/1/apps/BUNDLE/all-channels`. Creation is answered with 201 and `apns-channel-id`, \
            deletion with 204. `POST /4/broadcasts/apps/BUNDLE` on the ordinary push port sends to \
            a channel, without `apns-topic` and with `apns-priority` and `apns-expiration` (0 for \
            a channel with policy 0). A channel belongs to the environment of the host name it was \
            created under; under a name of this machine, to both. `channel create` and `receive \
            --channel` do the same without a network.
            """)
    }

    /// Adds the headers and bodies of answers.
    private static func answerHeaders(_ page: inout Mdoc) {
        page.raw(".Sh ANSWERS")
        page.prose(
            """
            APNs returns the request's `apns-id`, or a new one; the sandbox adds `apns-unique-id`. \
            Requests about channels have `apns-request-id` instead; a push to a channel gets \
            `apns-unique-id` in both environments. In a 410, `timestamp` says since when the token \
            has been dead. Both gateways add \
            `pushsh-event: ID` to their answers to pushes: `why ID` explains that push, or its \
            refusal, from the gateway to the warehouse. A message to a topic or a condition, and a \
            push to a channel, have one ID for all that they reach; a push to a path that the \
            gateway does not have, such as `/fcm/send`, has one as well. A message with \
            `validate_only` only has one if it is refused, since otherwise nothing was sent. The \
            answers of `/token` and about topics, channels and instances have none: they belong to \
            no push, and `serve` prints what it refuses. So has a body for FCM of over 5 MB, or 1 \
            MB over HTTP/2, which the port refuses with 413; of one for APNs only the first \
            megabyte is kept. It also prints each access token that it \
            hands out, by its account, and `facts` has it. Such a token is good for an hour, in \
            this workspace and across restarts of `serve`. Success is only answered once the push \
            is stored, so it survives the end of this process at any moment.

            In `pushsh-event` every byte of an ID that is not visible ASCII, and `%`, is \
            percent-coded: `a 1` is `a%201`. `why`, `show`, `tap`, `dismiss`, `open` and `expect \
            shown` take that form as well, unless a push has it literally as its ID.
            """)
    }

    /// Adds faults that `stub` plants, and the limits of the gateways.
    private static func plantedFaults(_ page: inout Mdoc) {
        page.raw(".Sh FAULTS")
        page.prose(
            """
            `stub apns` and `stub fcm` also work on the wire: `reason=` or `error=` with any \
            reason above, `delay=5s`, `slow=5s` (the head at once, the body in pieces over that \
            time), `retry-after=60`, `timeout` and `reset`; `goaway` ends the connection after \
            the answer, with GOAWAY over HTTP/2 and `Connection: close` over HTTP/1.1; FCM's \
            GOAWAY has no reason, as Google documents none. `token=` \
            selects tokens by prefix, `topic=` the app's bundle ID at \
            APNs or an FCM topic, also one in a condition and one that nobody follows, \
            `connection=` a connection by its number, counted from 1 since `serve` started. \
            `stub apns no-settings` and `stub fcm no-settings` withhold the server's SETTINGS from \
            new connections; HTTP/1.1 has none, and FCM's port also speaks that. Set \
            stubs before `serve`, or meanwhile from another shell on the workspace, whose \
            `no-settings` takes effect after the next request.

            How far a push gets before a stub meets it depends on the answer. A reason of 500 or \
            503, `timeout`, `reset`, and `goaway`, `delay=` or `slow=` without a reason come \
            before every check: a gateway that is down knows neither the sender nor the token. A \
            reason of 429 comes after the credentials, since it counts what a sender sends. Every \
            other reason takes the place of success: a push that the gateway refuses by itself \
            gets that refusal, and uses up no stub. Where among its checks Apple or Google places \
            500, 503 and 429 is not documented. Calls that send nothing, such as those for access \
            tokens, topics and the management of channels, meet no stub. A message with \
            `validate_only` meets the stubs of FCM, and leaves those with `times=` to what is sent.
            """)
        limits(&page)
    }

    /// Adds what the gateways limit, and what this program leaves out.
    private static func limits(_ page: inout Mdoc) {
        page.raw(".Sh INSTANCE IDS")
        page.prose(
            """
            Google ends the Instance ID API on 2027-09-29. Until then its calls are answered on \
            the port of `--fcm`, with a warning: `/iid/v1:batchAdd`, `batchRemove`, `batchImport`, \
            `/iid/v1/TOKEN/rel/topics/NAME` (POST subscribes; DELETE, which senders use and Google \
            does not document, unsubscribes) and `/iid/info/TOKEN?details=true`. They want \
            `access_token_auth: true` beside the access token. The result for a deleted token is \
            NOT_FOUND, that for a live token of another project INVALID_ARGUMENT.
            """)
        page.raw(".Sh QUOTAS")
        page.prose(
            """
            FCM answers 429 QUOTA_EXCEEDED, with `Retry-After`, for more than 600,000 messages a \
            minute from one project, more than 3,000 requests a second that change \
            subscriptions, and more than 20 messages with `apns-collapse-id` in a burst to one app \
            on one device, plus one every 3 minutes. To such requests the Instance ID API answers \
            429 RESOURCE_EXHAUSTED; a batch counts once. The last limit does not apply to dry runs \
            and topics. A `reset` of the control protocol makes all of them full again. Time is \
            taken from the system's clock or the session's, whichever is further ahead, so \
            `clock advance 3m` over the control port lets the next message through. APNs' limits \
            for one device are not documented: simulate them with \
            `stub apns reason=TooManyRequests`.
            """)
        page.prose(
            """
            An installation has 2,000 topics at most. For one more, the Instance ID API answers \
            TOO_MANY_TOPICS; of `topicSubscriptions` Google documents no answer, and this port \
            gives 429 RESOURCE_EXHAUSTED, without `Retry-After`.
            """)
        page.raw(".Sh LIMITS")
        let suffixes = PushType.allCases.filter { $0.tokenIssuer != nil }
            .map(\.topicSuffix).filter { !$0.isEmpty }.map { "`\($0)`" }.joined(separator: ", ")
        page.prose(
            """
            The app has one device token, the one for remote notifications. Pushes for a topic \
            with the suffix of another push type (\(suffixes)) \
            are accepted with it, also through FCM, whereas APNs requires the token from PushKit \
            or another framework. `config apns.tokens own` makes this port answer \
            DeviceTokenNotForTopic, which catches a backend that mixes up its token columns: \
            senders report that answer for VoIP, and Apple documents it for no type. Live \
            Activities have their own tokens.
            """)
        page.prose(
            """
            Google's quotas persist when the sender or this program ends; here each `serve` starts \
            with full ones, and a copy that `reset` or `undo` restores has full ones, too. \
            `receive`, and what `send` first tries on the embedded gateway, do not count: typing a \
            statement twice does the same thing twice.
            """)
    }
}
