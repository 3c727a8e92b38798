/// The records that the last numbered upload stored in a table.
///
/// The app's events are in one file and the warehouse in another, and no transaction covers both. A
/// process that is killed between the two commits leaves an upload that the warehouse has and the
/// app does not know about. The app sends it again under the same number, perhaps with later
/// events, and by that number the warehouse recognises what it has, however late that is.
struct NumberedUpload {
    /// The rows of `pushsh-batches` that list what it stored.
    private(set) var batches: [Int64] = []
    /// The number of the last upload; nil before the first.
    private var number: Int64?
    /// The uuids of all its batches.
    private var stored: [String] = []

    /// Returns the uuids stored under a number; none unless it is the last one.
    func uuids(storedBy upload: Int64?) -> Set<String> {
        upload != nil && upload == number ? Set(stored) : []
    }

    /// Records what an upload stored.
    ///
    /// Returns the rows that were kept for the previous upload and are no longer needed.
    ///
    /// An upload that is sent again with later events adds a batch under its number.
    mutating func note(_ upload: Int64, _ batch: Int64, _ uuids: [String]) -> [Int64] {
        guard upload == number else {
            defer { (number, batches, stored) = (upload, [batch], uuids) }
            return batches
        }
        batches.append(batch)
        stored.append(contentsOf: uuids)
        return []
    }
}
