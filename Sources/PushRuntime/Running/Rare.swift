/// A part that few values of a type have: it lies outside them, so that the others stay small, and
/// a list of thousands of them is copied quickly.
@propertyWrapper
public enum Rare<Part: Sendable>: Sendable {
    /// The value does not have the part.
    case absent
    /// The part.
    indirect case present(Part)

    /// Makes it of a part, or of nothing.
    public init(wrappedValue: Part?) {
        self = wrappedValue.map { .present($0) } ?? .absent
    }

    /// The part; nil if the value has none.
    public var wrappedValue: Part? {
        get {
            if case .present(let part) = self { return part }
            return nil
        }
        set { self = Rare(wrappedValue: newValue) }
    }
}
