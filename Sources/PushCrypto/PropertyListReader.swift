import FoundationEssentials
import PushText

/// Property lists, XML and binary, read by Foundation's decoder as JSON with sorted keys.
public enum PropertyListReader {
    /// The size above which files are refused; an app's lists have a few kilobytes.
    public static let sizeLimit = 1 << 20

    /// Reads a whole property list.
    ///
    /// Dates and data become null: no key that matters here has them.
    public static func read(_ bytes: [UInt8]) throws(Fault) -> JSON {
        guard bytes.count <= sizeLimit else {
            throw Fault("the property list has \(bytes.count) bytes, wanted at most 1 MB")
        }
        // Foundation's reader takes a text without markup for a string or an old-style list.
        guard bytes.starts(with: "bplist".utf8) || bytes.prefix(256).contains(UInt8(ascii: "<"))
        else { throw Fault("found neither `<plist` nor `bplist`, wanted a property list") }
        guard isShallow(bytes) else {
            throw Fault("the property list is nested more than \(depthLimit) levels deep")
        }
        let decoder = PropertyListDecoder()
        let budget = Budget()
        budget.limit(decoder)
        let json = try? decoder.decode(Node.self, from: Data(bytes)).json
        guard budget.left > 0 else {
            throw Fault("the property list has more than \(Budget.limit) values")
        }
        guard let json, case .object = json else {
            throw Fault("the text is not a property list in XML or binary form")
        }
        return json
    }

    /// The deepest nesting of arrays and dictionaries.
    fileprivate static let depthLimit = 32

    /// Whether the tags of a text are nested no deeper than is read: Foundation calls itself for
    /// each level before anybody can count them.
    private static func isShallow(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: "bplist".utf8) else { return true }
        var depth = 0
        var place = 0
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let tag = bytes[(open + 1)...]
            place = open + 1
            if tag.starts(with: "/array".utf8) || tag.starts(with: "/dict".utf8) {
                depth -= 1
            } else if tag.starts(with: "array".utf8) || tag.starts(with: "dict".utf8) {
                guard let end = tag.firstIndex(of: UInt8(ascii: ">")) else { return true }
                if bytes[end - 1] != UInt8(ascii: "/") { depth += 1 }
                guard depth <= depthLimit else { return false }
            }
        }
        return true
    }
}

/// The values that may still be decoded: a binary list can name one of its arrays any number of
/// times.
private final class Budget: @unchecked Sendable {
    static let limit = 100_000
    private static let key = CodingUserInfoKey(rawValue: "budget")

    var left = limit

    /// Counts a value; false if there is none left.
    static func take(_ decoder: any Decoder) -> Bool {
        let budget = key.flatMap { decoder.userInfo[$0] } as? Budget
        budget?.left -= 1
        return budget?.left != 0
    }

    /// Limits a decoder.
    func limit(_ decoder: PropertyListDecoder) {
        if let key = Self.key { decoder.userInfo[key] = self }
    }
}

/// A value of a property list, whatever it is.
private struct Node: Decodable {
    let json: JSON

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < PropertyListReader.depthLimit, Budget.take(decoder) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "too deep, or too long"))
        }
        if let container = try? decoder.container(keyedBy: Key.self) {
            json = .object(
                try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
                    JSON.Member(
                        key: $0.stringValue, value: try container.decode(Node.self, forKey: $0).json
                    )
                })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var items: [JSON] = []
            while !container.isAtEnd { items.append(try container.decode(Node.self).json) }
            json = .array(items)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            json = .string(text)
        } else if let flag = try? container.decode(Bool.self) {
            json = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            json = .int64(number)
        } else if let number = try? container.decode(Double.self) {
            json = .double(number)
        } else {
            json = .null
        }
    }
}

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
