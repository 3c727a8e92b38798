import PushModel
import PushSimulation
import PushStore
import PushText
import Testing

@testable import PushHost

/// TD-06: batches on their way to the embedded Treasure Data.
@Suite struct UploadsTests {
    private let workspace = Workspace.ephemeral()
    private let uploads: Uploads
    private static let now = Tick(milliseconds: 1_767_225_600_000)

    init() throws {
        uploads = Uploads(try workspace.warehouse)
    }

    private func request(
        _ uuids: [String], _ adjust: (inout UploadRequest) -> Void = { _ in }
    ) throws -> UploadRequest {
        var step = Step()
        var world = World()
        try world.reduce(.app(.launch), into: &step)
        var made = UploadRequest(
            app: AppAddress(device: "phone", bundleID: "com.example.myapp"),
            endpoint: world.surroundings.config.endpoint, database: "mobile",
            table: "push_events",
            events: uuids.enumerated().map { index, uuid in
                QueuedEvent(
                    sequence: Int64(index + 1),
                    event: Event(
                        kind: .open, uuid: "00000000-0000-4000-8000-00000000000" + uuid,
                        time: 1_767_225_600))
            }, campaignColumn: .campaignID, attempt: 1, losesAnswer: false, overTheWire: false)
        adjust(&made)
        return made
    }

    private func send(
        _ uuids: [String], _ adjust: (inout UploadRequest) -> Void = { _ in }
    ) throws -> UploadAnswer {
        try uploads.send(request(uuids, adjust), now: Self.now)
    }

    private var stored: Int {
        ((try? workspace.warehouse.tableList("mobile")) ?? []).first { $0.name == "push_events" }?
            .records ?? 0
    }

    @Test func `each event that was taken has its receipt`() throws {
        let answer = try send(["a", "b"])
        guard case .status(let status, let receipts, _, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(status == 200 && receipts == [nil, nil] && stored == 2)
    }

    @Test func `an event that comes again is taken and stored once`() throws {
        _ = try send(["a"])
        let again = try send(["a", "b"])
        guard case .status(200, let receipts, _, _) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(receipts == [nil, nil] && stored == 2)
    }

    @Test func `records whose receipt a stub fails are not stored`() throws {
        let answer = try send(["a", "b", "c"]) {
            $0.failing = [2]
            $0.failure = "SchemaError"
        }
        guard case .status(let status, let receipts, _, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(status == 206 && receipts == [nil, "SchemaError", nil] && stored == 2)
    }

    /// What the app's key is, with the status of the service.
    private static let keys: [(WriteKeyKind, Int)] = [
        (.writeOnly, 200), (.master, 200), (.otherAccount, 403), (.placeholder, 401),
        (.missing, 401),
    ]

    @Test(arguments: keys.indices) func `the app's key decides`(index: Int) throws {
        let (kind, wanted) = Self.keys[index]
        let answer = try send(["a"]) { $0.credential.key = kind }
        guard case .status(let status, _, _, let message) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(status == wanted, "\(kind): \(message)")
        #expect((stored == 1) == (wanted == 200))
        #expect((message.isEmpty) == (wanted == 200))
    }

    @Test func `a table that is not there is told`() throws {
        let answer = try send(["a"]) { $0.database = "nope" }
        guard case .status(let status, let receipts, _, let message) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(status == 404 && receipts.isEmpty && message.contains("nope"))
    }

    @Test func `the postback API takes one record, without a receipt in its answer`() throws {
        let answer = try send(["a"]) { $0.endpoint.postback = true }
        guard case .status(let status, let receipts, _, _) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(status == 200 && receipts == [nil] && stored == 1)
    }
}
