/// What `why` is asked about.
public enum WhySubject: Equatable, Sendable {
    /// The newest notification.
    case newest
    /// A notification by its message ID.
    case message(String)
    /// An event that was expected.
    case event(Event.Kind)

    /// Reads what was asked: an event's type, `token` for `token_register`, else a message ID.
    public init(_ text: String?) {
        guard let text else {
            self = .newest
            return
        }
        if text == "token" {
            self = .event(.tokenRegister)
        } else if let kind = Event.Kind(rawValue: text) {
            self = .event(kind)
        } else {
            self = .message(text)
        }
    }

    /// The event that was expected; nil for a notification.
    var event: Event.Kind? {
        if case .event(let kind) = self { kind } else { nil }
    }

    /// Whether a push has to arrive for it.
    var needsPush: Bool { event != .tokenRegister }
}
