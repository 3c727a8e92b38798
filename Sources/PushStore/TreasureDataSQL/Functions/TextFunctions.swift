import PushModel
import PushText

/// Functions over text and URLs: Trino's, and Treasure Data's `td_url_` pair.
enum TextFunctions {
    static let all: [SQLFunction] = coding + parts + searching

    private static let coding: [SQLFunction] = [
        SQLFunction(
            "td_url_decode", 1...2,
            "td_url_decode(text [, charset]): a text without its %xx; a charset or a locale."
        ) { call throws(SQLFunctionError) in try decode(call) },
        SQLFunction("url_decode", 1...1, "url_decode(text): a text without its %xx codes.") {
            call throws(SQLFunctionError) in try decode(call)
        },
        SQLFunction("td_url_encode", 1...1, "td_url_encode(text): a text as a form encodes it.") {
            call throws(SQLFunctionError) in encode(call)
        },
        SQLFunction("url_encode", 1...1, "url_encode(text): a text as a form encodes it.") {
            call throws(SQLFunctionError) in encode(call)
        },
    ]

    private static let parts: [SQLFunction] = [
        part("protocol") { $0.scheme.map { .text(String(decoding: $0, as: UTF8.self)) } },
        part("host") { $0.host.map { .text(String(decoding: $0, as: UTF8.self)) } },
        part("port") { $0.port.map { .integer(Int64($0)) } },
        part("path") { .text(URLParts.decoded($0.path)) },
        part("query") { $0.query.map { .text(URLParts.decoded($0)) } },
        part("fragment") { $0.fragment.map { .text(URLParts.decoded($0)) } },
        SQLFunction(
            "url_extract_parameter", 2...2,
            "url_extract_parameter(url, name): the first query parameter of a name."
        ) { call throws(SQLFunctionError) in
            guard let url = call.text(0), let name = call.text(1) else { return .null }
            return url.withBytes { URLParts($0)?.parameter(name).map { .text($0) } ?? .null }
        },
    ]

    private static let searching: [SQLFunction] = [
        SQLFunction(
            "split_part", 3...3,
            "split_part(text, delimiter, index): one field, counted from 1; NULL past the last."
        ) { call throws(SQLFunctionError) in try splitPart(call) },
        SQLFunction(
            "strpos", 2...3,
            "strpos(text, part [, instance]): where a part starts, counted from 1; 0 if nowhere."
        ) { call throws(SQLFunctionError) in try position(call) },
        SQLFunction("starts_with", 2...2, "starts_with(text, part): whether it starts with it.") {
            call throws(SQLFunctionError) in
            guard let text = call.text(0), let part = call.text(1) else { return .null }
            return .truth(text.utf8.starts(with: part.utf8))
        },
        SQLFunction("concat", 1...64, "concat(x, y, …): texts joined; NULL if any is NULL.") {
            call throws(SQLFunctionError) in
            guard !call.hasNull else { return .null }
            return .text((0..<call.count).reduce(into: "") { $0 += call.text($1) ?? "" })
        },
    ]

    /// Returns a function of the `url_extract_` family; NULL for a text that is no URL.
    private static func part(
        _ name: String, _ read: @escaping @Sendable (URLParts) -> Cell?
    ) -> SQLFunction {
        SQLFunction(
            "url_extract_\(name)", 1...1, "url_extract_\(name)(url): the \(name) of a URL."
        ) { call throws(SQLFunctionError) in
            guard let url = call.text(0) else { return .null }
            return url.withBytes { URLParts($0).flatMap(read) ?? .null }
        }
    }

    /// Decodes to bytes first, which are UTF-8 unless a charset or a locale is given.
    private static func decode(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let text = call.text(0) else { return .null }
        let bytes = PercentCoding.decode(bytes: text.utf8, plusIsBlank: true)
        guard call.count > 1, let name = call.text(1) else {
            return .text(String(decoding: bytes, as: UTF8.self))
        }
        let charset = try call.context.charsets.value(for: name) {
            () throws(SQLFunctionError) in
            guard let charset = Charset(name) else {
                throw SQLFunctionError("charset '\(name.prefix(40))' is not one this system has")
            }
            return charset
        }
        return .text(charset.decode(bytes))
    }

    private static func encode(_ call: SQLCall) -> Cell {
        guard let text = call.text(0) else { return .null }
        return call.text {
            PercentCoding.append(encoded: text.utf8, keeping: "*-._", plusIsBlank: true, to: &$0)
        }
    }

    /// NULL beyond the last field; an index below 1 and an empty delimiter are errors, as in Trino.
    private static func splitPart(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let text = call.text(0), let delimiter = call.text(1),
            let index = try call.integer(2, "index")
        else { return .null }
        guard index >= 1 else { throw SQLFunctionError("index \(index) is less than 1") }
        guard !delimiter.isEmpty else { throw SQLFunctionError("delimiter is empty") }
        return text.field(index, by: delimiter).map(Cell.text) ?? .null
    }

    private static func position(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let text = call.text(0), let part = call.text(1), !call.isNull(min(2, call.count - 1))
        else { return .null }
        let instance = call.count > 2 ? try call.integer(2, "instance") ?? 1 : 1
        guard instance != 0 else { throw SQLFunctionError("instance is 0: wanted 1 for the first") }
        return .integer(text.position(of: part, instance: instance))
    }
}
