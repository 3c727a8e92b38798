/// The instants that calendar functions accept, in unix seconds.
enum InstantRange {
    /// The years −9999 to 9999; arithmetic on them cannot overflow.
    static let representable: ClosedRange<Int64> = -377_705_116_800...253_402_300_799
}
