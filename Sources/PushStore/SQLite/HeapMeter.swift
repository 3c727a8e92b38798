import CSQLite
import Glibc
import Synchronization

/// Counts the large blocks of memory that SQLite holds, and refuses a query more than its share.
///
/// SQLite's own count takes a lock at every allocation, and has one limit for all that a process
/// does. Here the limit holds for the thread whose query runs, and only while it runs.
enum HeapMeter {
    private static let used = Atomic<Int>(0)
    private static let limit = Atomic<Int>(.max)
    private static let owner = Atomic<UInt>(0)

    /// Puts the meter below SQLite; false when SQLite was in use before.
    static func install() -> Bool {
        var methods = sqlite3_mem_methods(
            xMalloc: { HeapMeter.allocate(Int($0)) }, xFree: { HeapMeter.free($0) },
            xRealloc: { HeapMeter.resize($0, Int($1)) },
            xSize: { Int32(clamping: malloc_usable_size($0)) }, xRoundup: { ($0 &+ 7) & ~7 },
            xInit: { _ in SQLITE_OK }, xShutdown: { _ in }, pAppData: nil)
        return pushsh_sqlite3_config_malloc(&methods) == SQLITE_OK
    }

    /// Runs `body`, in which this thread gets at most so many bytes beside what SQLite holds now.
    static func limited<Result>(
        to bytes: Int, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
        limit.store(used.load(ordering: .relaxed) + bytes, ordering: .relaxed)
        defer { limit.store(.max, ordering: .relaxed) }
        return try body()
    }

    /// Whether the thread may have more.
    private static func allows(_ bytes: Int) -> Bool {
        used.load(ordering: .relaxed) &+ bytes <= limit.load(ordering: .relaxed)
            || owner.load(ordering: .relaxed) != UInt(pthread_self())
    }

    /// Blocks below this are not counted: what SQLite has many of, pages and rows, has limits of
    /// its own, and a count of each would cost more than it tells.
    private static let smallest = 16_384

    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        guard bytes < smallest || allows(bytes), let made = malloc(bytes) else { return nil }
        count(made, by: 1)
        return made
    }

    private static func free(_ place: UnsafeMutableRawPointer?) {
        count(place, by: -1)
        Glibc.free(place)
    }

    private static func resize(
        _ place: UnsafeMutableRawPointer?, _ bytes: Int
    ) -> UnsafeMutableRawPointer? {
        let old = malloc_usable_size(place)
        guard bytes < smallest || allows(bytes - old), let made = realloc(place, bytes) else {
            return nil
        }
        if old >= smallest { used.subtract(old, ordering: .relaxed) }
        count(made, by: 1)
        return made
    }

    /// The allocator's own size decides, so that a block is counted out as it was counted in.
    @inline(__always)
    private static func count(_ place: UnsafeMutableRawPointer?, by sign: Int) {
        let size = malloc_usable_size(place)
        if size >= smallest { used.add(sign * size, ordering: .relaxed) }
    }
}
