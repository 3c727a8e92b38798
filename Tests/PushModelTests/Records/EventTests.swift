import PushText
import Testing

@testable import PushModel

@Suite struct EventTests {
    private let full = Event(
        kind: .linkOpen, uuid: "U", time: 9, campaignID: "c", messageID: "m", userID: "u",
        value: "https://x.jp", fcmToken: "t")

    private func keys(_ json: JSON) -> [String] {
        guard case .object(let members) = json else { return [] }
        return members.map(\.key)
    }

    @Test func `a record has the fields of the guide in its order`() {
        let expected: JSON = [
            "type": "link_open", "campaign_id": "c", "message_id": "m", "platform": "ios",
            "user_id": "u", "value": "https://x.jp", "fcm_token": "t", "time": 9, "uuid": "U",
        ]
        #expect(full.json() == expected)
    }

    @Test func `what is not known is left out, but nobody is null`() {
        let expected: JSON = [
            "type": "token_register", "platform": "ios", "user_id": nil, "time": 9, "uuid": "U",
        ]
        #expect(Event(kind: .tokenRegister, uuid: "U", time: 9).json() == expected)
    }

    @Test(arguments: [
        (CampaignColumn.campaignID, ["campaign_id"]), (.tdCampaignID, ["td_campaign_id"]),
        (.both, ["campaign_id", "td_campaign_id"]),
    ])
    func `the campaign's column is called as the settings say`(
        column: CampaignColumn, names: [String]
    ) {
        #expect(keys(full.json(column)).filter { $0.hasSuffix("campaign_id") } == names)
    }
}
