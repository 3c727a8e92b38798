import PushText

extension Linter {
    /// Names the service whose request it is, and checks the payload that lies inside.
    ///
    /// The finding names the service, and the service's name replaces the dialect in the report.
    mutating func checkEnvelope(
        _ envelope: ForeignEnvelope, _ document: JSONDocument, size: Int
    ) {
        let root = document.root
        let holder = envelope.inside == .anywhere ? ForeignEnvelope.holder(in: root) : nil
        let place = holder.map { found in
            ", with a payload in `\(found.path.map(\.shownKey).joined(separator: "."))`"
        }
        report(
            .foreignEnvelope, root.openingSpan,
            "found a request to \(envelope.name)\(place ?? ""), wanted what APNs delivers",
            then: envelope == .webPush
                ? "Safari shows it without an app's code; an app does not get it"
                : "\(envelope.name) turns it into the payload; as it is, nothing would be shown",
            source: envelope.source)
        guard size <= Lint.sizeLimit else { return }
        switch envelope.inside {
        case .nothing: return
        case .object(let key):
            guard let payload = root[key], payload.members != nil else { return }
            checkInside(payload)
        case .anywhere: if let holder { checkInside(holder.node) }
        case .texts(let keys):
            for key in keys {
                if let member = root.member(key) { checkText(in: member) }
            }
        }
    }

    /// Leaves the size alone: the service may add to the payload or take away from it.
    private mutating func checkInside(_ payload: JSONNode) {
        isTreasureData = payload.hasTreasureDataKey
        guard let aps = payload.member("aps") else { return }
        checkAPS(aps, in: payload)
        checkOwnKeys(payload)
    }

    /// Checks a payload that is written as text inside a string.
    private mutating func checkText(in member: JSONNodeMember) {
        guard member.value.stringValue != nil else {
            report(
                .nestedText, member.value.span, wrongType(member, "the payload as a JSON text"))
            return
        }
        let nested = NestedText(member.value.span, in: source)
        var known = context
        if member.key.hasPrefix("APNS_VOIP") { known.pushType = .voip }
        var inner = Linter(context: known)
        do throws(JSONError) {
            let document = try JSONParser.document(nested.bytes, .apple)
            inner.source = document.bytes
            inner.checkText(document)
            inner.checkRoot(document, as: .apns, size: nested.bytes.count)
        } catch {
            report(
                .nestedText, nested.outer(error.span),
                "found no JSON in `\(member.key.shownKey)`: \(error.message)", cure: error.hint)
            return
        }
        absorb(inner) { finding in
            finding.span = nested.outer(finding.span)
            // An edit would have to be escaped like the text, so only the place is certain.
            finding.fix = nil
        }
    }
}

/// The text that a JSON string holds, with the place of each of its bytes in the outer text.
struct NestedText {
    /// The decoded text.
    private(set) var bytes: [UInt8] = []
    /// For each decoded byte, the start of the character or escape in the outer text that it comes
    /// from.
    private var places: [UInt32] = []
    /// The closing quote, at which a place beyond the last byte lies.
    private let end: Int

    /// `span` is the string with its quotes.
    ///
    /// The parser has accepted it, but the linter may be handed a span without its text, so every
    /// index is checked.
    init(_ span: ByteSpan, in source: [UInt8]) {
        end = max(span.start, span.end - 1)
        var index = span.start + 1
        while index < min(end, source.count) {
            let start = index
            if source[index] != Ascii.backslash {
                add([source[index]], start)
                index += 1
                continue
            }
            index += 2
            guard index <= source.count else { return }
            switch source[index - 1] {
            case Ascii.n: add([Ascii.lineFeed], start)
            case Ascii.t: add([Ascii.tab], start)
            case Ascii.r: add([Ascii.carriageReturn], start)
            case Ascii.b: add([0x08], start)
            case Ascii.f: add([0x0C], start)
            case Ascii.u:
                var unit = Self.unit(source, index)
                index += 4
                if unit & 0xFC00 == 0xD800 {
                    unit = 0x10000 + (unit & 0x3FF) << 10 + Self.unit(source, index + 2) & 0x3FF
                    index += 6
                }
                let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
                add(Array(String(Character(scalar)).utf8), start)
            default: add([source[index - 1]], start)
            }
        }
    }

    private mutating func add(_ decoded: [UInt8], _ place: Int) {
        bytes += decoded
        for _ in decoded { places.append(UInt32(clamping: place)) }
    }

    /// The UTF-16 unit that four hexadecimal digits spell; U+FFFD if they end too early.
    private static func unit(_ source: [UInt8], _ start: Int) -> UInt32 {
        guard start >= 0, start + 4 <= source.count else { return 0xFFFD }
        return source[start..<start + 4].reduce(0) { $0 << 4 | UInt32(Ascii.hexValue($1) ?? 0) }
    }

    /// The place in the outer text of a stretch of the inner one.
    func outer(_ span: ByteSpan) -> ByteSpan {
        func place(_ offset: Int) -> Int {
            places.indices.contains(offset) ? Int(places[offset]) : end
        }
        return ByteSpan(start: place(span.start), end: place(span.end))
    }
}

extension LintRule {
    static let envelopeEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .foreignEnvelope, .note, "Another service's request is not a payload.",
            then: "that service turns it into the payload; as it is, nothing would be shown",
            "EXPO", .high,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"to": "ExponentPushToken[abc]", "title": "Sale", "body": "Today"}"#),
        LintRuleEntry(
            .nestedText, .error, "A payload inside a request to Amazon SNS is a JSON text.",
            then: "SNS refuses the message", "SNS", .medium,
            right: #"{"aps": {"alert": "Hello"}}"#,
            wrong: #"{"default": "Hello", "APNS": "{\"aps\": {\"alert\": Hello}}"}"#),
    ]
}
