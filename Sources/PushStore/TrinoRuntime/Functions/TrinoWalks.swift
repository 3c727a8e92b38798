import PushModel
import PushSQL

/// The functions by which a query of Trino's `reduce` holds an array, reads it, and lets go of it.
enum TrinoWalks {
    /// Each run of the query holds its own, so none of them may be moved out of a loop.
    static let all: [SQLFunction] = [
        SQLFunction(trino: "walk", 1...1, isDeterministic: false) { call throws(SQLFunctionError) in
            .integer(call.context.walks.begin(try call.raw(0)))
        },
        SQLFunction(trino: "walk_count", 1...1, isDeterministic: false) {
            call throws(SQLFunctionError) in
            .integer(Int64(call.context.walks[try call.whole(0)].count))
        },
        SQLFunction(trino: "walk_item", 2...2, isDeterministic: false) {
            call throws(SQLFunctionError) in RawArray.decoded(try walked(call))
        },
        SQLFunction(trino: "walk_item_binary", 2...2, isDeterministic: false) {
            call throws(SQLFunctionError) in RawArray.decoded(try walked(call), .varbinary)
        },
        SQLFunction(trino: "walk_end", 2...2, takesNull: true, isDeterministic: false) {
            call throws(SQLFunctionError) in
            if !call.isNull(0) { call.context.walks.end(try call.whole(0)) }
            return call[1]
        },
    ]

    /// Returns the element at a place from 0 of an array that is being walked through.
    private static func walked(_ call: SQLCall) throws(SQLFunctionError) -> ArraySlice<UInt8> {
        let elements = call.context.walks[try call.whole(0)]
        let index = Int(clamping: try call.whole(1))
        return elements.indices.contains(index) ? elements[index] : RawArray.null
    }
}

/// The arrays that `reduce` is walking through, by the numbers that its query passes along.
///
/// SQLite can only pass an array from step to step as a text, so that reading each element would
/// cost as much as reading the whole array. One that an error cut short stays until the next
/// statement begins.
struct ArrayWalks {
    private var open: [Int64: [ArraySlice<UInt8>]] = [:]
    private var last: Int64 = 0

    /// Holds the elements of an array, and returns its number.
    mutating func begin(_ elements: [ArraySlice<UInt8>]) -> Int64 {
        last += 1
        open[last] = elements
        return last
    }

    /// Returns the elements of an array; none for one that has ended.
    subscript(number: Int64) -> [ArraySlice<UInt8>] { open[number] ?? [] }

    /// Lets go of an array.
    mutating func end(_ number: Int64) { open[number] = nil }

    /// Lets go of all arrays.
    mutating func removeAll() { open.removeAll() }
}
