import PushModel

/// The effect of a request to the Ingest API, for the line that reports it.
public struct IngestReport: Equatable, Sendable {
    /// The database and the table, such as `mobile.push_events`; nil if nothing got that far.
    public var place: String?
    /// The number of records that became rows.
    public var stored = 0
    /// The number of records whose uuid was stored before.
    public var repeated = 0
    /// The number of records that cannot be stored.
    public var failed = 0
    /// The reason why the whole request was refused; text of the request in it is not escaped yet.
    public var refusal: String?

    /// Makes the report of a request that did nothing.
    public init() {}

    mutating func count(
        _ outcomes: [RecordOutcome], _ place: (database: String, table: String)
    ) {
        self.place = place.database + "." + place.table
        for outcome in outcomes {
            switch outcome {
            case .stored: stored += 1
            case .duplicate: repeated += 1
            case .refused: failed += 1
            }
        }
    }
}

/// Receipts that a stub makes fail, whatever the records are.
public struct ReceiptFault: Equatable, Sendable {
    /// The positions of the records, from 1.
    public var positions: [Int]
    /// The error's name in their receipts.
    public var name: String

    /// Makes a fault.
    public init(positions: [Int], name: String) {
        self.positions = positions
        self.name = name
    }
}
