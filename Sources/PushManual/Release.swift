/// The version of this release, and the date of its manual.
public enum Release {
    /// The version, as `--version` prints it and the change log's headings name it.
    ///
    /// A release changes it together with the heading in the change log, and a test compares the
    /// two.
    public static let version = "0.1.0"
    /// The manual's date: a constant, so that rendering it twice gives the same bytes.
    static let manualDate = "November 21, 2026"
    /// The sentence that says what pushsh is.
    static let summary = "shell for mobile push workflows, from the provider to the SQL row"
}
