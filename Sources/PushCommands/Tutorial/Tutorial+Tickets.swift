extension Ticket {
    /// A push for a step; `rest` are further members, with the comma before them.
    private static func push(_ id: String, _ rest: String) -> String {
        """
        receive <<JSON
          {"td_campaign_id": "cmp-1", "message_id": "\(id)", "title": "Sale",
           "body": "Today only"\(rest)}
          JSON
        """
    }

    /// The lesson on the whole way: token, push, tap, upload, query.
    static let firstPush = Ticket(
        name: "first-push", title: "Show me the whole way from a push to a row in SQL.",
        situation: [],
        steps: [
            Step(
                "Open the app. It asks for permission, registers with APNs, gets its token from "
                    + "FCM, and tracks its first event.",
                type: "app launch", checks: ["expect events contains token_register"]),
            Step(
                "Send a push. The output says what the sender added, which code ran, and what "
                    + "the user saw.",
                type: push("hello-1", ", \"link\": \"myapp://coupons/7\""),
                checks: ["expect shown contains hello-1"]),
            Step(
                "Be the user and tap it. The app tracks `open`, and the link opens a screen.",
                type: "tap", checks: ["expect events contains deeplink_open"]),
            Step(
                "Events wait on the phone until the app uploads them.",
                type: "flush", checks: ["expect queue == 0"]),
            Step(
                "Now they are rows in Treasure Data, and you can query them with SQL.",
                type: "query \"SELECT type, message_id, value FROM mobile.push_events\"",
                checks: ["expect output contains deeplink_open"]),
            Step(
                "One question answers most tickets.",
                type: "why hello-1", checks: ["expect $.broken == null"]),
        ])

    static let notShown = Ticket(
        name: "not-shown", title: "The push was sent, but nothing arrived.",
        situation: ["permission deny"],
        steps: [
            Step(
                "Do what the customer did: open the app.",
                type: "app launch", checks: ["expect screen == home"]),
            Step(
                "Send the push. Nothing is shown.", type: push("lost-1", ""),
                checks: ["expect shown == []", "expect output contains lost-1"]),
            Step(
                "Ask why. The first broken link comes first, with the cure below it.",
                type: "why", checks: ["expect $.cause == permission-denied"]),
            Step(
                "Apply the cure: the user allows it in Settings, which calls no code of the "
                    + "app. It registers at its next launch.",
                type: "permission grant\napp kill\napp launch",
                checks: ["expect events contains token_register"]),
            Step(
                "Send it again.", type: push("found-1", ""),
                checks: ["expect shown contains found-1"]),
        ])

    static let noImage = Ticket(
        name: "no-image", title: "The text arrived, but not the picture.",
        situation: ["app launch", "app background", "app set nse off"],
        steps: [
            Step(
                "Send the push with its picture.",
                type: push("pic-1", ", \"image_url\": \"https://example.com/sale.png\""),
                checks: ["expect shown contains pic-1"]),
            Step(
                "Ask why.", type: "why pic-1", checks: ["expect $.cause == extension-missing"]),
            Step(
                "Add the service extension to the app, and send it again.",
                type: "app set nse on\n"
                    + push("pic-2", ", \"image_url\": \"https://example.com/sale.png\""),
                checks: ["expect output contains \"image/png\""]),
            Step(
                "Other causes look the same. Without sending it, see what a picture over http "
                    + "would do in every state of the app.",
                type: """
                    try <<JSON
                      {"aps": {"alert": "Sale", "mutable-content": 1},
                       "image_url": "http://example.com/sale.png"}
                      JSON
                    """,
                checks: ["expect $.sent[0].cells.image.reason.cause == image-not-https"]),
        ])

    static let noEvents = Ticket(
        name: "no-events", title: "Pushes arrive, but the reports are empty.",
        situation: ["app launch", "app set td.initialised off"],
        steps: [
            Step(
                "Send a push and tap it.", type: push("mute-1", "") + "\ntap",
                checks: ["expect output contains opened"]),
            Step(
                "Ask why there is no `open`.", type: "why open",
                checks: ["expect $.cause == sdk-not-initialised"]),
            Step(
                "Let the app initialise the SDK, and try again.",
                type: "app set td.initialised on\n" + push("loud-1", "") + "\ntap",
                checks: ["expect events contains open"]),
            Step(
                "Now let the upload fail: the service says that the key is wrong.",
                type: "stub ingest status=401\nflush",
                checks: ["expect error.code == upload_failed"],
                failure: "upload_failed"),
            Step(
                "Ask why the event is still in the queue.", type: "why loud-1",
                checks: ["expect $.broken == upload"]),
            Step(
                "Fix the key (here, clear the stub) and upload.",
                type: "stub clear\nflush", checks: ["expect queue == 0"]),
        ])

    static let deadLink = Ticket(
        name: "dead-link", title: "A tap opens the app, but not the coupon.",
        situation: ["app launch", "app set schemes none"],
        steps: [
            Step(
                "Send the push and tap it.",
                type: push("link-1", ", \"link\": \"myapp://coupons/7\"") + "\ntap",
                checks: ["expect output contains opened"]),
            Step(
                "Ask why the link was not opened.", type: "why deeplink_open",
                checks: ["expect $.cause == scheme-not-registered"]),
            Step(
                "Register the scheme, and open the link again.",
                type: "app set schemes myapp\nopen myapp://coupons/7",
                checks: ["expect events contains deeplink_open"]),
        ])

    static let staleToken = Ticket(
        name: "stale-token", title: "FCM says UNREGISTERED for some users.",
        situation: ["app launch", "stub fcm error=UNREGISTERED times=1"],
        steps: [
            Step(
                "Send through FCM, as the customer's server does.",
                type: """
                    receive --to phone <<JSON
                      {"message": {"notification": {"title": "Sale", "body": "B"},
                       "data": {"message_id": "old-1"}}}
                      JSON
                    """, checks: ["expect shown == []", "expect output contains old-1"]),
            Step(
                "Ask why.", type: "why old-1", checks: ["expect $.cause == push-refused"]),
            Step(
                "Let the app get a new token, which it registers with Treasure Data.",
                type: "token refresh", checks: ["expect events contains token_register"]),
            Step(
                "See the token's history, oldest first.", type: "token history",
                checks: ["expect output contains registration"]),
        ])

    static let testSender = Ticket(
        name: "test-sender", title: "Is the payload of our new campaign right?",
        situation: ["app launch"],
        steps: [
            Step(
                "Lint it. A finding shows the place, what iOS would do, and the cure.",
                type: """
                    lint <<JSON
                      {"aps": {"alert": "Sale", "badge": "1"}}
                      JSON
                    """, checks: ["expect output contains badge"], failure: "lint_errors"),
            Step(
                "See what the fixed payload does in every state of the app.",
                type: """
                    try <<JSON
                      {"aps": {"alert": "Sale", "badge": 1}, "message_id": "new-1"}
                      JSON
                    """, checks: ["expect $.sent[0].place == banner"]),
            Step(
                "Send it as it is, without what the sender's profile would add.",
                type: """
                    receive --verbatim <<JSON
                      {"aps": {"alert": "Sale", "badge": 1}, "message_id": "new-1"}
                      JSON
                    """, checks: ["expect shown contains new-1"]),
            Step(
                "See the current state.", type: "status", checks: ["expect $.last.id == new-1"]),
        ])
}
