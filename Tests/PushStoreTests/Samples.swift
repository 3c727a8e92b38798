import PushModel

@testable import PushStore

let app = AppAddress(device: "phone", bundleID: "com.example.myapp")
let otherApp = AppAddress(device: "tablet", bundleID: "com.example.myapp")

func event(
    _ sequence: Int64, _ kind: Event.Kind = .open, user: String? = "cust-001"
) -> QueuedEvent {
    QueuedEvent(
        sequence: sequence,
        event: Event(
            kind: kind, uuid: "U-\(sequence)", time: 1_767_225_600 + sequence,
            campaignID: "cmp", messageID: "msg-1", userID: user, value: nil, fcmToken: "t"))
}

func notification(_ sequence: Int64, id: String, state: NotificationRow.State = .shown)
    -> NotificationRow
{
    NotificationRow(
        sequence: sequence, id: id, app: app, arrivedAt: Tick(milliseconds: 1000 + sequence),
        state: state, title: "お知らせ", subtitle: nil, body: "", campaignID: "cmp",
        link: "https://example.com/?a='b'", threadID: nil, category: "c", collapseID: nil,
        pushType: "alert", payload: #"{"aps":{"alert":"x"}}"#,
        place: sequence.isMultiple(of: 2) ? .banner : nil,
        attachment: sequence.isMultiple(of: 3) ? "image/png, 1 KB" : nil,
        level: sequence.isMultiple(of: 4) ? .timeSensitive : nil)
}

extension DeviceStore {
    /// One command that makes some changes.
    func command(_ changes: Change..., text: String = "command") throws {
        _ = try begin()
        for change in changes { try apply(change) }
        try journal(at: .scriptStart, device: "phone", text: text, status: 0)
        try commit()
    }
}

/// The error that a body throws; nil when it throws none.
func failure(_ body: () throws -> Void) -> StoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StoreError
    }
}
