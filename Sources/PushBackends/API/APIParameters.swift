import PushText

/// The parameters of a request, in whichever form its client sends them.
///
/// The query string and the body count together: td-client-python sends multipart/form-data, the
/// Ruby and Go clients urlencoded forms, Java's a query string, and the OpenAPI document says JSON.
struct APIParameters {
    private var values: [(name: String, value: String)] = []

    /// The maximum number of parameters that are read.
    private static let limit = 200

    init(_ request: ServiceRequest) throws(ServiceRefusal) {
        if let mark = request.path.utf8.firstIndex(of: UInt8(ascii: "?")) {
            try addForm(Array(request.path.utf8[mark...].dropFirst()))
        }
        guard !request.body.isEmpty else { return }
        switch request.contentType {
        case "multipart/form-data": try addMultipart(request)
        case "application/json": try addJSON(request.body)
        default: try addForm(request.body)
        }
    }

    /// The last value given for a name.
    subscript(name: String) -> String? { values.last { $0.name == name }?.value }

    /// Returns a whole number in a range, or the default if it is not given.
    func number(
        _ name: String, in range: ClosedRange<Int>, default standard: Int
    ) throws(ServiceRefusal) -> Int {
        guard let text = self[name], !text.isEmpty else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw ServiceRefusal(
                status: 422,
                message: "`\(name)` is `\(visible(text))`, wanted a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns `true` or `false`, which is also what is not given.
    func flag(_ name: String) throws(ServiceRefusal) -> Bool {
        switch self[name]?.lowercased() {
        case nil, "", "false": return false
        case "true": return true
        case let text?:
            throw ServiceRefusal(
                status: 422, message: "`\(name)` is `\(visible(text))`, wanted true or false")
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        if values.count < Self.limit { values.append((name, value)) }
    }

    /// Returns the text that bytes are.
    ///
    /// - Throws: 400 if they are not UTF-8, since a replaced byte could change a query's answer.
    private static func text(
        _ bytes: some Sequence<UInt8>, of name: String
    ) throws(ServiceRefusal) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceRefusal(status: 400, message: "`\(visible(name))` is not UTF-8")
        }
        return text
    }

    private mutating func addForm(_ bytes: [UInt8]) throws(ServiceRefusal) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { PercentCoding.decode(bytes: $0, plusIsBlank: true) }
            let name = String(decoding: decoded[0], as: UTF8.self)
            add(name, try Self.text(decoded.count > 1 ? decoded[1] : [], of: name))
        }
    }

    private mutating func addJSON(_ bytes: [UInt8]) throws(ServiceRefusal) {
        guard let json = try? JSONParser.parse(bytes), let members = json.objectMembers else {
            throw ServiceRefusal(status: 400, message: "the body is not a JSON object")
        }
        for member in members {
            switch member.value {
            case .null: continue
            case .string(let text): add(member.key, text)
            case .number(let lexeme): add(member.key, lexeme)
            case .bool(let value): add(member.key, value ? "true" : "false")
            case .array, .object:
                var text: [UInt8] = []
                member.value.write(to: &text)
                add(member.key, String(decoding: text, as: UTF8.self))
            }
        }
    }

    /// Reads RFC 7578, as far as text fields need it; files are fields like others.
    private mutating func addMultipart(_ request: ServiceRequest) throws(ServiceRefusal) {
        guard let boundary = Self.parameter("boundary", of: request.header("Content-Type") ?? ""),
            (1...70).contains(boundary.utf8.count)
        else {
            throw ServiceRefusal(
                status: 400,
                message: "`multipart/form-data` without a boundary of 1 to 70 bytes (RFC 2046)")
        }
        let mark = Array("--\(boundary)".utf8)
        var search = ByteSearch(request.body)
        guard search.skip(past: mark) else {
            throw ServiceRefusal(status: 400, message: "the body has no part")
        }
        while search.skip(lineEnd: ()) {
            guard let head = search.take(until: Array("\r\n\r\n".utf8)),
                let content = search.take(until: Array("\r\n".utf8) + mark)
            else {
                throw ServiceRefusal(status: 400, message: "a part of the body does not end")
            }
            let text = String(decoding: head, as: UTF8.self)
            for line in text.split(whereSeparator: \.isNewline)
            where line.lowercased().hasPrefix("content-disposition:") {
                if let name = Self.parameter("name", of: String(line)) {
                    add(name, try Self.text(content, of: name))
                }
            }
        }
    }

    /// Returns the value of `name=` after a semicolon, without its quotes.
    private static func parameter(_ name: String, of field: String) -> String? {
        for part in field.split(separator: ";").dropFirst() {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].lowercased() == name else { continue }
            var value = pair[1].trimmingEnd { $0 == " " || $0 == "\r" }
            if value.count >= 2, value.first == "\"", value.last == "\"" {
                value = value.dropFirst().dropLast()
            }
            return String(value)
        }
        return nil
    }
}

/// Walks through bytes from one mark to the next.
private struct ByteSearch {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(past mark: [UInt8]) -> Bool { take(until: mark) != nil }

    /// Skips a line end; false if something else is here, as after the last boundary.
    mutating func skip(lineEnd: Void) -> Bool {
        guard bytes[place...].starts(with: [13, 10]) else { return false }
        place += 2
        return true
    }

    /// Returns the bytes before a boundary, which is skipped too; nil if there is none.
    mutating func take(until mark: [UInt8]) -> ArraySlice<UInt8>? {
        let found = bytes.withUnsafeBufferPointer { bytes in
            mark.withUnsafeBufferPointer { bytes.occurrences(of: $0, from: place, upTo: 1).first }
        }
        guard let found else { return nil }
        defer { place = found + mark.count }
        return bytes[place..<found]
    }
}
