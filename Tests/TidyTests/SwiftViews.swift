/// Tells Swift code from comments and from the contents of string literals, byte by byte.
struct SwiftViews {
    private let bytes: [UInt8]
    private(set) var code: [UInt8]
    private(set) var comments: [UInt8]
    private var index = 0
    /// The literals whose interpolations we stand in, with the parentheses open in each.
    private var interpolations: [(literal: Literal, depth: Int)] = []

    private struct Literal {
        let hashes: Int
        let isMultiline: Bool
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code = bytes
        comments = bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    }

    mutating func scan() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where at("//"): comment { $0.at("\n") }
            case UInt8(ascii: "/") where at("/*"): blockComment()
            case UInt8(ascii: "`"): rawName()
            case UInt8(ascii: "#"), UInt8(ascii: "\""): startLiteral()
            case UInt8(ascii: "("):
                change(depthBy: 1)
            case UInt8(ascii: ")"):
                change(depthBy: -1)
            default: index += 1
            }
        }
    }

    private func at(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    private mutating func comment(until isOver: (Self) -> Bool) {
        while index < bytes.count, !isOver(self) {
            moveToComments()
        }
    }

    private mutating func moveToComments() {
        comments[index] = bytes[index]
        if bytes[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
        index += 1
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            if at("/*") {
                depth += 1
                moveToComments()
            } else if at("*/") {
                depth -= 1
                moveToComments()
            }
            if index < bytes.count { moveToComments() }
        } while depth > 0 && index < bytes.count
    }

    private mutating func rawName() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "`"), !at("\n") { underline() }
        index += 1
    }

    private mutating func underline() {
        if bytes[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: "_") }
        index += 1
    }

    private mutating func startLiteral() {
        var hashes = 0
        while index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "#") {
            hashes += 1
        }
        index += hashes
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
        let isMultiline = at("\"\"\"")
        index += isMultiline ? 3 : 1
        contents(of: Literal(hashes: hashes, isMultiline: isMultiline))
    }

    private mutating func contents(of literal: Literal) {
        while index < bytes.count {
            if closes(literal) {
                index += (literal.isMultiline ? 3 : 1) + literal.hashes
                return
            }
            guard bytes[index] == UInt8(ascii: "\\"), hasHashes(literal.hashes, from: index + 1)
            else {
                if !literal.isMultiline, at("\n") { return }
                underline()
                continue
            }
            for _ in 0...literal.hashes { underline() }
            if at("(") {
                interpolations.append((literal, 0))
                return
            }
            if index < bytes.count { underline() }
        }
    }

    private func closes(_ literal: Literal) -> Bool {
        let quotes = literal.isMultiline ? at("\"\"\"") : at("\"")
        return quotes && hasHashes(literal.hashes, from: index + (literal.isMultiline ? 3 : 1))
    }

    private func hasHashes(_ count: Int, from start: Int) -> Bool {
        guard start + count <= bytes.count else { return false }
        return bytes[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// Counts parentheses inside an interpolation, whose last one leads back into the literal.
    private mutating func change(depthBy step: Int) {
        index += 1
        guard let last = interpolations.indices.last else { return }
        interpolations[last].depth += step
        if interpolations[last].depth == 0 {
            contents(of: interpolations.removeLast().literal)
        }
    }
}
