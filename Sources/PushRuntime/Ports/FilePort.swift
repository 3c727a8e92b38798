/// Files and standard input.
public protocol FilePort: AnyObject {
    /// Reads a whole file.
    func read(_ path: String) throws(Failure) -> [UInt8]
    /// Reads standard input to its end.
    func readStandardInput() throws(Failure) -> [UInt8]
    /// Replaces a file atomically.
    func write(_ bytes: [UInt8], to path: String) throws(Failure)
    /// Makes an empty file; throws `file_exists` if there is one already.
    func create(_ path: String) throws(Failure)
    /// Writes at the end of a file.
    func append(_ bytes: [UInt8], to path: String) throws(Failure)
}
