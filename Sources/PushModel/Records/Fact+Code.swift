extension Fact {
    /// The beginning of the code of a fact that belongs to no push, by which the store finds it.
    public static let codeMark: Unicode.Scalar = "@"

    /// The app and the occurrence as the store keeps them, `@phone/com.example.app:token-gone`;
    /// empty without either.
    ///
    /// The occurrence stands at the end: the store searches for those that end with an ID.
    public var code: String {
        let name = occurrence?.code ?? ""
        guard notification == nil, app != nil || occurrence != nil else { return name }
        return "\(Self.codeMark)\(app?.code ?? ""):" + name
    }

    /// Reads a code; an app or an occurrence that it lacks, or that this version does not know, is
    /// nil.
    public static func parts(of code: String) -> (app: AppAddress?, occurrence: Occurrence?) {
        guard let mark = code.unicodeScalars.firstIndex(of: codeMark) else {
            return (nil, Occurrence(code: code))
        }
        let (name, rest) = (code[..<mark], code.unicodeScalars[mark...].dropFirst())
        if name == "queue-deleted" {
            // Some older rows name the app behind the occurrence's name.
            return (AppAddress(code: rest), .queueDeleted)
        }
        guard name.isEmpty || name == "chosen", let end = rest.firstIndex(of: ":") else {
            return (nil, Occurrence(code: code))
        }
        return (
            AppAddress(code: rest[..<end]), Occurrence(code: String(rest[end...].dropFirst()))
        )
    }
}

extension AppAddress {
    /// Neither a device's name nor a bundle ID has a slash or a colon.
    fileprivate var code: String { device + "/" + bundleID }

    fileprivate init?(code: Substring.UnicodeScalarView) {
        guard let slash = code.firstIndex(of: "/") else { return nil }
        self.init(
            device: String(code[..<slash]), bundleID: String(code[slash...].dropFirst()))
    }
}
