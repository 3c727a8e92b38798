/// Faults of older versions, which kept the sentence alone.
extension PropertyListFault {
    /// Reads the key and the kind from a sentence as they wrote it.
    init(sentence text: String) {
        let isShared = !text.hasPrefix("NSAppTransportSecurity is the app's own")
        let kind: Kind? = text.hasPrefix("BUNDLE_ID is `") ? .otherApp : nil
        self.init(
            key: String(text.prefix { $0 != " " }), text: text, isShared ? kind : .notShared)
    }
}
