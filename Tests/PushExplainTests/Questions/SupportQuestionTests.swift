import PushModel
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// The sentences of support tickets, and the subject of each.
@Suite struct SupportQuestionTests {
    struct Row: CustomStringConvertible {
        var sentence: String
        var symptom: Symptom?
        var complaint: Complaint?
        var stacking: Stacking?
        var asksForWake = false
        var description: String { sentence }

        init(
            _ sentence: String, _ symptom: Symptom?, _ complaint: Complaint? = nil,
            _ stacking: Stacking? = nil, wake: Bool = false
        ) {
            self.sentence = sentence
            (self.symptom, self.complaint, self.stacking) = (symptom, complaint, stacking)
            asksForWake = wake
        }
    }

    private static let world = Story([
        .launch, .login("cust-001"), .app(.background), .plain,
        .device(.add(name: "phone2", model: nil, os: "27.0")), .device(.use("phone")),
    ]).world

    @Test(
        arguments: tickets + names + japanese + occasions + stacks + badges + away + gateways
            + received
            + quotes + methods + phrases + screens + beside + remains)
    func `the sentence of a ticket is about what it names`(_ row: Row) {
        for start in ["", "why "] {
            let words = (start + row.sentence).split(separator: " ").map(String.init)
            let reading = WhyQuestion(words).reading({ $0 == "m1" }, naming: Self.world.whyName)
            #expect(reading.subject.symptom == row.symptom)
            #expect(reading.subject.complaint == row.complaint)
            #expect(reading.subject.stacking == row.stacking)
            #expect(reading.subject.asksForWake == row.asksForWake)
            #expect(reading.subject.id == nil)
            #expect(reading.notes.isEmpty)
        }
    }

    @Test func `the digits of an ID are no number on the icon`() {
        let words = ["m1", "badge", "stays"]
        let reading = WhyQuestion(words).reading({ $0 == "m1" }, naming: Self.world.whyName)
        #expect(reading.subject.complaint == .stays && reading.subject.id == "m1")
    }

    /// Sixty tickets, as support wrote them down.
    private static let tickets: [Row] = [
        Row("The image is missing only on my iPhone 15 in low power mode.", .image),
        Row("Badge does not go away after the user opened the app.", .badge, .stays),
        Row("After the Firebase migration half of our users get nothing.", .token),
        Row("The deep link opens Safari.", .link),
        Row("Silent push works in development only.", nil, wake: true),
        Row("Open rate is 0 for one campaign.", .open),
        Row("Events of yesterday arrive in the warehouse with today's time.", .warehouse),
        Row("Two notifications for one campaign.", .stack, nil, .twice),
        Row("Notification shows English to Japanese users.", .text),
        Row("The push arrives 3 hours late.", .banner, .late),
        Row("User denied permission, then allowed in Settings; still gets nothing.", nil),
        Row("Focus 'work' hides our 2FA push.", .banner),
        Row("We set time-sensitive, still hidden in Focus.", .banner),
        Row("Provisional users: no sound, no banner.", .sound),
        Row("Buttons do not appear.", .button),
        Row("Button pressed on lock screen does nothing.", .button),
        Row("Dismiss never tracked.", .dismiss),
        Row("Image missing: http URL.", .image),
        Row("Image missing: 12 MB.", .image),
        Row("Image missing: server answers text/html / no extension.", .image),
        Row("Image slow: 31s.", .image, .late),
        Row("WebP image not shown.", .image),
        Row("Sound: our 45 s jingle plays default.", .sound),
        Row("Sound mp3 default.", .sound),
        Row("No sound though sound in payload", .sound),
        Row("Badge is sent as string \"3\"", .badge),
        Row("Notifications of two chats are in one stack", .stack, nil, .thread),
        Row("The score update replaced nothing: two notifications", .stack, nil, .collapse),
        Row("Phone was offline on the train; five pushes sent, one came.", nil),
        Row("The coupon never came after 2 h offline", nil),
        Row("Background push with priority 10 refused.", nil, wake: true),
        Row("Silent push not delivered after user swiped app away.", nil, wake: true),
        Row("Silent push not delivered in Low Power Mode", nil, wake: true),
        Row("We send 20 silent pushes an hour; most lost.", nil, wake: true),
        Row("didReceiveRemoteNotification never called", nil, wake: true),
        Row("App killed in background after silent pushes", nil, wake: true),
        Row("Token rotates after restore: old phone's token gets 410.", .token, .changed),
        Row("App reinstalled: pushes to the old token.", .token),
        Row("token() fails 505.", .token),
        Row("swizzling off: no FCM token.", .token),
        Row("TestFlight build: no push with sandbox", .banner),
        Row("APNs key deleted in Firebase: THIRD_PARTY_AUTH_ERROR.", nil),
        Row("Our .p8 key is for development; production says 403.", nil),
        Row("Topic push: nobody receives.", .banner),
        Row("Condition with 6 topics / bad parentheses.", .banner),
        Row("Topic push too long 3000 bytes.", .banner),
        Row("Delivery at 9:00 local time hit abroad users at night", .delivery),
        Row("Dashboard's daily counts are shifted by 9 h", .warehouse),
        Row("Custom scheme link does nothing", .link),
        Row("Universal link opens Safari although associated-domains are set", .link),
        Row("Link works when app is running, but not from cold start (scene)", .link),
        Row("After rebuild with iOS 27 SDK no push.", .banner),
        Row("Foreground shows nothing.", .banner),
        Row("Live Activity does not start by push", .activity),
        Row("Live Activity does not update: content-state wrong key", .activity),
        Row("Queue lost: 1200 events offline.", .upload),
        Row("Uploads 401/403 after the key rotation", .upload),
        Row("Table Push_Events with a capital", .warehouse),
        Row("User opted out of tracking: events from before?", .warehouse),
        Row("SQL: opened yesterday by TD_INTERVAL returns nothing", .warehouse),
    ]

    /// Names and numbers that are the ID of no push.
    private static let names: [Row] = [
        Row("no rows in mobile.push_events", .warehouse), Row("push_events is empty", .warehouse),
        Row("write-key is refused", .upload), Row("no sound in low-power mode", .sound),
        Row("background-refresh is off", nil, wake: true), Row("the lock-screen is empty", .banner),
        Row("the 2FA code is not shown in Focus", .banner), Row("no banner since v2.3", .banner),
        Row("no banner since 2026-11-30", .banner), Row("no re-try of the upload", .upload),
        Row("push-to-start fails", .activity), Row("aps-environment", nil),
        Row("collapse-id", .stack, nil, .collapse), Row("apns-expiration", nil),
        Row("the p8 key is refused", nil), Row("no image with nse.image-keys", .image),
        Row("no sound for cust-001", .sound), Row("BadDeviceToken", nil),
        Row("the jingle is not played", .sound), Row("no push since 2026-11-30T10:00Z", .banner),
        Row("no banner after 30.11.", .banner),
    ]

    /// Japanese complaints, whatever they end with.
    private static let japanese: [Row] = [
        Row("開封率が0になる", .open), Row("通知が3時間遅れて届く", .banner, .late),
        Row("通知が二重に届く", .stack, nil, .twice), Row("ディープリンクでSafariが開く", .link),
        Row("通知が英語で表示される", .text), Row("昨日のイベントが今日の日付になる", .warehouse),
        Row("トークンが変わった", .token, .changed), Row("バッジが消えない", .badge, .stays),
        Row("イベントが重複している", .warehouse), Row("通知がまとまらない", .stack, nil, .thread),
        Row("サイレントプッシュが届かない", nil, wake: true), Row("ロック画面に表示されない", .banner),
        Row("openイベントが記録されない", .open), Row("open イベントがテーブルに入らない", .open),
        Row("deeplink_openイベントがない", .link), Row("タップしたのにopenイベントがない", .open),
        Row("タップしたのに開封されない", .open), Row("タップしても画面が開かない", .link),
        Row("通知をタップしてもリンクが開かない", .link), Row("プッシュの画像が出ない", .image),
        Row("通知が無音", .sound), Row("プッシュのバッジが付かない", .badge),
        Row("プッシュにボタンがない", .button), Row("通知の本文が表示されない", .text),
        Row("プッシュの文面が出ない", .text), Row("通知の開封が記録されない", .open),
        Row("通知を消してもdismissが記録されない", .dismiss), Row("会員IDが空", .warehouse),
        Row("アプリではなくブラウザが開く", .link), Row("Safariが開く", .link), Row("機内モード", nil),
        Row("アプリを開いても通知が届かない", .banner), Row("機種変更後に通知が届かない", .banner),
    ]

    /// The push that came is only the occasion of what it lacks.
    private static let occasions: [Row] = [
        Row("tapped but no open event", .open), Row("users tap but we see no opens", .open),
        Row("tap is not recorded", .open), Row("push arrives silently", .sound),
        Row("notification content hidden", .text), Row("push shows text only", .image),
        Row("registration-token-not-registered", nil), Row("airplane mode", nil),
    ]

    private static let stacks: [Row] = [
        Row("not grouped", .stack, nil, .thread), Row("twice", .stack, nil, .twice),
        Row("the chats are in one stack", .stack, nil, .thread),
        Row("the score was not replaced", .stack, nil, .collapse),
        Row("two notifications", .stack, nil, .twice),
        Row("was it shown twice", .stack, nil, .twice),
        Row("is the event stored twice", .warehouse), Row("tracked twice", .warehouse),
        Row("did two notifications not arrive", .banner),
        Row("does one group of users get no push", .banner),
        Row("do Japanese users get no push", .banner),
    ]

    private static let badges: [Row] = [
        Row("the badge does not go away", .badge, .stays), Row("badge stays", .badge, .stays),
        Row("is the badge stuck", .badge, .stays), Row("badge not cleared", .badge, .stays),
        Row("the badge still shows 3 after the user opened the app", .badge, .stuck),
        Row("バッジが1のまま", .badge, .stuck),
        Row("after the user opened the app the badge remains", .badge, .stays),
        Row("is there still no badge", .badge), Row("does the badge go up", .badge),
        Row("does the badge go away", .badge), Row("the badge disappeared", .badge, .gone),
        Row("the banner does not disappear", .banner),
    ]

    /// An app that is swiped away is no notification that is dismissed.
    private static let away: [Row] = [
        Row("silent push does not wake the app after the user swiped it away", nil, wake: true),
        Row("nothing after the user swiped the app away", nil),
        Row("silent push not delivered any more", nil, wake: true),
        Row("no delivery event of the silent push", .delivery),
        Row("the swiped notification is not tracked", .dismiss), Row("swiped", .dismiss),
    ]

    private static let gateways: [Row] = [
        Row("no push from Firebase", .banner), Row("does FCM say 401", nil),
        Row("FCM says 404", nil), Row("FCM", .token), Row("no APNs token", .token),
    ]

    /// Who misses a notification says that it was not received; who counts events does, too.
    private static let received: [Row] = [
        Row("notification not received", .banner), Row("push not delivered", .banner),
        Row("not delivered", .banner), Row("user does not receive the push", .banner),
        Row("topic message not received", .banner), Row("通知を受信しない", .banner),
        Row("受信できません", .banner), Row("push received but no sound", .sound),
        Row("push notification delivered late", .banner, .late),
        Row("notification received twice", .stack, nil, .twice),
        Row("notification delivered twice", .stack, nil, .twice),
        Row("push sent once but received two times", .stack, nil, .twice),
        Row("same notification two times", .stack, nil, .twice),
        Row("notification arrives more than once", .stack, nil, .twice),
        Row("we sent it 3 times and nothing came", nil),
        Row("we pushed several times, it was not received", .banner),
        Row("the delivery is missing", .delivery), Row("received event missing", .delivery),
        Row("delivered count is 0", .delivery), Row("nothing received in Treasure Data", .delivery),
        Row("data message not received", nil, wake: true),
    ]

    /// What logs and answers say.
    private static let quotes: [Row] = [
        Row("No APNS token specified before fetching FCM Token", .token),
        Row("Declining request for FCM Token since no APNS Token specified", .token),
        Row("I-FCM002022", .token), Row("505", .token), Row("error 505", .token),
        Row("com.google.fcm 505", .token), Row("-1022", .image),
        Row("The registration token is not a valid FCM registration token", .token),
        Row("messaging/registration-token-not-registered", nil),
        Row("messaging/some-later-code", nil), Row("MismatchSenderId", nil),
        Row("InvalidApnsCredential", nil), Row("baddevicetoken", nil), Row("410", nil),
        Row("Requested entity was not found", nil), Row("upload 403", .upload),
    ]

    /// Methods of the app.
    private static let methods: [Row] = [
        Row("didReceiveRemoteNotification not called when user taps notification", .tap),
        Row("didReceiveRemoteNotification not called", nil, wake: true),
        Row("fetchCompletionHandler", nil, wake: true), Row("willPresent not called", .banner),
        Row("userNotificationCenter(_:didReceive:withCompletionHandler:) not called", .tap),
        Row("didReceiveNotificationResponse not called", .tap),
        Row("didReceiveRegistrationToken not called", .token),
        Row("didRegisterForRemoteNotificationsWithDeviceToken not called", .token),
        Row("didFailToRegisterForRemoteNotificationsWithError", .token),
        Row("serviceExtensionTimeWillExpire not called", .serviceExtension),
        Row("NotificationServiceExtension didReceive not called", .serviceExtension),
        Row("didReceive not called in the notification extension", .serviceExtension),
        Row("pushToStartTokenUpdates not called", .activity),
        Row("application:openURLContexts: not called", .link),
    ]

    /// A screen that lights up for a notification is not one that a link opens.
    private static let screens: [Row] = [
        Row("the screen does not light up", .banner), Row("screen does not wake", .banner),
        Row("it did not light up the screen", .banner), Row("the screen stays dark", .banner),
        Row("画面が点灯しない", .banner), Row("画面が光らない", .banner), Row("画面が暗いまま", .banner),
        Row("通知は届くのに画面がつかない", .banner), Row("the wrong screen opens", .link),
        Row("画面が開かない", .link), Row("the silent push does not wake the app", nil, wake: true),
        Row("リンク先の画面が真っ暗", .link), Row("画面が真っ暗のまま遷移しない", .link),
        Row("wrong screen opens in light mode", .link), Row("the link opens a black screen", .link),
        Row("画面は点灯するが音が鳴らない", .sound), Row("the screen lights up but no sound", .sound),
    ]

    /// The clause that denies something is the complaint, wherever it stands.
    private static let beside: [Row] = [
        Row("only the badge changes, no notification appears", .banner),
        Row("バッジだけ増えて通知が見えない", .banner),
        Row("バナーが表示されないがバッジは増える", .banner), Row("バッジは付くのに通知が来ない", .banner),
        Row("the order push is not stored", .warehouse),
        Row("リッチプッシュにならない", .image), Row("メディアが表示されない", .image),
        Row("裏でデータ更新されない", nil, wake: true), Row("データが更新されない", .warehouse),
        Row("通知を押しても何も起こらない", .tap), Row("tapping does nothing", .tap),
        Row("リッチプッシュのリンクが開かない", .link), Row("リッチ通知のバッジが付かない", .badge),
        Row("メディアの通知の音が出ない", .sound), Row("401のバッジが付かない", .badge),
        Row("401の音が鳴らない", .sound), Row("テーブルのデータ更新がされない", .warehouse),
        Row("TDのデータ更新がされない", .warehouse),
        Row("送信者IDが一致しない", nil), Row("送信者IDエラー", nil), Row("送信元が違う", nil),
        Row("送信されない", .upload), Row("Ingest APIが503を返す", nil), Row("503エラー", nil),
        Row("キューが500を超える", .upload), Row("アプリが起動しない", nil),
        Row("the app does not start", nil), Row("タップしてもアプリが起動しない", .tap),
    ]

    /// One notification took the place of another.
    private static let remains: [Row] = [
        Row("only one of two notifications is shown", .banner, .gone),
        Row("is only one notification left", .banner, .gone),
        Row("the notifications overwrite each other", .stack, nil, .collapse),
        Row("only one notification came late", .banner, .late),
        Row("it makes no noise", .sound), Row("赤い数字が出ない", .badge),
        Row("行がない", .warehouse), Row("テーブルの行が増えない", .warehouse),
        Row("開始されない", .activity), Row("it shows only Notification", .text),
        Row("銀行アプリの通知が来ない", .banner),
    ]

    @Test(
        arguments: [
            ("events are anonymous", nil), ("匿名のイベントばかり", nil),
            ("who opened it is unknown", .open), ("誰が開封したかわからない", .open),
        ] as [(String, Event.Kind?)])
    func `[TD-03] who asks whose events they are asks for their user`(
        _ question: String, _ event: Event.Kind?
    ) {
        let words = question.split(separator: " ").map(String.init)
        let subject = WhyQuestion(words).reading({ _ in false }).subject
        #expect(subject.asksForUser && subject.event == event)
    }

    @Test(
        arguments: [
            ("bob gets alice's push", true), ("bob sees alice’s notifications", true),
            ("bob does not get alice's push", false), ("bob gets today's push", false),
            ("the phone gets alice's push", false), ("bob gets the push", false),
        ])
    func `who gets what is another's asks for a former user`(_ question: String, _ isOther: Bool) {
        let words = question.split(separator: " ").map(String.init)
        let subject = WhyQuestion(words).reading({ _ in false }).subject
        #expect(subject.asksForFormerUser == isOther)
    }

    @Test(arguments: ["anonymous events not stored", "匿名イベントが送られない"])
    func `anonymous events that do not come lack their way`(_ question: String) {
        let words = question.split(separator: " ").map(String.init)
        #expect(!WhyQuestion(words).reading({ _ in false }).subject.asksForUser)
    }

    @Test(
        arguments: [
            ("tapping does nothing", true), ("タップしても反応しない", true),
            ("killed state tap lost", true), ("タップが記録されない", false),
            ("タップ数が合わない", false), ("tap did not reach Treasure Data", false),
            ("the user did not tap", false),
        ])
    func `a tap without an effect is none that nobody made or counted`(
        _ question: String, _ asks: Bool
    ) {
        let words = question.split(separator: " ").map(String.init)
        #expect(WhyQuestion(words).reading({ _ in false }).subject.asksForEffect == asks)
    }

    @Test func `a status and duplicates are of uploads where no push is known`() {
        func uploads(_ question: String) -> WhySubject? {
            let words = question.split(separator: " ").map(String.init)
            return WhyQuestion(words).reading({ _ in false }).subject.ofUploads
        }
        for question in ["401", "HTTP 503", "Ingest APIが503を返す"] {
            #expect(uploads(question)?.symptom == .upload)
        }
        for question in ["duplicates", "are there duplicates", "duplicated"] {
            #expect(uploads(question)?.symptom == .warehouse)
        }
        #expect(uploads("BadDeviceToken") == nil && uploads("no banner") == nil)
    }

    @Test func `a tablet may be named in Japanese`() {
        var world = Self.world
        var step = Step()
        try? world.reduce(.device(.add(name: "tablet", model: nil, os: nil)), into: &step)
        let reading = WhyQuestion(["タブレットに届かない"]).reading(
            { _ in false }, naming: world.whyName)
        #expect(reading.device == "tablet" && reading.subject.symptom == .banner)
    }

    private static let phrases: [Row] = [
        Row("push to start token not received", .activity), Row("user id is null", .warehouse),
        Row("customer id missing", .warehouse), Row("it only says Notification", .text),
        Row("token changes after TestFlight", .token, .changed),
        Row("a new token at each launch", .token, .changed),
        Row("the token did not change", .token), Row("no new token", .token),
        Row("app does not open when user taps notification", .link),
        Row("notification disappears", .banner, .gone),
    ]

    @Test func `a question that names another device is about that device`() {
        let words = ["phone2", "gets", "nothing"]
        let reading = WhyQuestion(words).reading({ _ in false }, naming: Self.world.whyName)
        #expect(reading == WhyQuestion.Reading(subject: .newest, device: "phone2"))
        #expect(
            WhyQuestion(words).reading({ $0 == "phone2" }, naming: Self.world.whyName).subject.id
                == "phone2")
        for (word, app) in [("com.example.myapp", "com.example.myapp"), ("cust-001", nil)] {
            #expect(
                WhyQuestion([word, "gets", "nothing"])
                    .reading({ _ in false }, naming: Self.world.whyName)
                    == WhyQuestion.Reading(subject: .newest, app: app))
        }
        #expect(
            WhyQuestion(["GoogleService-Info.plist", "is", "wrong"]).reading { _ in false }
                .subject.id == nil)
    }

    @Test(arguments: [
        "m1 is not shown on phone2", "phone2 m1", "m1 phone2", "no banner of m1 to phone2",
        "is m-9 not shown on phone2", "m-9 phone2",
    ])
    func `a question with the ID of a push may name a device too`(_ question: String) {
        let words = question.split(separator: " ").map(String.init)
        let reading = WhyQuestion(words).reading({ $0 == "m1" }, naming: Self.world.whyName)
        #expect(reading.device == "phone2" && reading.notes.isEmpty)
        #expect(WhyQuestion(words).device(naming: Self.world.whyName) == "phone2")
        #expect(reading.subject.id == (question.contains("m1") ? "m1" : "m-9"))
        let called = WhyQuestion(words).reading({ $0 == "phone2" }, naming: Self.world.whyName)
        #expect(called.device == nil)
    }

    @Test func `the first device is called as people call any`() {
        func device(_ question: String) -> String? {
            let words = question.split(separator: " ").map(String.init)
            return WhyQuestion(words).reading({ _ in false }, naming: Self.world.whyName).device
        }
        #expect(device("no banner on phone") == "phone")
        #expect(device("no banner on the phone") == nil)
    }

    @Test(arguments: [
        "410 banner", "banner 410", "no banner of 410", "why is the banner of 410 not there",
    ])
    func `a number is the ID of a push that has it`(_ question: String) {
        let words = question.split(separator: " ").map(String.init)
        let reading = WhyQuestion(words).reading { $0 == "410" }
        #expect(reading.subject == WhySubject(id: "410", symptom: .banner))
        #expect(reading.notes.isEmpty)
        let other = WhyQuestion(words).reading { _ in false }
        #expect(other.subject.id == nil && other.subject.quote == .status(410))
        #expect(WhyQuestion(words + ["m1"]).reading { _ in true }.subject.id == "m1")
    }

    /// TD-15: each word is repeated alone, without the words that tell it for a secret.
    @Test(arguments: [
        ["--password hunter2"], ["td.api_key", String(repeating: "c0ffee42", count: 5)],
        ["why", "--password", "hunter2", "banner"],
    ])
    func `a secret is no word of a question`(words: [String]) {
        let reading = WhyQuestion(words).reading { _ in false }
        let told = ([reading.subject.id ?? ""] + reading.notes).joined()
        #expect(!told.contains { "42".contains($0) }, "\(told)")
    }

    @Test
    func `a word like an ID in a sentence is only a note, unless the sentence begins with it`() {
        func read(_ sentence: String) -> WhyQuestion.Reading {
            WhyQuestion(sentence.split(separator: " ").map(String.init)).reading { _ in false }
        }
        let note = "`sale-today` is the ID of no push; this is about the newest push"
        #expect(read("no image since sale-today").notes == [note])
        #expect(read("no image since sale-today").subject == WhySubject(symptom: .image))
        #expect(read("is m-9 not shown").subject.id == "m-9")
        #expect(read("m-9 never reached the phone").subject.id == "m-9")
        #expect(read("m-9 banner").subject.id == "m-9")
        #expect(read("sale-today").subject.id == "sale-today")
    }

    @Test(arguments: ["m1 has no user", "user of m1 is missing", "is the user of m1 missing"])
    func `the user that a push lacks is the user of its events`(_ question: String) {
        let words = question.split(separator: " ").map(String.init)
        let subject = WhyQuestion(words).reading { $0 == "m1" }.subject
        #expect(subject.id == "m1" && subject.asksForUser)
        #expect(subject.symptom == .warehouse)
        let reached = WhyQuestion(["did", "m1", "not", "reach", "the", "user"])
        #expect(reached.reading { $0 == "m1" }.subject == .message("m1"))
    }
}
