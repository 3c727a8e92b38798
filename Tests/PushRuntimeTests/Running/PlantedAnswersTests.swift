import PushModel
import PushSimulation
import Testing

@testable import PushRuntime

/// SH-03: a recording of the real network replays without it.
@Suite struct PlantedAnswersTests {
    private func upload(
        _ adjust: (inout UploadRequest) -> Void = { _ in }
    ) throws -> UploadRequest {
        let world = World()
        var request = UploadRequest(
            app: AppAddress(device: "phone", bundleID: "b"),
            endpoint: world.surroundings.config.endpoint, database: "mobile", table: "t",
            events: [
                QueuedEvent(sequence: 1, event: Event(kind: .open, uuid: "u", time: 1))
            ], campaignColumn: .campaignID, attempt: 1, losesAnswer: false, overTheWire: true)
        adjust(&request)
        return request
    }

    private func stubs(_ pairs: [(Effect, Action)]) -> String {
        var answers = PlantedAnswers()
        for (effect, answer) in pairs { answers.add(answer, of: effect) }
        return answers.take()
    }

    private static let refused = UploadAnswer.status(
        503, receipts: [], retryAfter: 9, message: "busy")

    @Test func `an answer of the network is a stub, equal ones in a row are one`() throws {
        let effect = Effect.upload(try upload())
        let text = stubs([
            (effect, .uploadFinished(Self.refused)), (effect, .uploadFinished(Self.refused)),
            (effect, .uploadFinished(.noAnswer("timeout"))),
            (effect, .uploadFinished(Self.refused)),
        ])
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("stub ingest status=503") && lines[0].hasSuffix(" times=2"))
        #expect(lines[0].contains("retry-after=9"))
        #expect(lines[2].hasSuffix(" times=1"))
    }

    @Test func `what a stub answered, changed or delayed is not recorded again`() throws {
        let requests = try [
            upload { $0.overTheWire = false }, upload { $0.losesAnswer = true },
            upload { $0.failing = [1] }, upload { $0.delay = 5 },
        ]
        #expect(
            stubs(requests.map { (.upload($0), .uploadFinished(Self.refused)) }).isEmpty)
    }

    @Test func `^C between two tries ends the replay as well`() {
        var answers = PlantedAnswers()
        let wait = Effect.wait(Wait(seconds: 4, purpose: "the next try"))
        answers.add(.waited(isInterrupted: false), of: wait)
        #expect(!answers.isInterrupted && answers.take().isEmpty)
        answers.add(.waited(isInterrupted: true), of: wait)
        #expect(answers.isInterrupted)
        #expect(answers.take() == "stub ingest broken message=interrupted times=1\n")
        #expect(!answers.isInterrupted && answers.take().isEmpty)
    }
}
