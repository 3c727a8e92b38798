import PushManual
import PushText

/// The facts in a report about the run as a whole.
public struct RunFacts: Equatable, Sendable {
    /// The version of pushsh that ran the tests.
    public var version = Release.version
    /// The scripts, in the order they ran.
    public var files: [String] = []
    /// The seed of `--shuffle`; nil for the order of the files.
    public var shuffleSeed: UInt64?
    /// The part of a run with `--shard`, as `2/5`; nil for the whole.
    public var shard: String?
    /// The number of tests that the scripts of a part declare; nil for the whole.
    public var declared: Int?
    /// A digest of scripts, arguments and choice of tests, the same in each part, or nil.
    public var digest: String?
    /// The files that `.read` ran outside tests in a part, in their order; empty for the whole.
    public var reads: [Read] = []
    /// The files that `.read` names anywhere in the scripts of a part, as they were before the run;
    /// empty for the whole.
    ///
    /// One that is read inside tests is in `reads` of no part, and must be the same in all.
    public var named: [Read] = []
    /// The start of the run in real time, in milliseconds since 1970.
    public var began: Int64?
    /// The duration in real time, in microseconds.
    public var duration: Int64?
    /// Whether real times are included; without them, equal runs give equal reports.
    public var showsTimes = true

    /// A file that `.read` ran.
    public struct Read: Equatable, Sendable {
        /// The script that was run.
        public var run: String
        /// The file.
        public var file: String
        /// The digest of what was read: the file, and what it includes.
        public var digest: String

        /// Makes a note on a file.
        public init(run: String, file: String, digest: String) {
            (self.run, self.file, self.digest) = (run, file, digest)
        }
    }

    /// The digest of several texts, in hexadecimal digits, by a hash of one.
    public static func digest<E: Error>(
        of texts: [[UInt8]], _ hash: ([UInt8]) throws(E) -> [UInt8]
    ) throws(E) -> String {
        var sums: [UInt8] = []
        for text in texts { sums += try hash(text) }
        return Hex.text(try hash(sums))
    }

    /// Makes facts with the default values.
    public init() {}

    /// The durations together; those of a file that somebody else wrote may be of any length.
    static func sum(_ durations: [Int64]) -> Int64 {
        durations.reduce(0) { sum, next in
            let (more, isBeyond) = sum.addingReportingOverflow(next)
            return isBeyond ? .max / 2 : more
        }
    }

    /// Writes microseconds as seconds, with the given number of decimal places.
    static func seconds(_ microseconds: Int64, places: Int) -> String {
        let unit = (0..<6 - places).reduce(into: Int64(1)) { unit, _ in unit *= 10 }
        let count = (microseconds + unit / 2) / unit
        let scale = 1_000_000 / unit
        let fraction = String(count % scale)
        let zeros = String(repeating: "0", count: places - fraction.count)
        return "\(count / scale).\(zeros)\(fraction)"
    }

    /// The time that a result took, as seconds; nil if times are left out.
    func time(_ result: TestResult, places: Int) -> String? {
        guard showsTimes, let duration = result.duration else { return nil }
        return Self.seconds(duration, places: places)
    }
}
