/// The types that the modules declare at the top level.
struct Declarations {
    struct Declaration {
        let name: String
        let module: String
        let place: Finding
        let isExported: Bool
    }

    let all: [Declaration]

    private static let kinds = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    init(in files: [TidyFile]) {
        all = files.filter(\.isSwift).flatMap { file -> [Declaration] in
            guard let module = file.module else { return [] }
            return file.code.lines.enumerated().compactMap { index, line in
                guard let first = line.first, first.isWordByte || first == UInt8(ascii: "@") else {
                    return nil
                }
                let words = String(decoding: line, as: UTF8.self)
                    .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                guard let kind = words.firstIndex(where: Self.kinds.contains),
                    kind + 1 < words.count, !words[..<kind].contains("func"),
                    !words[..<kind].contains("import")
                else { return nil }
                return Declaration(
                    name: words[kind + 1], module: module,
                    place: file.finding(index + 1, "`\(words[kind + 1])`"),
                    isExported: words[..<kind].contains { $0 == "public" || $0 == "package" })
            }
        }
    }

    /// Exported types whose name another module exports, too.
    var twins: [Finding] {
        var modules: [String: Set<String>] = [:]
        for each in all where each.isExported {
            modules[each.name, default: []].insert(each.module)
        }
        return all.filter { $0.isExported && modules[$0.name, default: []].count > 1 }.map {
            Finding(
                path: $0.place.path, line: $0.place.line,
                message: "`\($0.name)` names a type of another module, too")
        }
    }
}

/// The types of `Sources` that can be thrown.
enum ErrorTypes {
    /// They only become fewer: a new kind of failure is a case of a table that is there.
    static let limit = 39

    static func findings(in files: [TidyFile]) -> [Finding] {
        files.filter { $0.isSwift && $0.isSource }.flatMap { file in
            file.lines(of: "Error", in: \.code).filter { line in
                let text = String(decoding: file.code.lines[line - 1], as: UTF8.self)
                let words = text.split { !$0.isLetter && !$0.isNumber }
                return words.contains { $0 == "struct" || $0 == "enum" || $0 == "extension" }
                    && text.contains(":") && text.contains("{")
            }.map { file.finding($0, "a type that can be thrown") }
        }
    }
}
