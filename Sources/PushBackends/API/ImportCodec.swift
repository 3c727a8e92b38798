import PushModel
import PushText

/// Compresses and decompresses gzip for the REST API; the edge provides it from a maintained
/// library.
public struct ImportCodec: Sendable {
    /// The reason why bytes cannot be decompressed.
    public enum Fault: Error, Equatable, Sendable {
        /// They are not gzip, or are damaged.
        case damaged
        /// They end too early.
        case truncated
        /// They contain more than the caller accepts.
        case tooLarge
    }

    /// Decompresses bytes to at most a given size.
    public var unpack: @Sendable ([UInt8], Int) throws(Fault) -> [UInt8]
    /// Compresses bytes.
    public var pack: @Sendable ([UInt8]) -> [UInt8]

    /// Makes a codec from two functions.
    public init(
        unpack: @escaping @Sendable ([UInt8], Int) throws(Fault) -> [UInt8],
        pack: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.unpack = unpack
        self.pack = pack
    }
}

/// A file of records as clients of the REST API send it: `msgpack.gz`, a sequence of maps.
struct ImportFile {
    /// The maximum uncompressed size of a file in bytes.
    static let limit = 64 << 20
    /// The maximum number of values, with those inside others and without keys.
    static let valueLimit = 5_000_000

    /// A record that cannot be stored.
    struct Faulty {
        /// Its number in the file, from 1.
        var number: Int
        var record: JSON
        /// Its fault, in words.
        var reason: String

        /// The record and the reason, for an answer.
        var message: String { "record \(number): \(reason)" }
    }

    /// The records that a table can store.
    private(set) var records: [JSON] = []
    /// The others: not maps, without whole Unix seconds in `time`, with a key that is not a column
    /// name, or with a text that is not UTF-8.
    private(set) var faulty: [Faulty] = []
    /// The keys whose numbers are kept as text, as many as a table has columns.
    private(set) var longNumbers: [String] = []
    /// The first time of a record that cannot be meant in seconds; nil if none has one.
    private(set) var farTime: Int64?
    /// The uncompressed size in bytes; 0 for what is not gzip.
    private(set) var byteCount = 0
    /// The number of values that were read.
    private(set) var valueCount = 0
    /// The reason why the file is refused as a whole: 400 if it is malformed, 413 if it contains
    /// too much.
    ///
    /// The records before the fault are kept all the same.
    private(set) var refusal: ServiceRefusal?

    /// Reads a file.
    init(
        _ packed: [UInt8], _ codec: ImportCodec, limit: Int = Self.limit,
        valueLimit: Int = Self.valueLimit
    ) {
        do throws(ImportCodec.Fault) {
            let bytes = try codec.unpack(packed, limit)
            byteCount = bytes.count
            read(bytes, valueLimit)
        } catch {
            refusal =
                switch error {
                case .damaged: ServiceRefusal(status: 400, message: "the file is not gzip")
                case .truncated:
                    ServiceRefusal(status: 400, message: "the gzip data ends too early")
                case .tooLarge:
                    ServiceRefusal(
                        status: 413,
                        message: "the file has over \(limit) bytes unpacked: send it in parts")
                }
        }
    }

    /// Reads the records, up to the first byte that is not MessagePack.
    private mutating func read(_ bytes: [UInt8], _ limit: Int) {
        var reader = MessagePackReader(bytes, limit: limit)
        var noted: Set<String> = []
        do throws(Fault) {
            while let record = try reader.next() {
                take(record, reader.notText, &noted)
            }
        } catch {
            refusal =
                reader.isOverLimit
                ? ServiceRefusal(
                    status: 413, message: "the file has over \(limit) values: send it in parts")
                : ServiceRefusal(
                    status: 400,
                    message: "the file is not MessagePack at byte \(error.place): "
                        + error.message)
        }
        valueCount = reader.count
    }

    private mutating func take(
        _ record: JSON, _ notText: MessagePackReader.NotText?, _ noted: inout Set<String>
    ) {
        // pytd sends a frame's index in a member without a name, which is not a column.
        let named = (record.objectMembers ?? []).filter { !$0.key.isEmpty }
        if let reason = Self.fault(of: record, named, notText) {
            let number = records.count + faulty.count + 1
            faulty.append(Faulty(number: number, record: record, reason: reason))
            return
        }
        records.append(.object(named))
        farTime = farTime ?? RecordNote.farTime(of: record)
        for key in LongNumber.keys(in: record)
        where noted.count < ColumnName.limit && noted.insert(key).inserted {
            longNumbers.append(key)
        }
    }

    /// Returns why a record cannot be stored; nil if it can.
    private static func fault(
        of record: JSON, _ members: [JSON.Member], _ notText: MessagePackReader.NotText?
    ) -> String? {
        guard record.objectMembers != nil else { return "found \(record.kindName), wanted a map" }
        if let notText {
            return "`\(visible(notText.key ?? ""))` is not UTF-8 at byte \(notText.place)"
        }
        guard let time = record["time"] else {
            return "`time` is missing, wanted whole Unix seconds"
        }
        guard case .number(let lexeme) = time, Int64(lexeme) != nil else {
            return "`time` is \(time.kindName), wanted whole Unix seconds"
        }
        return ColumnName.fault(in: members).map(visible)
    }
}
