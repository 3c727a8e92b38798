/// Nothing is unwrapped, cast or tried by force: bad input must end in a diagnostic.
struct ForcedUnwrap: Rule {
    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift else { return [] }
        return file.code.lines.enumerated().flatMap { index, line in
            Self.places(in: line).map { file.finding(index + 1, $0) }
        }
    }

    private static func places(in line: ArraySlice<UInt8>) -> [String] {
        guard line.contains(UInt8(ascii: "!")) else { return [] }
        return line.indices.compactMap { place in
            guard line[place] == UInt8(ascii: "!"), place > line.startIndex else { return nil }
            let next = place + 1 < line.endIndex ? line[place + 1] : UInt8(ascii: " ")
            let previous = line[place - 1]
            let isOperand = previous.isWordByte || ")]}>?\"`".utf8.contains(previous)
            guard isOperand, next != UInt8(ascii: "=") else { return nil }
            let before = line[..<place]
            if before.ends(with: "try".utf8) { return "`try!` ends the program on bad input" }
            if before.ends(with: " as".utf8) { return "`as!` ends the program on bad input" }
            return "a forced unwrap ends the program on bad input"
        }
    }
}

extension ArraySlice<UInt8> {
    func ends(with suffix: String.UTF8View) -> Bool {
        self.suffix(suffix.count).elementsEqual(suffix)
    }
}
