import PushModel

extension NCMBAnswer {
    /// What a backend answers that takes everything.
    package static func accepting(_ request: NCMBRequest) -> NCMBAnswer {
        switch request.purpose {
        case .countOpen(let push, _):
            return NCMBAnswer(request, status: 200, body: [:], change: .opened(push: push))
        case .save(var record):
            record.objectID = request.newID
            record.updatedAt = request.at
            return NCMBAnswer(request, status: 201, body: [:], change: .saved(record))
        }
    }
}
