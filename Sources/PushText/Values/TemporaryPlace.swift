/// The directory of temporary files.
package enum TemporaryPlace {
    /// Reads the value of `TMPDIR`, which the caller has asked its environment for: `/tmp` if it
    /// is unset or empty.
    package static func directory(_ variable: UnsafePointer<CChar>?) -> String {
        guard let variable, variable.pointee != 0 else { return "/tmp" }
        return String(cString: variable)
    }
}
