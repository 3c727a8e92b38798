import PushText

/// The variables of a script: captures, loop variables and the arguments `${1}` ….
public struct Variables: Sendable {
    private var names: [String] = []
    private var values: [JSON] = []
    /// The parameters that the script has not set itself.
    private var passed: [String] = []

    /// Makes an empty set.
    public init() {}

    /// The value of a variable.
    public subscript(name: String) -> JSON? {
        get {
            // Scripts have so few variables that a linear search beats hashing.
            for index in names.indices where names[index] == name { return values[index] }
            return nil
        }
        set {
            for index in names.indices where names[index] == name {
                if let newValue {
                    values[index] = newValue
                } else {
                    names.remove(at: index)
                    values.remove(at: index)
                }
                return
            }
            guard let newValue else { return }
            names.append(name)
            values.append(newValue)
        }
    }

    /// Passes a parameter, which is no variable that the script sets.
    mutating func pass(_ value: JSON, as name: String) {
        self[name] = value
        passed.append(name)
    }

    /// Sets a variable as `let` does, also one that was passed as a parameter.
    mutating func capture(_ value: JSON, as name: String) {
        self[name] = value
        passed.removeAll { $0 == name }
    }

    /// The names of those that the script set, not of its parameters.
    var captured: [String] { names.filter { !passed.contains($0) } }

    /// The names, in the order they were first set.
    public var allNames: [String] { names }

    /// The text that `${name}` expands to.
    public func text(_ name: String) -> String? { self[name].map(Self.text) }

    /// A value as text: strings as they are, null as nothing, others as JSON.
    static func text(_ value: JSON) -> String {
        switch value {
        case .string(let text), .number(let text): text
        case .null: ""
        default: value.text
        }
    }
}
