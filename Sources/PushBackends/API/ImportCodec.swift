import PushText

/// Compresses and decompresses gzip for the REST API; the edge provides it from a maintained
/// library.
public struct ImportCodec: Sendable {
    /// The reason why bytes cannot be decompressed.
    public enum Fault: Error, Equatable, Sendable {
        /// They are not gzip, or end too early.
        case damaged
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

    /// The records that are maps with whole Unix seconds in `time`.
    private(set) var records: [JSON] = []
    /// The others.
    private(set) var faulty: [JSON] = []

    /// Reads a file.
    ///
    /// - Throws: 400 if it is malformed, 413 if it contains too much.
    init(_ packed: [UInt8], _ codec: ImportCodec, limit: Int = Self.limit) throws(ServiceRefusal) {
        let bytes: [UInt8]
        do throws(ImportCodec.Fault) { bytes = try codec.unpack(packed, limit) } catch {
            switch error {
            case .damaged: throw ServiceRefusal(status: 400, message: "the file is not gzip")
            case .tooLarge:
                throw ServiceRefusal(
                    status: 413,
                    message: "the file has over \(limit) bytes unpacked: send it in parts")
            }
        }
        do throws(Fault) { try read(bytes) } catch {
            throw ServiceRefusal(
                status: 400,
                message: "the file is not MessagePack at byte \(error.place): \(error.message)")
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(Fault) {
        var reader = MessagePackReader(bytes)
        while let record = try reader.next() {
            if Self.isWhole(record["time"]), let members = record.objectMembers {
                // pytd sends a frame's index in a member without a name, which is not a column.
                let named = members.filter { !$0.key.isEmpty }
                records.append(named.count == members.count ? record : .object(named))
            } else {
                faulty.append(record)
            }
        }
    }

    private static func isWhole(_ time: JSON?) -> Bool {
        guard case .number(let lexeme) = time else { return false }
        return Int64(lexeme) != nil
    }
}
