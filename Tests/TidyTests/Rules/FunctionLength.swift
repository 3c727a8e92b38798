/// A function is at most 60 lines long, from its name to its closing brace.
struct FunctionLength: Rule {
    static let limit = 60

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift, !file.isGenerated else { return [] }
        return FunctionScanner(file.code).functions().filter { $0.lines > Self.limit }.map {
            file.finding(
                $0.start, "`\($0.name)` has \($0.lines) lines, more than \(Self.limit)")
        }
    }
}

/// Finds the functions, initializers and computed properties of a file, with their lengths.
struct FunctionScanner {
    struct Function: Equatable {
        let name: String
        let start: Int
        let lines: Int
    }

    private let code: [UInt8]
    /// The words that, before any brace, show that a declaration has no body.
    private static let successors: Set<String> = [
        "func", "init", "deinit", "subscript", "var", "let", "case", "static", "mutating",
        "associatedtype", "typealias", "struct", "enum", "class", "extension", "protocol",
    ]

    init(_ code: [UInt8]) {
        self.code = code
    }

    func functions() -> [Function] {
        var functions: [Function] = []
        var index = 0
        var line = 1
        while index < code.count {
            guard code[index].isWordByte else {
                if code[index] == UInt8(ascii: "\n") { line += 1 }
                index += 1
                continue
            }
            let end = wordEnd(from: index)
            let word = String(decoding: code[index..<end], as: UTF8.self)
            if let brace = bodyStart(after: end, of: word, at: index) {
                let name = ["func", "var"].contains(word) ? self.name(from: end) : word
                functions.append(Function(name: name, start: line, lines: height(index, brace)))
            }
            index = end
        }
        return functions
    }

    private func wordEnd(from start: Int) -> Int {
        var end = start
        while end < code.count, code[end].isWordByte { end += 1 }
        return end
    }

    private func name(from start: Int) -> String {
        let rest = code[start...].drop { $0 == UInt8(ascii: " ") }
        return String(decoding: rest.prefix { !" (<:".utf8.contains($0) }, as: UTF8.self)
    }

    /// Finds the brace that opens the body of the declaration that a keyword begins, if it has one.
    private func bodyStart(after end: Int, of word: String, at start: Int) -> Int? {
        guard ["func", "init", "deinit", "subscript", "var"].contains(word) else { return nil }
        guard start == 0 || code[start - 1] != UInt8(ascii: ".") else { return nil }
        var depth = 0
        var index = end
        while index < code.count {
            let byte = code[index]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "{") where depth == 0: return index
            case UInt8(ascii: "="), UInt8(ascii: "\n"):
                if depth == 0, word == "var" { return nil }
            case UInt8(ascii: "}"), UInt8(ascii: ";"): if depth == 0 { return nil }
            default: break
            }
            if depth < 0 { return nil }
            guard byte.isWordByte else {
                index += 1
                continue
            }
            let next = wordEnd(from: index)
            let isDeclaration = Self.successors.contains(
                String(decoding: code[index..<next], as: UTF8.self))
            if depth == 0, isDeclaration { return nil }
            index = next
        }
        return nil
    }

    /// Counts the lines from a declaration to the brace that closes its body.
    private func height(_ start: Int, _ brace: Int) -> Int {
        var lines = 1
        var depth = 0
        for index in start..<code.count {
            switch code[index] {
            case UInt8(ascii: "\n"): lines += 1
            case UInt8(ascii: "{") where index >= brace: depth += 1
            case UInt8(ascii: "}") where index > brace:
                depth -= 1
                if depth == 0 { return lines }
            default: break
            }
        }
        return lines
    }
}
