/// Files and standard input.
public protocol FilePort: AnyObject {
    /// Reads a file whole.
    func read(_ path: String) throws(EdgeError) -> [UInt8]
    /// Reads standard input to its end.
    func readStandardInput() throws(EdgeError) -> [UInt8]
    /// Replaces a file at once, or not at all.
    func write(_ bytes: [UInt8], to path: String) throws(EdgeError)
    /// Makes an empty file where there is none; `file_exists` where there is one.
    func create(_ path: String) throws(EdgeError)
    /// Writes at the end of a file.
    func append(_ bytes: [UInt8], to path: String) throws(EdgeError)
}
