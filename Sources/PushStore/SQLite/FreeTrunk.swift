/// A page of a database's list of unused pages, as it was found: it names the next such page, and
/// others that are unused (sqlite.org, fileformat2.html, 1.5).
struct FreeTrunk {
    /// The next page of the list; 0 if there is none.
    let next: Int64
    /// The other pages, as many as there is room for.
    let leaves: [Int64]
    /// Whether it claims no more than there is room for.
    let isSound: Bool

    /// Reads a page, of at least 512 bytes.
    init(_ page: [UInt8]) {
        next = Int64(LogHead.word(page, 0))
        let count = Int(LogHead.word(page, 4))
        let room = page.count / 4 - 2
        isSound = count <= room
        leaves = (0..<min(count, room)).map { Int64(LogHead.word(page, 8 + 4 * $0)) }
    }
}
