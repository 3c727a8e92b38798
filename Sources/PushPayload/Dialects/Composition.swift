import PushText

/// A device payload made from another form, with notes on the conversion for its sender.
public struct Composition: Equatable, Sendable {
    /// The payload that APNs delivers.
    public let payload: JSON
    /// The payload's compact text, whose size is limited.
    public let text: String
    /// The APNs headers that go with it, in order.
    public var headers: [HeaderField]
    /// The additions, omissions and surprises of the conversion, one sentence each.
    public var notes: [String]

    /// Creates a composition; the text is written unless the caller has it.
    init(payload: JSON, text: String? = nil, headers: [HeaderField], notes: [String]) {
        self.payload = payload
        self.text = text ?? payload.text
        self.headers = headers
        self.notes = notes
    }
}

/// Why a gateway would not send a message.
public struct CompositionRefusal: Error, Equatable, Sendable {
    /// The path of the offending part, such as `message.data[from]`.
    public var field: String
    /// The message: the value that was found, and the one that was expected.
    public var message: String
    /// Whether the whole is too large, rather than a part wrong.
    public var isTooLarge: Bool

    /// Creates a refusal.
    public init(field: String, message: String, isTooLarge: Bool = false) {
        self.field = field
        self.message = message
        self.isTooLarge = isTooLarge
    }
}

extension CompositionRefusal {
    /// The place of the key that `field` names; if the text lacks it, of the object around it.
    public func span(in root: JSONNode) -> ByteSpan {
        var node = root
        var span = ByteSpan(start: root.span.start, end: min(root.span.start + 1, root.span.end))
        for key in keys {
            guard let member = node.member(key) else { break }
            span = member.keySpan
            node = member.value
        }
        return span
    }

    /// The keys of `message.data[from]`; the text in brackets is one key and may hold dots.
    ///
    /// A key of `data` may itself have dots, so everything between the brackets is taken as it is.
    private var keys: [String] {
        guard let bracket = field.firstIndex(of: "["), field.hasSuffix("]") else {
            return field.split(separator: ".").map(String.init)
        }
        let inner = field[field.index(after: bracket)...].dropLast()
        return field[..<bracket].split(separator: ".").map(String.init) + [String(inner)]
    }
}
