/// A type as written.
///
/// Whether there is such a type is for `TrinoType` to say. A precision is nil if it is not written.
struct TypeName {
    let kind: Kind
    let start: Int
    let end: Int

    indirect enum Kind {
        case generic(String, [Argument])
        case time(precision: Int?, hasZone: Bool)
        case timestamp(precision: Int?, hasZone: Bool)
        case interval(first: String, last: String)
        case row([(name: Name?, type: TypeName)])
    }

    enum Argument {
        case number(Int)
        case type(TypeName)
    }
}
