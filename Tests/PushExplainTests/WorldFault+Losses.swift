import PushModel

@testable import PushExplain
@testable import PushSimulation

/// Events that were lost, lately or long ago.
extension WorldFault {
    /// What stops events today, in a world where some were lost before.
    static let losses: [WorldFault] =
        [("a wrong key", Cause.wrongWriteKey, 401), ("no table", .storeMissing, 404)]
        .flatMap { name, cause, code in
            ["upload", "warehouse"].flatMap { (question: String) in
                [
                    WorldFault(
                        name + " after a deleted queue, asked for " + question, .upload, cause,
                        asked: question
                    ) {
                        $0.after += [.app(.clearData), .launch]
                        upload(&$0, status(code))
                    },
                    WorldFault(
                        name + " after a discarded event, asked for " + question, .upload, cause,
                        asked: question
                    ) {
                        $0.after.append(.flush)
                        upload(&$0, status(code))
                        $0.answers.insert(discarded, at: 0)
                    },
                ]
            }
        } + [
            WorldFault("a deleted queue", .queue, .queueDeleted, asked: "warehouse") {
                tracked(&$0)
                $0.later.append(.app(.clearData))
            },
            WorldFault(
                "a discarded event", .upload, .eventPoisoned, asked: "warehouse", in: away
            ) {
                $0.last.append(.flush)
                $0.answers = [discarded]
                $0.letter.alert = nil
                $0.letter.sound = "\"default\""
            },
        ]

    private static let discarded = UploadAnswer.status(
        200, receipts: ["InvalidPropertyValueError"], retryAfter: nil, message: "")
}
