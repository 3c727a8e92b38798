/// Reads JSON texts, strictly or as Apple's parser does.
public enum JSONParser {
    /// The definitions of JSON that a text can be read by.
    public enum Dialect: Equatable, Sendable {
        /// RFC 8259 in UTF-8.
        case strict
        /// The dialect of NSJSONSerialization: trailing commas, a byte order mark, UTF-16.
        case apple
    }

    /// The deepest nesting that is read, the limit of Swift's Foundation.
    public static let depthLimit = 512

    /// The longest text that is read, in bytes.
    public static let sizeLimit = 64 << 20

    /// Returns the value of a text, without positions.
    public static func parse(
        _ bytes: [UInt8], _ dialect: Dialect = .strict
    ) throws(JSONError) -> JSON {
        try read(bytes, dialect, JSONValueSink.self).value
    }

    /// Returns the value of a text as Apple's parser reads it, and whether RFC 8259 forbids a part.
    package static func lenient(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (value: JSON, isTolerated: Bool) {
        let reading = try read(bytes, .apple, JSONValueSink.self)
        return (reading.value, !reading.tolerances.isEmpty)
    }

    /// Returns the value of a text with the place of everything in it.
    public static func document(
        _ bytes: [UInt8], _ dialect: Dialect
    ) throws(JSONError) -> JSONDocument {
        let reading = try read(bytes, dialect, JSONNodeSink.self)
        return JSONDocument(
            root: reading.value, tolerances: reading.tolerances,
            bytes: reading.transcoded ?? bytes)
    }

    /// Returns a text in an encoding that Apple's parser reads as UTF-8 without its byte order
    /// mark; bytes in none of these encodings are returned unchanged.
    public static func readable(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { source in
            switch TextEncoding.detected(in: source) {
            case .utf8(let mark): return Array(bytes.dropFirst(mark))
            case .utf16(let bigEndian, let mark):
                return TextEncoding.decoded(source, bigEndian: bigEndian, from: mark).text
            case .utf32: return bytes
            }
        }
    }

    /// Converts a text for an excerpt, and a place counted in its original bytes.
    ///
    /// UTF-16 has zero bytes between its letters, which no excerpt should show.
    public static func readable(
        _ bytes: [UInt8], _ span: ByteSpan
    ) -> (bytes: [UInt8], span: ByteSpan) {
        bytes.withUnsafeBufferPointer { source in
            guard case .utf16(let bigEndian, let mark) = TextEncoding.detected(in: source) else {
                return (bytes, span)
            }
            func text(to end: Int) -> [UInt8] {
                let part = UnsafeBufferPointer(
                    rebasing: source[..<max(mark, min(end, source.count))])
                return TextEncoding.decoded(part, bigEndian: bigEndian, from: mark).text
            }
            let place = ByteSpan(start: text(to: span.start).count, end: text(to: span.end).count)
            return (text(to: source.count), place)
        }
    }

    /// A value with what the reader tolerated; `transcoded` is the UTF-8 of a text in another
    /// encoding.
    private struct Reading<Value> {
        var value: Value
        var tolerances: [JSONTolerance]
        var transcoded: [UInt8]?
    }

    private static func read<Sink: JSONSink>(
        _ bytes: [UInt8], _ dialect: Dialect, _ sink: Sink.Type
    ) throws(JSONError) -> Reading<Sink.Value> {
        let result = bytes.withUnsafeBufferPointer { source in
            // The closure returns a result, since rethrowing would lose the error's type.
            Result { () throws(JSONError) in try read(source, dialect, sink) }
        }
        return try result.get()
    }

    private static func read<Sink: JSONSink>(
        _ source: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, _ sink: Sink.Type
    ) throws(JSONError) -> Reading<Sink.Value> {
        guard source.count <= sizeLimit else {
            throw refusal(.tooLarge, 0, source.count, source)
        }
        switch TextEncoding.detected(in: source) {
        case .utf8(let mark):
            guard mark == 0 || dialect == .apple else {
                throw refusal(.byteOrderMark, 0, mark, source)
            }
            return try readUTF8(source, mark, dialect, sink)
        case .utf16(let bigEndian, let mark):
            guard dialect == .apple else { throw refusal(.wrongEncoding, 0, 2, source) }
            return try readUTF16(source, bigEndian, mark, sink)
        case .utf32:
            throw refusal(.wrongEncoding, 0, 2, source)
        }
    }

    private static func readUTF8<Sink: JSONSink>(
        _ source: UnsafeBufferPointer<UInt8>, _ mark: Int, _ dialect: Dialect, _ sink: Sink.Type
    ) throws(JSONError) -> Reading<Sink.Value> {
        var reader = JSONReader<Sink>(source, from: mark, dialect)
        if mark > 0 {
            let span = ByteSpan(start: 0, end: mark)
            reader.tolerances = [JSONTolerance(kind: .byteOrderMark, span: span)]
        }
        do throws(JSONFault) {
            let value = try reader.document()
            return Reading(value: value, tolerances: reader.tolerances)
        } catch {
            throw error.error(in: source)
        }
    }

    /// Converts the whole text first, because the reader knows only UTF-8.
    ///
    /// Spans refer to the result.
    private static func readUTF16<Sink: JSONSink>(
        _ source: UnsafeBufferPointer<UInt8>, _ bigEndian: Bool, _ mark: Int, _ sink: Sink.Type
    ) throws(JSONError) -> Reading<Sink.Value> {
        let text: [UInt8]
        do throws(JSONFault) {
            text = try TextEncoding.transcoded(source, bigEndian: bigEndian, from: mark)
        } catch {
            throw error.error(in: source)
        }
        let result = text.withUnsafeBufferPointer { utf8 in
            Result { () throws(JSONError) in try readUTF8(utf8, 0, .apple, sink) }
        }
        switch result {
        case .success(var reading):
            let span = ByteSpan(start: 0, end: text.count)
            reading.tolerances.insert(JSONTolerance(kind: .utf16, span: span), at: 0)
            reading.transcoded = text
            return reading
        case .failure(var error):
            error.span = ByteSpan(
                start: TextEncoding.sourceOffset(of: error.span.start, in: text, from: mark),
                end: TextEncoding.sourceOffset(of: error.span.end, in: text, from: mark))
            throw error
        }
    }

    private static func refusal(
        _ kind: JSONError.Kind, _ start: Int, _ end: Int, _ source: UnsafeBufferPointer<UInt8>
    ) -> JSONError {
        JSONFault(kind: kind, wanted: .value, start: start, end: end).error(in: source)
    }
}
