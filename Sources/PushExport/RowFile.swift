import PushModel

/// A file of rows in the making.
public protocol RowFile {
    /// Adds a row; false if the file cannot be written.
    mutating func add(_ cells: [Cell]) throws(ExportConflict) -> Bool
    /// Ends the file; false if it cannot be written.
    mutating func finish() -> Bool
}
