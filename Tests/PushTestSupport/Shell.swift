import Glibc

/// Runs programs for the tests: whole input in, whole output out, never longer than the time limit.
public enum Shell {
    /// What a program left behind.
    public struct Outcome: Equatable, Sendable {
        /// Everything it wrote to standard output.
        public var output: [UInt8]
        /// Everything it wrote to standard error.
        public var errors: [UInt8]
        /// Its exit status, or -1 where a signal ended it.
        public var status: Int32
        /// The signal that ended it, or 0.
        public var signal: Int32
        /// Whether it, or something it started, was still there at the time limit and was killed.
        public var timedOut: Bool

        /// States an outcome to compare with.
        public init(
            output: [UInt8] = [], errors: [UInt8] = [], status: Int32 = -1, signal: Int32 = 0,
            timedOut: Bool = false
        ) {
            self.output = output
            self.errors = errors
            self.status = status
            self.signal = signal
            self.timedOut = timedOut
        }

        /// Standard output as text; bytes that are no UTF-8 become U+FFFD.
        public var stdout: String { String(decoding: output, as: UTF8.self) }
        /// Standard error as text; bytes that are no UTF-8 become U+FFFD.
        public var stderr: String { String(decoding: errors, as: UTF8.self) }
    }

    /// The reason why a program could not be started.
    public struct CannotStart: Error, Equatable, CustomStringConvertible {
        /// The program as it was named.
        public let executable: String
        /// The system's error number.
        public let code: Int32

        /// States a reason to compare with.
        public init(executable: String, code: Int32) {
            self.executable = executable
            self.code = code
        }

        /// A sentence with the system's words.
        public var description: String {
            "cannot start `\(executable)`: \(String(cString: strerror(code)))"
        }
    }

    /// Runs a program to its end and collects what it wrote.
    ///
    /// - Parameters:
    ///   - executable: A path, or a name that is looked up in `PATH`.
    ///   - arguments: The arguments after the program's own name.
    ///   - input: What it reads from standard input.
    ///   - environment: Its whole environment; `nil` hands on the tests' own.
    ///   - directory: Where it starts; `nil` is the tests' own working directory.
    ///   - timeout: Seconds after which it is killed with everything in its process group.
    /// - Returns: Its output, and how it ended.
    /// - Throws: `CannotStart` where there is no such program or it may not be run.
    public static func run(
        _ executable: String,
        _ arguments: [String] = [],
        input: [UInt8] = [],
        environment: [String: String]? = nil,
        directory: String? = nil,
        timeout: Double = 60
    ) throws -> Outcome {
        var child = try ChildProcess(
            executable: executable, arguments: arguments, environment: environment,
            directory: directory)
        return child.communicate(input: input, timeout: timeout)
    }

    /// Runs a program that reads a text.
    ///
    /// The other parameters are those of `run` with bytes.
    public static func run(
        _ executable: String,
        _ arguments: [String] = [],
        input: String,
        environment: [String: String]? = nil,
        directory: String? = nil,
        timeout: Double = 60
    ) throws -> Outcome {
        try run(
            executable, arguments, input: Array(input.utf8), environment: environment,
            directory: directory, timeout: timeout)
    }
}
