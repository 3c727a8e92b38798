import Glibc

/// Returns the system's text on an error number, in lower case as messages have it.
func systemText(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0).lowercased() } ?? "error \(number)"
}
