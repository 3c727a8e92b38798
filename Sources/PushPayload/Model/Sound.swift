import PushText

/// The sound that a payload asks for.
public struct Sound: Equatable, Sendable {
    /// The file's name, or `default`; nil leaves the choice to the system.
    public var name: String?
    /// Whether it plays despite the mute switch and Focus, given the entitlement.
    public var critical: Bool
    /// From 0, silent, to 1, full; only for critical alerts.
    public var volume: Double?

    /// The length in seconds from which on iOS plays the default sound instead of a file (A-SOUND).
    public static let tooManySeconds = 30

    /// Creates a sound.
    public init(name: String?, critical: Bool = false, volume: Double? = nil) {
        self.name = name
        self.critical = critical
        self.volume = volume
    }

    /// Creates the sound from a payload's `sound`; nil for silence.
    ///
    /// The empty string is silence, a common trick that Apple does not document. A volume outside
    /// 0 to 1 is left out.
    public init?(_ json: JSON) {
        if let name = json.stringValue {
            guard !name.isEmpty else { return nil }
            self.init(name: name)
            return
        }
        // An object without members is silence, as observed.
        guard json.objectMembers?.isEmpty == false else { return nil }
        let volume = json["volume"]?.doubleValue
        self.init(
            name: json["name"]?.stringValue, critical: json["critical"]?.isSetFlag == true,
            volume: volume.flatMap { (0...1).contains($0) ? $0 : nil })
    }
}

extension JSON {
    /// Whether a flag of `aps` with this value is on.
    ///
    /// Apple asks for the number 1. As observed, every number above 0 and every value of another
    /// type switches a flag on, so `2` and `"no"` do too; `null` counts as absent.
    public var isSetFlag: Bool {
        switch self {
        case .bool(let value): value
        case .number: (doubleValue ?? 0) > 0
        case .null: false
        case .string, .array, .object: true
        }
    }
}
