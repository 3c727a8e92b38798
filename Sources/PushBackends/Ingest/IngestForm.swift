import PushText

/// The form in which a body carries records, determined by its media type.
enum IngestForm: Equatable {
    /// `{"events":[…]}` or `{"records":[…]}`.
    case batch
    /// A batch whose records get the sender's address as `td_ip`.
    case mobile
    /// One record, bare.
    case single

    init(contentType: String) throws(ServiceRefusal) {
        switch contentType {
        case "application/vnd.treasuredata.v1+json", "application/vnd.treasuredata.v1.js+json":
            self = .batch
        case "application/vnd.treasuredata.v1.mobile+json": self = .mobile
        case "application/vnd.treasuredata.v1.single+json": self = .single
        default:
            let found = contentType.isEmpty ? "no `Content-Type`" : "`\(visible(contentType))`"
            throw .unsupportedType(
                "found \(found), wanted `application/vnd.treasuredata.v1+json`")
        }
    }

    /// Returns the records of a body.
    func records(_ body: JSON) throws(ServiceRefusal) -> [JSON] {
        guard body.objectMembers != nil else {
            throw .unprocessable("the body is \(body.kindName), wanted an object")
        }
        if self == .single { return [body] }
        guard let list = body["events"] ?? body["records"] else {
            throw .unprocessable("the body has neither `events` nor `records`")
        }
        guard let records = list.arrayValue else {
            throw .unprocessable("the events are \(list.kindName), wanted an array")
        }
        return records
    }
}

/// Returns text of a request as an answer may repeat it: short, and without control characters.
func visible(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(80) {
        let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
        shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return shown
}
