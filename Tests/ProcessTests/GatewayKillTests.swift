import Foundation
import PushTestSupport
import Testing

/// After `kill -9` of the gateways at any moment, a push that was answered 200 is on the device,
/// once.
///
/// `PUSHSH_KILLS` asks for more kills than the suite makes.
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewayKillTests {
    static let seed: UInt64 = 20_261_122
    static let rounds =
        ProcessInfo.processInfo.environment["PUSHSH_KILLS"].flatMap { Int($0) } ?? 20
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    @Test func `what was answered 200 is on the device after a kill, once`() throws {
        var generator = SeededGenerator(seed: Self.seed)
        var acknowledged: Set<String> = []
        for round in 0..<Self.rounds {
            let server = try stage.serve()
            let settings = try stage.settings(server, ["round": "\(round)"])
            let count = Int.random(in: 1...60, using: &generator)
            acknowledged.formUnion(try send(settings, until: count) { _ = server.end(SIGKILL) })
        }
        #expect(acknowledged.count >= Self.rounds)
        let run = try stage.run(
            "query \"SELECT id, count(*) FROM notifications WHERE id LIKE 'k-%' GROUP BY id\"\n")
        #expect(run.status == 0, "\(run)")
        var stored: [String: Int] = [:]
        for line in run.lines.dropFirst() {
            let cells = line.split(separator: ",")
            stored[String(cells[0])] = cells.count > 1 ? Int(cells[1]) : nil
        }
        #expect(acknowledged.subtracting(stored.keys) == [])
        #expect(stored.filter { $0.value != 1 } == [:])
    }

    /// Sends without an end, and calls `kill` when so many pushes were answered.
    ///
    /// - Returns: the IDs of all pushes that were answered 200.
    private func send(
        _ settings: String, until count: Int, _ kill: () -> Void
    ) throws -> Set<String> {
        try stage.place.write(settings, to: "settings.json")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(SenderStage.python))
        process.arguments = [Repository.path("Tests/Fixtures/senders/h2_sender.py"), "stream"]
        process.standardInput = try FileHandle(
            forReadingFrom: URL(fileURLWithPath: stage.place.path + "/settings.json"))
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var text = Data()
        var isKilled = false
        while true {
            let piece = pipe.fileHandleForReading.availableData
            if piece.isEmpty { break }
            text += piece
            guard !isKilled, text.count(where: { $0 == UInt8(ascii: "\n") }) >= count else {
                continue
            }
            isKilled = true
            kill()
        }
        process.waitUntilExit()
        #expect(isKilled)
        return Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
