import PushModel
import PushSimulation
import PushText

extension ManPage {
    /// Renders pushsh-gateways(7): how to point other people's senders to the simulated devices,
    /// what is checked in which order, and every reason with its cause and cure.
    public static var gateways: String {
        var page = Mdoc(
            title: "pushsh-gateways", section: 7,
            summary: "APNs and FCM on ports of this machine, for other people's senders")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            `serve --apns PORT` answers as Apple's push service and `serve --fcm PORT` as \
            Firebase Cloud Messaging. A backend sends with its own, unchanged library; the push \
            reaches the simulated device, or is refused for the reason that Apple and Google \
            give. A backend's tests need no account and no network.

            `serve --all` opens everything on free ports and prints one line of JSON when all of \
            them listen, so that a test can start it and read where to send.
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
            In a test `serve` opens the ports and lets the test go on; outside of one \
            `--meanwhile` does. What other programs send is answered while the script waits, \
            `expect within 5s shown == [msg-1]` above all: it looks again after each request, for \
            so long in real time, and the script's clock stands still meanwhile. Only where no \
            request made it true does as much of the script's time pass. The line of JSON with \
            the ports goes to standard error, and `$` holds it: `let port = $.apns`. What comes \
            after the last wait is refused with 503 when the test ends.

            `.record` writes each push that came from a port as a statement, with what it \
            printed: a payload with its headers as options, or `receive --served` with everything \
            that decided about it, a refusal and its reason among that. The recording replays \
            with `pushsh -f`, without a network and with equal bytes.
            """)
        page.raw(".Sh EXAMPLES")
        page.prose("Keys for a sender, and the gateways:")
        page.literal(gatewayScript)
        page.prose("The tokens that a backend's table would hold:")
        page.literal("tokens export --format apns")
        seeAlso(from: "pushsh-gateways(7)", &page)
        return page.text
    }

    private static let gatewayScript = """
        app launch
        credential demo keys
        serve --apns 2197 --channels 2195 --fcm 8443 --proxy 8888
        """

    private static func reaching(_ page: inout Mdoc) {
        page.raw(".Sh REACHING THE GATEWAYS")
        page.prose(
            """
            Each workspace has a certificate authority of its own, made at the first `serve`: \
            `gateway-ca.pem` in its directory, called CA below. It vouches for the names of Apple \
            and Google, for `localhost` and for 127.0.0.1. There are three ways.
            """)
        tagged(
            &page,
            [
                (
                    "The library's own switch",
                    "Many take a host and a port. Send to `https://localhost:PORT`, and trust CA."
                ),
                (
                    "A proxy",
                    "`serve --proxy PORT` answers CONNECT for the gateways' own names and for no "
                        + "other. `serve --print-env --proxy PORT` prints the variables for a "
                        + "shell's eval; the library still believes that it speaks to "
                        + "fcm.googleapis.com."
                ),
                (
                    "The real names",
                    "In a namespace with a hosts file and a network of its own the names lead "
                        + "here, whatever the library: `unshare -rmn`, `ip link set lo up`, "
                        + "`mount --bind hosts /etc/hosts` with lines like "
                        + "`127.0.0.1 api.push.apple.com`, and `serve --apns 443`. Google's names "
                        + "want port 443, too: `serve --fcm 443 --host 127.0.0.2` in a second "
                        + "shell, and that address in the hosts file."
                ),
            ])
        page.prose(
            """
            The name that the client asks for says which environment it wants: \
            api.sandbox.push.apple.com and api.development.push.apple.com are the sandbox, \
            api.push.apple.com is production, `localhost` is both. HTTP/2 is required, over \
            TLS 1.2 or newer; a client whose ALPN offers no `h2` is refused by the alert \
            `no_application_protocol`, and one that offers nothing speaks HTTP/2. `--cleartext` \
            also takes it without TLS. A connection may open one \
            stream until its provider token was accepted, then 1,000; what a client sends before \
            it has read that number is answered, too.
            """)
    }

    private static func libraries(_ page: inout Mdoc) {
        page.raw(".Sh LIBRARIES")
        page.raw(".Bl -tag -width Ds")
        for entry in GatewayClientEntry.all {
            page.macro("It", entry.name)
            page.prose(entry.switches)
        }
        page.raw(".El")
    }

    private static func senderCredentials(_ page: inout Mdoc) {
        page.raw(".Sh CREDENTIALS")
        page.prose(
            """
            Until a workspace knows a key or an account, its gateways take every well-formed \
            provider token and assertion, and warn once. `credential demo` makes a key, a \
            certificate and a service account; from then on signatures are verified, and other \
            keys are refused. A provider token is signed with ES256; a signature in DER, as \
            `openssl dgst -sign` writes it, counts as well, and so does an `iat` with a fraction \
            or as a text of digits, as pyapns-client and kalyke-apns write it. The age of \
            credentials is measured on the system's clock. The private halves stand in the files \
            alone.

            TLS takes any certificate that a client shows. One that CA did not sign, whose time \
            is over or that is for no client is answered with 403 BadCertificate where no \
            provider token comes with it, so that every client can read why; `why` names the \
            fault. `credential demo DIR --environment production` writes a certificate for that \
            environment alone.

            Google's token endpoint gives a token for any of Google's scopes. Without \
            `firebase.messaging` or `cloud-platform` among them FCM refuses it with 403: \
            ACCESS_TOKEN_SCOPE_INSUFFICIENT.

            `send` is a sender of our own, with the same files: `credential add` names one, \
            `credential test` asks a gateway whether it is taken. On the simulated network it \
            meets the embedded gateway. `network real` and `--host 127.0.0.1:PORT --ca CA` lead \
            it to `serve` in another process, under the names of Apple and Google; without \
            `--host` it sends to them. A file that others than its owner can read is refused, \
            and no key, password or token is printed, recorded or stored.
            """)
    }

    private static func order(_ page: inout Mdoc) {
        page.raw(".Sh ORDER OF THE CHECKS")
        page.prose("The first check that fails gives the answer. APNs looks at:")
        checks(GatewayCheckEntry.apns, &page)
        page.prose("About broadcast channels, behind the headers and the credentials, it looks at:")
        checks(GatewayCheckEntry.channels, &page)
        page.prose("FCM looks at:")
        checks(GatewayCheckEntry.fcm, &page)
        page.prose(
            """
            Google's reader of JSON names every fault of a body, a line each: names that the API \
            does not have, values of another type, enums and times that are none. A parameter of \
            the query that the API does not have is refused as well, and so is a form: curl's `-d` \
            says `application/x-www-form-urlencoded` unless `-H` says `application/json`.
            """)
    }

    private static func checks(_ entries: [GatewayCheckEntry], _ page: inout Mdoc) {
        page.raw(".Bl -enum")
        for entry in entries {
            page.raw(".It")
            page.prose("\(entry.subject): \(entry.reasons.joined(separator: ", "))")
        }
        page.raw(".El")
    }

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
            InvalidProviderToken says no more than that. `serve` and `why` name the part that \
            is wrong:
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
            A key for the other environment is BadEnvironmentKeyInToken, as senders report it; \
            after `config apns.reasons documented` it is BadEnvironmentKeyIdInToken, as on \
            Apple's page.
            """)
    }

    private static func activities(_ page: inout Mdoc) {
        page.raw(".Sh LIVE ACTIVITIES AND CHANNELS")
        page.prose(
            """
            An app with `app set activities on` has Live Activities: `activity tokens` writes the \
            token that starts one and those that update them. They are for the topic with \
            `.push-type.liveactivity` alone; the token of one that has ended is Unregistered. FCM \
            takes them in `apns.live_activity_token`. APNs answers 200 to whatever the device \
            then ignores: `why ID` says what that was.

            Broadcast channels are managed on the port of `serve --channels PORT`, as Apple's \
            are on 2195 (sandbox) and 2196: POST, GET and DELETE of `/1/apps/BUNDLE/channels`, \
            GET of `/1/apps/BUNDLE/all-channels`. A creation is answered with 201 and \
            `apns-channel-id`, a deletion with 204. `POST /4/broadcasts/apps/BUNDLE` on the port \
            of ordinary pushes sends to a channel, without `apns-topic` and with \
            `apns-priority` and `apns-expiration`: 0 on a channel of policy 0. A channel is in the \
            environment whose host name made it, one that was made under a name of this machine in \
            both. `channel \
            create` and `receive --channel` do the same without a network.
            """)
    }

    private static func answerHeaders(_ page: inout Mdoc) {
        page.raw(".Sh ANSWERS")
        page.prose(
            """
            APNs repeats `apns-id`, or makes one; the sandbox adds `apns-unique-id`. A 410 tells \
            in `timestamp` since when the token is dead. Both gateways add `pushsh-event: ID`: \
            `why ID` explains that push, or that refusal, from the gateway to the warehouse. An \
            answer of success leaves only when the push is stored, so that it survives the end of \
            this process at any moment.
            """)
    }

    private static func plantedFaults(_ page: inout Mdoc) {
        page.raw(".Sh FAULTS")
        page.prose(
            """
            `stub apns` and `stub fcm` act on the wire, too: `reason=` or `error=` with any reason \
            above, `delay=5s`, `slow=5s` (the head at once, the body in pieces over that time), \
            `retry-after=60`, `timeout` and `reset`; for APNs `goaway` ends the connection behind \
            the answer. `token=` chooses tokens by their beginning, `topic=` the app's bundle ID \
            at APNs and a topic of FCM, `connection=` a connection to the gateways by its number, \
            counted from 1 since `serve` began. `stub apns no-settings` keeps the server's \
            SETTINGS from connections that begin. They are planted before `serve`, or meanwhile by \
            another shell on the workspace, whose `no-settings` is seen behind the next request.
            """)
        page.raw(".Sh INSTANCE IDS")
        page.prose(
            """
            Google ends the Instance ID API on 2027-09-29. Until then its calls are answered on \
            the port of `--fcm`, with a warning: `/iid/v1:batchAdd`, `batchRemove`, `batchImport`, \
            `/iid/v1/TOKEN/rel/topics/NAME` and `/iid/info/TOKEN?details=true`. They want \
            `access_token_auth: true` beside the access token.
            """)
        page.raw(".Sh QUOTAS")
        page.prose(
            """
            FCM refuses with 429 QUOTA_EXCEEDED, and says in `Retry-After` when the next is let \
            through: more than 600,000 messages a minute of one project, more than 3,000 changes \
            of subscriptions a second, and of messages with `apns-collapse-id` more than 20 in a \
            burst to one app on one device, to which one is added every 3 minutes. Dry runs and \
            topics are free of the last. Time passes by the system's clock or the session's, \
            whichever goes further, so that `clock advance 3m` over the control port lets the \
            next message through. What APNs limits for one device is not documented: \
            `stub apns reason=TooManyRequests` plays it.
            """)
        page.raw(".Sh LIMITS")
        page.prose(
            """
            The app has one device token, that of remote notifications. Pushes for a topic with \
            the suffix of another push type (`.voip`, `.complication`, `.location-query`, \
            `.pushkit.fileprovider`) are taken with it, whereas APNs wants the token that \
            PushKit or another framework gave the app: a backend that mixes up its columns of \
            tokens is not found out here. Live Activities have tokens of their own.
            """)
        page.prose(
            """
            Google's quotas go on when the sender or this program ends; here each `serve` begins \
            with whole ones. `receive` and what `send` plays first on the embedded gateway count \
            none: a statement that is typed twice does the same twice.
            """)
    }
}
