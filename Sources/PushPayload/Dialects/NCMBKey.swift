/// The keys of the NIFCLOUD mobile backend in a device's payload.
public enum NCMBKey {
    /// The push's ID, by which the backend counts its opens.
    public static let pushID = "com.nifcloud.mbaas.PushId"
    /// The page that its SDK shows.
    public static let richURL = "com.nifcloud.mbaas.RichUrl"
    /// The user's own JSON, where it is not at the top.
    static let data = "com.nifcloud.mbaas.Data"
}
