import CSQLite
import Glibc

/// Counts the memory that SQLite allocates for a query, and refuses more than a limit.
///
/// SQLite's own count takes a lock at every allocation, and has one limit for the whole process.
/// Here each query has a count of its own: that of the thread on which it runs, unaffected by other
/// threads. SQLite works only on its caller's thread.
enum HeapMeter {
    /// The bytes of a query, by the allocator's sizes, so that a block counts alike when it is
    /// freed.
    private struct Count {
        /// Bytes since the query began; negative if it freed older ones.
        var used = 0
        /// The number of bytes from which on a block is refused; SQLite then reports that it is
        /// out of memory.
        let limit: Int

        func allows(_ bytes: Int) -> Bool { used &+ bytes <= limit }
    }

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
        let count = UnsafeMutablePointer<Count>.allocate(capacity: 1)
        count.initialize(to: Count(limit: bytes))
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, count)
        defer {
            pthread_setspecific(key, outer)
            count.deallocate()
        }
        return try body()
    }

    /// The key under which each thread keeps the count of its running query.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let result = pthread_key_create(&key, nil)
        precondition(result == 0, "no key for the meters of queries: \(result)")
        return key
    }()

    /// The count of this thread's query; nil if none runs.
    @inline(__always)
    private static var current: UnsafeMutablePointer<Count>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: Count.self)
    }

    /// Small blocks count as large ones do: a short query may be parsed into millions of them.
    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        guard let current else { return malloc(bytes) }
        guard current.pointee.allows(bytes), let made = malloc(bytes) else { return nil }
        current.pointee.used += malloc_usable_size(made)
        return made
    }

    private static func free(_ place: UnsafeMutableRawPointer?) {
        if let current { current.pointee.used -= malloc_usable_size(place) }
        Glibc.free(place)
    }

    /// A refused block stays as it is, as SQLite expects.
    private static func resize(
        _ place: UnsafeMutableRawPointer?, _ bytes: Int
    ) -> UnsafeMutableRawPointer? {
        guard let current else { return realloc(place, bytes) }
        let old = malloc_usable_size(place)
        guard current.pointee.allows(bytes - old), let made = realloc(place, bytes) else {
            return nil
        }
        current.pointee.used += malloc_usable_size(made) - old
        return made
    }
}
