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
        guard let json = try? PropertyListDecoder().decode(Node.self, from: Data(bytes)).json,
            case .object = json
        else { throw Fault("the text is not a property list in XML or binary form") }
        return json
    }
}

/// A value of a property list, whatever it is.
private struct Node: Decodable {
    let json: JSON

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < 32 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
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
