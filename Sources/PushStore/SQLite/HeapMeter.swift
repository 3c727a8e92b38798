import CSQLite
import Glibc

/// Counts the large blocks of memory that SQLite takes for a query, and refuses more than a share.
///
/// SQLite's own count takes a lock at every allocation, and has one limit for all that a process
/// does. Here each query has a count of its own: it is that of the thread on which the query runs,
/// and of nothing that other threads do meanwhile. SQLite works on no thread but its caller's.
final class HeapMeter {
    private var used = 0
    private let limit: Int

    private init(limit: Int) { self.limit = limit }

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
    ///
    /// Memory that `body` frees counts as room again. Limits nest; the innermost counts.
    static func limited<Result>(
        to bytes: Int, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let meter = HeapMeter(limit: bytes)
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passUnretained(meter).toOpaque())
        defer {
            pthread_setspecific(key, outer)
            withExtendedLifetime(meter) {}
        }
        return try body()
    }

    /// The key under which each thread keeps the meter of its query, if one runs.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let result = pthread_key_create(&key, nil)
        precondition(result == 0, "no key for the meters of queries: \(result)")
        return key
    }()

    /// The meter of this thread's query.
    private static var current: HeapMeter? {
        pthread_getspecific(key).map { Unmanaged<HeapMeter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the thread may have more.
    private static func allows(_ bytes: Int) -> Bool {
        guard let current else { return true }
        return current.used &+ bytes <= current.limit
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
        if old >= smallest { current?.used -= old }
        count(made, by: 1)
        return made
    }

    /// The allocator's own size decides, so that a block is counted out as it was counted in.
    @inline(__always)
    private static func count(_ place: UnsafeMutableRawPointer?, by sign: Int) {
        let size = malloc_usable_size(place)
        if size >= smallest { current?.used += sign * size }
    }
}
