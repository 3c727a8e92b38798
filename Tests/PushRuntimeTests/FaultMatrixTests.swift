import PushCommands
import PushSimulation
import PushStore
import PushText
import Testing

@testable import PushRuntime

/// TD-06: every fault at every place of a flush; nothing is lost, nothing is stored twice.
@Suite struct FaultMatrixTests {
    /// A session whose app has events waiting, over a service that a test breaks.
    private struct Rig {
        let edge = StoreEdge()
        let session: Session
        let count: Int

        init(events: Int) throws {
            count = events
            session = try Session(edge: edge, settings: ShellSettings())
            edge.storesUploads = true
            for text in ["config queue.limit 3000", "config td.dedup exact", "app launch"] {
                _ = run(text)
            }
            for number in 1..<events { _ = run("open myapp://item/\(number)") }
        }

        /// Runs a command; gives the code of its failure.
        func run(_ text: String) -> String? { session.type(text).failure?.code.name }

        /// The numbers of the items in the warehouse, in the order they arrived.
        func arrived() throws -> [Int] {
            let sql = """
                SELECT substr(value, 14) + 0 AS n FROM mobile.push_events
                WHERE value IS NOT NULL ORDER BY _rowid_
                """
            session.settings.dialect = .sqlite
            let rows = try session.rows(of: sql, at: Span(start: 0, end: 0))
            return (rows.arrayValue ?? [rows]).compactMap(\.intValue)
        }

        /// What must hold once the fault is gone: one flush drains the queue, each event is there
        /// once, and, unless a receipt failed, in the order it was tracked.
        func expectWhole(inOrder: Bool = true, without missing: [Int] = [], _ about: String) throws
        {
            #expect(run("flush") == nil, "\(about)")
            #expect(session.world.app?.queue.count == 0, "\(about)")
            let found = try arrived()
            let wanted = (1..<count).filter { !missing.contains($0) }
            #expect((inOrder ? found : found.sorted()) == wanted, "\(about)")
        }
    }

    static let faults: [(name: String, fault: StoreEdge.Fault)] =
        [400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504].map {
            ("status \($0)", .answer($0))
        } + [
            ("no answer", .silence), ("answer lost", .lostAnswer), ("no receipts", .noReceipts),
            ("half the receipts", .halfReceipts),
        ]

    @Test(arguments: faults.indices, [1, 4, 7])
    func `a fault at any request loses nothing`(index: Int, request: Int) throws {
        let (name, fault) = Self.faults[index]
        let rig = try Rig(events: 7)
        // The postback API takes one event a request.
        #expect(rig.run("endpoint embedded --postback") == nil)
        rig.edge.faults[request] = fault
        let about = "\(name), request \(request)"
        let code = rig.run("flush")
        #expect(code == nil || code == "upload_failed", "\(about)")
        // Missing receipts leave events behind that others overtake.
        let isPartial = fault == .halfReceipts || fault == .noReceipts
        try rig.expectWhole(inOrder: !isPartial, about)
    }

    @Test(arguments: [StoreEdge.Fault.answer(503), .answer(413), .lostAnswer, .halfReceipts])
    func `a fault between two full batches loses nothing`(fault: StoreEdge.Fault) throws {
        let rig = try Rig(events: 1300)
        rig.edge.faults[2] = fault
        let code = rig.run("flush")
        #expect(code == (fault == .halfReceipts ? "upload_failed" : nil), "\(fault)")
        try rig.expectWhole(inOrder: fault != .halfReceipts, "\(fault)")
    }

    @Test(arguments: faults.indices)
    func `a fault that stays lets nothing through and loses nothing`(index: Int) throws {
        let (name, fault) = Self.faults[index]
        let rig = try Rig(events: 60)
        for request in 1...40 { rig.edge.faults[request] = fault }
        for _ in 0..<3 { _ = rig.run("flush") }
        rig.edge.faults.removeAll()
        try rig.expectWhole(inOrder: fault != .halfReceipts, name)
    }

    @Test(arguments: 1...30) func `a receipt that fails keeps its event alone`(
        position: Int
    ) throws {
        let rig = try Rig(events: 30)
        rig.edge.faults[1] = .receipts([position], "InternalError")
        #expect(rig.run("flush") == "upload_failed")
        #expect(rig.session.world.app?.queue.count == 1)
        try rig.expectWhole(inOrder: false, "position \(position)")
    }

    @Test(arguments: [1, 2, 15, 29, 30]) func `a poisonous event goes, and it alone`(
        position: Int
    ) throws {
        let rig = try Rig(events: 30)
        rig.edge.faults[1] = .receipts([position], "InvalidPropertyValueError")
        #expect(rig.run("flush") == nil)
        // The first event is the launch's, which has no number.
        try rig.expectWhole(without: [position - 1], "position \(position)")
    }

    @Test(arguments: [1, 500, 501, 1000])
    func `a receipt that fails in a large flush keeps its event alone`(position: Int) throws {
        let rig = try Rig(events: 1000)
        let (batch, place) = ((position - 1) / 500 + 1, (position - 1) % 500 + 1)
        rig.edge.faults[batch] = .receipts([place], "InternalError")
        #expect(rig.run("flush") == "upload_failed")
        #expect(rig.session.world.app?.queue.count == 1)
        try rig.expectWhole(inOrder: false, "position \(position)")
    }
}
