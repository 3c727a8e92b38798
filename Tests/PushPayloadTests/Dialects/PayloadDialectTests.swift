import PushText
import Testing

@testable import PushPayload

@Suite struct PayloadDialectTests {
    @Test(
        arguments: [
            (["aps": [:]], .apns), (["aps": 1, "message": [:]], .apns), ([:], .apns),
            (["screen": "news"], .apns), ("text", .apns),
            (["message": ["token": "a"]], .fcmMessage),
            (["notification": ["title": "a"]], .apns),
            (["notification": ["title": "a"], "token": "t"], .fcmMessage),
            (["notification": ["title": "a"], "data": [:]], .fcmMessage),
            (["registration_ids": ["t"]], .fcmMessage),
            (["to": "ExponentPushToken[x]", "data": [:], "title": "a", "body": "b"], .apns),
            (["web_push": 8030, "notification": ["title": "a"], "data": [:]], .apns),
            (["platform": "all", "audience": "all", "notification": ["ios": [:]]], .apns),
            (["to": "a", "data": [:]], .fcmMessage),
            (["td_campaign_id": "c"], .treasureData), (["title": "a", "body": "b"], .treasureData),
            (["message": "a", "userSettingValue": [:]], .ncmb), (["richUrl": "a"], .ncmb),
            (["immediateDeliveryFlag": true, "message": "a"], .ncmb), (["alert": "a"], .bareAPS),
            (["content-available": 1], .bareAPS), (["badge": 1], .bareAPS),
            (["message": [:], "message": 1], .apns), (["message": 1, "message": [:]], .fcmMessage),
            (["token": "t", "topic": 1, "data": [:]], .fcmMessage),
        ] as [(JSON, PayloadDialect)])
    func `the keys tell the dialect`(_ root: JSON, _ dialect: PayloadDialect) throws {
        #expect(PayloadDialect.recognise(root) == dialect)
        let node = try JSONParser.document(Array(root.text.utf8), .strict).root
        #expect(PayloadDialect.recognise(node) == dialect)
    }
}
