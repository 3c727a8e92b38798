import PushSimulation
import PushText

extension ControlOperation {
    /// The JSON Schema of the answer to a reading operation, made from what writes the answer; nil
    /// for the others.
    public var answerSchema: JSON? {
        switch name {
        case .run, .command, .reset, .follow: nil
        case .status: StatusAnswer.form.schema
        case .devices: Device.listed.listSchema
        case .notifications: NotificationsAnswer.form.schema
        case .queue: QueueAnswer.form.schema
        case .tokens: TokenService.form.schema
        case .snapshots: SnapshotAnswer.form.listSchema
        case .events: ControlColumn.listSchema(ControlColumn.events)
        case .facts: ControlColumn.listSchema(ControlColumn.facts)
        }
    }

    /// The name of that schema, as generators of clients name the type.
    public var answerName: String {
        name.rawValue.prefix(1).uppercased() + name.rawValue.dropFirst()
    }

    /// The reading operation that stands for a command; nil if none does.
    public static func reading(_ command: Command) -> ControlOperation? {
        all.first { operation in
            operation.answerSchema != nil
                && (try? ControlRequest(operation, [:]))?.words == command.name.words
        }
    }
}

extension String {
    /// The words of a command's name.
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
