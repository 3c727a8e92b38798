/// Files and standard input.
public protocol FilePort: AnyObject {
    /// Reads a whole file.
    func read(_ path: String) throws(EdgeError) -> [UInt8]
    /// Reads standard input to its end.
    func readStandardInput() throws(EdgeError) -> [UInt8]
    /// Replaces a file atomically.
    func write(_ bytes: [UInt8], to path: String) throws(EdgeError)
    /// Makes an empty file; throws `file_exists` if there is one already.
    func create(_ path: String) throws(EdgeError)
    /// Writes at the end of a file.
    func append(_ bytes: [UInt8], to path: String) throws(EdgeError)
}
