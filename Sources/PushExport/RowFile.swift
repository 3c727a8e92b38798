import PushModel

/// A file of rows in the making.
public protocol RowFile {
    /// Adds a row; false when the file cannot be written.
    mutating func add(_ cells: [Cell]) throws(ExportConflict) -> Bool
    /// Ends the file; false when it cannot be written.
    mutating func finish() -> Bool
}
