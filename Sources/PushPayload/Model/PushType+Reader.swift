extension PushType {
    /// The code that receives a push which the system itself does not present.
    ///
    /// The duties are those that Apple's page on each framework states; `aps` of such a push is not
    /// shown to the user.
    public struct Reader: Equatable, Sendable {
        /// The receiver, as the subject of a sentence.
        public var name: String
        /// The receiver's duty, and the penalty for neglecting it.
        public var duty: String
        /// The key of the source.
        public var source: String
        /// A key that must be there, from the outside in, with the type of its value.
        public var needs: (path: [String], kind: String)?

        /// Compares everything but the needed key, which follows from the rest.
        public static func == (left: Reader, right: Reader) -> Bool {
            (left.name, left.duty, left.source) == (right.name, right.duty, right.source)
        }
    }

    /// The code that receives pushes of this type; nil for types that the system handles itself.
    public var reader: Reader? {
        switch self {
        case .alert, .background, .liveactivity: nil
        case .complication:
            Reader(
                name: "the watch app's PushKit delegate",
                duty: "it updates its complications; the user sees nothing else",
                source: "A-PUSHKIT")
        case .controls:
            Reader(
                name: "the widget extension's `ControlPushHandler`",
                duty: "the system reloads the app's controls; nothing is shown",
                source: "A-WIDGET")
        case .fileprovider:
            Reader(
                name: "the File Provider extension",
                duty: "it signals the enumerator of the container; nothing is shown",
                source: "A-FILEPROV", needs: (["container-identifier"], "a string"))
        case .location:
            Reader(
                name: "the Location Push Service Extension",
                duty: "it asks for the location and calls its completion, or is stopped",
                source: "A-LOCATION")
        case .mdm:
            Reader(
                name: "the device's management client",
                duty: "it contacts the MDM server; no app sees the push", source: "A-MDM",
                needs: (["mdm"], "a string"))
        case .pushtotalk:
            Reader(
                name: "the app's `PTChannelManager` delegate",
                duty: "it must return a `PTPushResult` at once", source: "A-PTT")
        case .voip:
            Reader(
                name: "the app's PushKit delegate",
                duty: "it must report a call to CallKit, or the system ends the app",
                source: "A-PUSHKIT")
        case .widgets:
            Reader(
                name: "the widget extension's `WidgetPushHandler`",
                duty: "the system reloads the app's widgets within their budget; nothing is shown",
                source: "A-WIDGET", needs: (["aps", "content-changed"], "true"))
        }
    }
}
