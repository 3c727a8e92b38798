import CSQLite
import Glibc

/// Counts the large blocks of memory that SQLite allocates for a query, and refuses more than a
/// limit.
///
/// SQLite's own count takes a lock at every allocation, and has one limit for the whole process.
/// Here each query has a count of its own: that of the thread on which it runs, unaffected by other
/// threads. SQLite works only on its caller's thread.
final class HeapMeter {
    /// Bytes in large blocks since the query began; negative if it freed older ones.
    private var used = 0
    /// The number of bytes from which on a large block is refused; SQLite then reports that it is
    /// out of memory.
    private let limit: Int

    private init(limit: Int) { self.limit = limit }

    /// Installs the meter below SQLite; false if SQLite was in use before.
    static func install() -> Bool {
        var methods = sqlite3_mem_methods(
            xMalloc: { HeapMeter.allocate(Int($0)) }, xFree: { HeapMeter.free($0) },
            xRealloc: { HeapMeter.resize($0, Int($1)) },
            xSize: { Int32(clamping: malloc_usable_size($0)) }, xRoundup: { ($0 &+ 7) & ~7 },
            xInit: { _ in SQLITE_OK }, xShutdown: { _ in }, pAppData: nil)
        return pushsh_sqlite3_config_malloc(&methods) == SQLITE_OK
    }

    /// Runs `body`, in which this thread may allocate a number of bytes beyond what SQLite holds
    /// now.
    ///
    /// Memory that `body` frees can be allocated again. Limits nest; the innermost counts.
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

    /// The key under which each thread keeps the meter of its running query.
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

    /// The size below which blocks are not counted: SQLite's many pages and rows have limits of
    /// their own, and counting each would cost more than it is worth.
    private static let smallest = 16_384

    /// Small blocks are never refused here.
    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        guard bytes < smallest || allows(bytes), let made = malloc(bytes) else { return nil }
        count(made, by: 1)
        return made
    }

    private static func free(_ place: UnsafeMutableRawPointer?) {
        count(place, by: -1)
        Glibc.free(place)
    }

    /// A refused block stays as it is, as SQLite expects.
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

    /// Returns the block's size by the allocator, so that it is the same at allocation and release.
    @inline(__always)
    private static func count(_ place: UnsafeMutableRawPointer?, by sign: Int) {
        let size = malloc_usable_size(place)
        if size >= smallest { current?.used += sign * size }
    }
}
