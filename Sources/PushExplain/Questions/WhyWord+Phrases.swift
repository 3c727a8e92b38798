/// Words that have one meaning together.
extension WhyWord {
    /// Joins words that are one name, the most words first: `deep link`, `push to start`.
    static func join(_ words: inout [WhyWord]) {
        var index = 0
        while index + 1 < words.count {
            for count in stride(from: min(longestPhrase, words.count - index), to: 1, by: -1) {
                let place = index..<index + count
                let phrase = words[place].map { $0.plain.lowercased() }.joined(separator: " ")
                let last = words[place.upperBound - 1]
                if let word = phrases[phrase] {
                    // A comma behind it still ends the clause.
                    words.replaceSubrange(
                        place, with: [WhyWord(word + (last.typed.hasSuffix(",") ? "," : ""))])
                    break
                }
                guard let parts = last.nounAndRest,
                    let word = phrases[
                        String(phrase.dropLast(last.plain.count)) + parts.noun.lowercased()]
                else { continue }
                words.replaceSubrange(place, with: [WhyWord(word), WhyWord(parts.rest)])
                break
            }
            index += 1
        }
    }

    /// The noun that a Japanese word begins with, and the rest from its particle on: `Data` and
    /// に届かない of `Dataに届かない`; nil if it has no such parts.
    var nounAndRest: (noun: String, rest: String)? {
        guard
            let end = plain.firstIndex(where: {
                $0.unicodeScalars.allSatisfy { (0x3041...0x309F).contains($0.value) }
            }), end != plain.startIndex
        else { return nil }
        return (String(plain[..<end]), String(plain[end...]))
    }

    /// The word for the token that starts Live Activities.
    static let startToken = "push-to-start"

    /// The word for some of the users, or of the phones.
    static let someUsers = "some-users"

    /// The most words of a phrase.
    private static let longestPhrase =
        phrases.keys.map { $0.split(separator: " ").count }.max() ?? 0

    /// Words that are one name, in lower case, and the word that stands for them.
    static let phrases: [String: String] = {
        var phrases = names
        for (word, others) in sayings {
            for other in others { phrases[other] = word }
        }
        let people = [
            "users", "people", "customers", "devices", "phones", "iphones", "of them",
            "of the users", "of our users", "of my users", "of the phones", "of the devices",
        ]
        for person in people {
            for some in ["some", "only some", "certain", "only certain", "a few", "only a few"] {
                phrases["\(some) \(person)"] = someUsers
            }
            phrases["not all \(person)"] = someUsers
        }
        for some in [
            "only some", "not everyone", "not everybody", "not every user", "not every device",
            "not every phone", "only one phone", "only one device", "only one user",
        ] {
            phrases[some] = someUsers
        }
        for count in ["two", "2", "three", "3", "four", "4", "five", "5", "multiple", "several"] {
            phrases[count + " times"] = "twice"
        }
        return phrases
    }()

    /// Names of two words or more.
    private static let names = [
        "deep link": "link", "universal link": "link", "live activity": "activity",
        "live activities": "activity", "dynamic island": "activity", "lock screen": "lockscreen",
        "notification center": "banner", "notification centre": "banner",
        "service extension": "extension", "notification extension": "extension",
        "silent push": silentPush, "background push": silentPush, "silent notification": silentPush,
        "silent pushes": silentPush, "background pushes": silentPush,
        "silent notifications": silentPush,
        "data message": silentPush, "data messages": silentPush, "data push": silentPush,
        "push token": "token", "device token": "token", "registration token": "token",
        "fcm token": "token", "push to start": startToken, "badge number": "badge",
        "badge count": "badge", "red dot": "badge", "custom sound": "sound",
        "action button": "button", "write key": "upload", "treasure data": "warehouse",
        "time zone": "timezone", "time zones": "timezone", "user id": "user_id",
        "user ids": "user_id", "customer id": "user_id",
        "customer ids": "user_id", "communication notification": "communication",
        "communication notifications": "communication", "campaign id": "campaign-id",
        "campaign ids": "campaign-id", "campaign null": "campaign-id",
        "campaign is null": "campaign-id", "campaign empty": "campaign-id",
        "campaign is empty": "campaign-id", "low power": "wake", "background update": "wake",
        "background refresh": "wake", "データ メッセージ": silentPush, "データ プッシュ": silentPush,
        "data only message": silentPush, "data only messages": silentPush,
        "data only push": silentPush,
    ]

    /// Sayings of people, of logs and of answers, by the word that stands for them.
    private static let sayings: [(word: String, phrases: [String])] = [
        ("no", ["no one"]), ("away", ["go away", "going away"]),
        ("gone", ["goes away", "went away", "gone away"]),
        ("banner", ["screen dark", "dark screen", "screen black"]),
        ("banner", ["on screen", "on the screen", "on my screen", "on their screen"]),
        // Hidden previews leave this word and nothing else.
        ("text", ["says notification", "reads notification", "shows only notification"]),
        ("text", ["shows just notification", "only shows notification", "only says notification"]),
        ("text", ["content hidden", "content is hidden", "hidden content"]),
        ("image", ["text only", "only text", "only the text", "just text", "just the text"]),
        ("offline", ["airplane mode", "flight mode"]),
        ("crash", ["not start", "doesnt start", "wont start", "cannot start", "cant start"]),
        ("twice", ["more than once"]),
        (
            "505",
            [
                "no apns token specified", "apns device token not set",
                "no apns token specified before fetching fcm token",
            ]
        ),
        ("i-cor000003", ["firebase app has not yet been configured"]),
        ("-25308", ["errsecinteractionnotallowed", "interaction is not allowed"]),
        ("0x8badf00d", ["8badf00d", "watchdog", "watchdog timeout"]),
        (
            "UNREGISTERED",
            [
                "requested entity was not found", "registration token not registered",
                "messaging/registration token not registered",
            ]
        ),
        ("SENDER_ID_MISMATCH", ["senderid mismatch", "mismatched sender id"]),
        ("THIRD_PARTY_AUTH_ERROR", ["auth error from apns or web push service"]),
        ("INVALID_ARGUMENT", ["request contains an invalid argument"]),
    ]
}
