/// Files and standard input.
public protocol FilePort: AnyObject {
    /// Reads a whole file.
    func read(_ path: String) throws(Failure) -> [UInt8]
    /// Reads standard input to its end.
    func readStandardInput() throws(Failure) -> [UInt8]
    /// Replaces a file atomically.
    func write(_ bytes: [UInt8], to path: String) throws(Failure)
    /// Throws what `write` would, and leaves everything as it is.
    func tryWriting(to path: String) throws(Failure)
    /// Returns the real path of a file, which need not exist: one text for all its spellings.
    func realPath(of path: String) -> String
    /// Makes an empty file; throws `file_exists` if there is one already.
    func create(_ path: String) throws(Failure)
    /// Writes at the end of a file.
    func append(_ bytes: [UInt8], to path: String) throws(Failure)
}
