import Testing

@testable import PushPayload

/// A push object of the NIFCLOUD mobile backend: the settings of its REST API (NC-SW, NC-OC).
@Suite struct LinterNCMBTests {
    private static func push(_ members: String, _ lines: String...) -> Saying {
        Saying(#"{"message":"Hi",\#(members)}"#, as: .ncmb, says: lines)
    }

    private static func lifetime(_ text: String, isRight: Bool) -> Saying {
        Saying(
            #"{"message":"Hi","deliveryExpirationTime":"\#(text)"}"#, as: .ncmb,
            says: isRight
                ? []
                : [
                    #"error ncmb-expiration: found `"\#(text)"` as `deliveryExpirationTime`, "#
                        + "wanted `1 hour` to `24 hour` or `1 day` to `28 day`"
                ])
    }

    static let lifetimes: [Saying] =
        ["1 hour", "24 hour", "1 day", "28 day"].map { lifetime($0, isRight: true) }
        + [
            "0 hour", "25 hour", "0 day", "29 day", "-1 day", "+1 day", "1 hours", "1  day", "day",
            "1", "", "1day", "1.5 hour", " 1 day", "1 day ",
        ].map { lifetime($0, isRight: false) }
        + [
            push(
                #""deliveryExpirationTime":6"#,
                "error ncmb-expiration: found `6` as `deliveryExpirationTime`, "
                    + "wanted `1 hour` to `24 hour` or `1 day` to `28 day`"),
            push(
                #""deliveryExpirationTime":"1 day","deliveryExpirationDate":{"iso":"2024-01-01"}"#,
                "error ncmb-expiration: found `deliveryExpirationDate` and "
                    + "`deliveryExpirationTime`, wanted one of them"),
        ]

    @Test(arguments: lifetimes) func `a push expires after hours or days, or at a date`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }

    static let settings: [Saying] = [
        push(
            #""title":"t","sound":"default","category":"C","richUrl":"https://a""#
                + #","badgeSetting":3"#),
        push(#""immediateDeliveryFlag":true"#), push(#""deliveryTime":{"iso":"2024-01-01"}"#),
        push(#""immediateDeliveryFlag":false,"deliveryTime":{"iso":"2024-01-01"}"#),
        push(
            #""immediateDeliveryFlag":false"#,
            "error ncmb-delivery: found neither immediate delivery nor `deliveryTime`, "
                + "wanted one of them"),
        push(
            #""immediateDeliveryFlag":true,"deliveryTime":{"iso":"2024-01-01"}"#,
            "error ncmb-delivery: found `deliveryTime` together with `immediateDeliveryFlag`, "
                + "wanted one of them"),
        push(#""target":["ios"]"#), push(#""target":["ios","android"]"#), push(#""target":[]"#),
        push(
            #""target":"ios""#,
            #"error ncmb-target: found `"ios"` as `target`, wanted an array of `ios` and `android`"#
        ),
        push(
            #""target":["iOS",1]"#,
            #"error ncmb-target: found `"iOS"` in `target`, wanted `ios` or `android`"#,
            "error ncmb-target: found `1` in `target`, wanted `ios` or `android`"),
        push(#""title":1"#, "error ncmb-type: found `1` as `title`, wanted a string"),
        push(
            #""badgeSetting":"3""#,
            #"error ncmb-type: found `"3"` as `badgeSetting`, wanted a number"#
        ),
        push(
            #""badgeIncrementFlag":1"#,
            "error ncmb-type: found `1` as `badgeIncrementFlag`, wanted true or false"),
        push(
            #""searchCondition":[]"#,
            "error ncmb-type: found an array as `searchCondition`, wanted an object"),
        push(#""dialog":true"#, "note ncmb-android-key: found `dialog`, which only Android reads"),
        push(
            #""rich_url":"https://a""#,
            "warning ncmb-unknown-key: found `rich_url`, wanted one of a push object's keys; "
                + "did you mean `richUrl`?"),
        push(
            #""coupon":"a""#,
            "warning ncmb-unknown-key: found `coupon`, wanted one of a push object's keys; "
                + "put it into `userSettingValue`"),
    ]

    @Test(arguments: settings) func `a setting has the type of the REST API`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static let nothing =
        "warning ncmb-nothing: found no `title`, `message` or `contentAvailable`, "
        + "wanted one of them"

    static let waking: [Saying] = [
        Saying(#"{"contentAvailable":true,"userSettingValue":{"a":1}}"#, as: .ncmb, says: []),
        Saying(#"{"contentAvailable":true,"badgeIncrementFlag":false}"#, as: .ncmb, says: []),
        Saying(
            #"{"contentAvailable":true,"badgeIncrementFlag":true}"#, as: .ncmb,
            says: [
                "error ncmb-badge-with-content-available: "
                    + "found `badgeIncrementFlag` together with `contentAvailable`, wanted only one"
            ]),
        // A badge of 0 is a badge.
        Saying(
            #"{"contentAvailable":true,"badgeSetting":0}"#, as: .ncmb,
            says: [
                "error ncmb-badge-with-content-available: "
                    + "found `badgeSetting` together with `contentAvailable`, wanted only one"
            ]),
        Saying(#"{"contentAvailable":false,"sound":"a"}"#, as: .ncmb, says: [nothing]),
        Saying(#"{"title":"","message":""}"#, as: .ncmb, says: [nothing]),
        push(
            #""userSettingValue":{"a":1}"#,
            "note ncmb-unread: found `userSettingValue` without `contentAvailable`"),
    ]

    @Test(arguments: waking) func `a push shows a text or wakes the app, and no badge with it`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }
}
