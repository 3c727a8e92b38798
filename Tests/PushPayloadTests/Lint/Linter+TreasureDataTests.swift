import Testing

@testable import PushPayload

/// A campaign's payload as Treasure Data's sender reads it (TD guide).
@Suite struct LinterTreasureDataTests {
    private static func campaign(_ members: String, _ lines: String...) -> Saying {
        Saying(#"{\#(members)}"#, as: .treasureData, says: lines)
    }

    private static let whole = #""td_campaign_id":"c","message_id":"m","title":"t","body":"b""#

    static let rows: [Saying] = [
        campaign(whole), campaign(whole + #","link":"https://a.example/","screen":"x""#),
        campaign(
            #""td_campaign_id":"c","message_id":"m","title":"t""#,
            "error td-required: found no `body`, wanted one"),
        campaign(
            #""title":"t","body":"b""#, "error td-required: found no `td_campaign_id`, wanted one"),
        campaign(
            #""td_campaign_id":"c","title":"t","body":"b""#,
            "note message-id-missing: found `td_campaign_id` without `message_id`, wanted both"),
        campaign(
            #""campaign_id":"c","message_id":"m","title":"t","body":"b""#,
            "warning td-required: found `campaign_id`, wanted `td_campaign_id`; "
                + "write `td_campaign_id`"),
        campaign(
            #""td_campaign_id":7,"message_id":"m","title":"t","body":null"#,
            "error td-type: found `7` as `td_campaign_id`, wanted a string",
            "error td-type: found `null` as `body`, wanted a string",
            "note null-value: found null as `body`"),
        campaign(
            whole + #","imageUrl":"https://a.example/i.png""#,
            "warning td-key-spelling: found `imageUrl`, wanted `image_url`; write `image_url`"),
        campaign(
            whole + #","deeplinks":"myapp://a""#,
            "warning td-key-spelling: found `deeplinks`, wanted `deeplink`; write `deeplink`"),
        // Both spellings are there: the guide's is read, and the other may be meant for others.
        campaign(whole + #","image_url":"https://a.example/i.png","imageUrl":"x""#),
        campaign(
            whole + #","image_url":"http://a.example/i.png""#,
            #"error image-url: found `"http://a.example/i.png"` as `image_url`, "#
                + "wanted a URL that starts with `https://`"),
        campaign(
            whole + #","link":5"#,
            "error link-scheme: found `5` as `link`, wanted a URL as a string"
        ),
        campaign(
            whole + #","link":"/orders/12""#,
            #"error link-scheme: found `"/orders/12"` as `link`, wanted a URL with a scheme"#),
    ]

    @Test(arguments: rows) func `a campaign names itself and its texts, in strings`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    private static func carried(_ message: String, _ lines: String...) -> Saying {
        Saying(
            #"{"message":{"token":"t",\#(message)}}"#, as: .treasureData, says: lines)
    }

    @Test(arguments: [
        carried(
            #""notification":{"title":"t"},"data":{"td_campaign_id":"c","message_id":"m"}"#),
        carried(
            #""notification":{"title":"t"}"#,
            "error td-required: found no `data`, wanted one with the keys of the campaign"),
        carried(
            #""notification":{"title":"t"},"data":{"td_campaign_id":"c"}"#,
            "note message-id-missing: found `td_campaign_id` without `message_id`, wanted both"),
    ]) func `in a message of FCM the campaign's keys are in data`(_ row: Saying) {
        let said = row.said.filter { !$0.contains("without-c") }
        #expect(said == row.lines)
    }
}
