import PushText

/// An app's record at the NIFCLOUD mobile backend: which device a push reaches.
///
/// The fields are those of ncmb_swift 1.4.2; the SDK keeps its copy in a file of the app.
public struct NCMBInstallation: Equatable, Sendable {
    /// The record's ID; nil until the backend gave one.
    public var objectID: String?
    /// The device token, lower-case hexadecimal.
    public var deviceToken: String
    /// `CFBundleName`.
    public var applicationName: String
    /// `CFBundleVersion`: the build, not the version that people see.
    public var appVersion: String
    /// The number from which the backend counts the badge.
    public var badge: Int
    /// The time at which the backend last accepted it.
    public var updatedAt: Tick?

    /// Makes a record.
    public init(
        objectID: String? = nil, deviceToken: String, applicationName: String,
        appVersion: String, badge: Int = 0, updatedAt: Tick? = nil
    ) {
        self.objectID = objectID
        self.deviceToken = deviceToken
        self.applicationName = applicationName
        self.appVersion = appVersion
        self.badge = badge
        self.updatedAt = updatedAt
    }

    /// The record's fields as the SDK sends them.
    public var fields: JSON {
        [
            "deviceType": "ios", "deviceToken": .string(deviceToken),
            "applicationName": .string(applicationName), "appVersion": .string(appVersion),
            "timeZone": "UTC", "sdkVersion": "1.4.2", "channels": [], "badge": .int(badge),
        ]
    }

    /// The record as documents and scripts hold it.
    public var json: JSON {
        [
            "objectId": objectID.map(JSON.string) ?? .null,
            "updated": updatedAt.map { .int64($0.milliseconds) } ?? .null, "fields": fields,
        ]
    }

    /// Reads what `json` wrote.
    public init(_ json: JSON) {
        self.init(fields: json["fields"] ?? [:])
        objectID = json["objectId"]?.stringValue
        updatedAt = json["updated"]?.int64Value.map(Tick.init(milliseconds:))
    }

    /// Reads the fields of a request.
    public init(fields: JSON) {
        self.init(
            deviceToken: fields["deviceToken"]?.stringValue ?? "",
            applicationName: fields["applicationName"]?.stringValue ?? "",
            appVersion: fields["appVersion"]?.stringValue ?? "",
            badge: fields["badge"]?.intValue ?? 0)
    }
}
