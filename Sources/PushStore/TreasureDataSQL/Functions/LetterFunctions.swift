import PushModel

/// Trino's functions over the letters of a text.
enum LetterFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "lpad", 3...3, "lpad(text, size, pad): filled up on the left, or cut on the right."
        ) { call throws(SQLFunctionError) in try pad(call) { $1 + $0 } },
        SQLFunction("rpad", 3...3, "rpad(text, size, pad): filled up or cut on the right.") {
            call throws(SQLFunctionError) in try pad(call) { $0 + $1 }
        },
        SQLFunction("reverse", 1...1, "reverse(text): the letters from the last to the first.") {
            call throws(SQLFunctionError) in
            guard let scalars = scalars(call, 0) else { return .null }
            return .text(CodePoints.text(scalars.reversed()))
        },
        SQLFunction("chr", 1...1, "chr(number): the letter with that number in Unicode.") {
            call throws(SQLFunctionError) in
            guard let number = try call.integer(0, "number") else { return .null }
            guard let narrow = UInt32(exactly: number), let scalar = Unicode.Scalar(narrow) else {
                throw SQLFunctionError("number \(number) is not that of a letter in Unicode")
            }
            return .text(String(Character(scalar)))
        },
        SQLFunction("codepoint", 1...1, "codepoint(letter): its number in Unicode.") {
            call throws(SQLFunctionError) in
            guard let scalars = scalars(call, 0) else { return .null }
            guard let first = scalars.first, scalars.count == 1 else {
                throw SQLFunctionError("\(call[0].shown) is not one letter")
            }
            return .integer(Int64(first.value))
        },
        SQLFunction(
            "translate", 3...3,
            "translate(text, from, to): each letter of `from` becomes that of `to`, or goes."
        ) { call throws(SQLFunctionError) in
            guard let source = scalars(call, 0), let from = scalars(call, 1),
                let to = scalars(call, 2)
            else { return .null }
            // The first of equal letters counts.
            let places = Dictionary(zip(from, from.indices)) { first, _ in first }
            return .text(
                CodePoints.text(
                    source.compactMap { scalar in
                        guard let place = places[scalar] else { return scalar }
                        return place < to.count ? to[place] : nil
                    }))
        },
        SQLFunction("concat_ws", 2...64, "concat_ws(delimiter, x, …): the texts that are not NULL.")
        {
            call throws(SQLFunctionError) in
            guard let delimiter = call.text(0) else { return .null }
            return try ArrayFunctions.joined(
                (1..<call.count).compactMap { call.text($0) }, delimiter)
        },
        SQLFunction(
            "levenshtein_distance", 2...2,
            "levenshtein_distance(a, b): how many letters to change, add or take away."
        ) { call throws(SQLFunctionError) in try levenshtein(call) },
        SQLFunction(
            "hamming_distance", 2...2, "hamming_distance(a, b): how many letters differ."
        ) { call throws(SQLFunctionError) in
            guard let left = scalars(call, 0), let right = scalars(call, 1) else { return .null }
            guard left.count == right.count else {
                throw SQLFunctionError("texts of \(left.count) and \(right.count) letters differ")
            }
            return .integer(Int64(zip(left, right).count { $0 != $1 }))
        },
    ]

    /// The most letters that a padded text may have, and the most that distances compare.
    private static let sizeLimit: Int64 = 1_000_000
    /// The most cells of the table of distances: the product of both lengths.
    private static let distanceLimit = 4_000_000

    /// Trino counts code points; a letter may consist of several.
    private static func scalars(_ call: SQLCall, _ index: Int) -> [Unicode.Scalar]? {
        call.text(index).map { Array($0.unicodeScalars) }
    }

    private static func pad(
        _ call: SQLCall, _ join: ([Unicode.Scalar], [Unicode.Scalar]) -> [Unicode.Scalar]
    ) throws(SQLFunctionError) -> Cell {
        guard let scalars = scalars(call, 0), let size = try call.integer(1, "size"),
            let pad = Self.scalars(call, 2)
        else { return .null }
        guard (0...sizeLimit).contains(size) else {
            throw SQLFunctionError("size \(size) is not one from 0 to \(sizeLimit)")
        }
        guard !pad.isEmpty else { throw SQLFunctionError("pad is empty") }
        let missing = Int(size) - scalars.count
        guard missing > 0 else { return .text(CodePoints.text(scalars.prefix(Int(size)))) }
        return .text(CodePoints.text(join(scalars, (0..<missing).map { pad[$0 % pad.count] })))
    }

    /// One row of the table is kept, so memory grows with the second text alone.
    private static func levenshtein(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let left = scalars(call, 0), let right = scalars(call, 1) else { return .null }
        let work = left.count.multipliedReportingOverflow(by: right.count)
        guard !work.overflow, work.partialValue <= distanceLimit else {
            throw SQLFunctionError("texts of \(left.count) and \(right.count) letters are too long")
        }
        var row = Array(0...right.count)
        for (place, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for index in right.indices {
                let changed = diagonal + (letter == right[index] ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = min(changed, diagonal + 1, row[index] + 1)
            }
        }
        return .integer(Int64(row[right.count]))
    }
}
