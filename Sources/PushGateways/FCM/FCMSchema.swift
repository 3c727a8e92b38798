import PushText

/// The fields of FCM's `SendMessageRequest`, so that an unknown name can be refused.
///
/// Source: the discovery document of the FCM v1 API (FCM-DISC). The JSON form accepts every name in
/// snake case and in lower camel case; the keys of maps are the caller's own.
indirect enum FCMSchema: Equatable, Sendable {
    case string
    case bool
    case integer
    case number
    /// Seconds with the letter s, such as `3600s`.
    case duration
    /// One of a few names, ignoring case, of the Google type with this name.
    case name(of: String, [String])
    /// Strings under the caller's own keys.
    case strings
    /// Any object, such as `apns.payload`.
    case object
    case list(FCMSchema)
    case message([Field])

    /// A field of a message.
    struct Field: Equatable, Sendable {
        /// The name in snake case.
        let name: String
        /// The name in lower camel case.
        let camelName: String
        let schema: FCMSchema

        init(_ name: String, _ schema: FCMSchema) {
            self.name = name
            self.schema = schema
            var camelName = ""
            var isUpper = false
            for character in name {
                if character == "_" {
                    isUpper = true
                } else {
                    camelName += isUpper ? character.uppercased() : String(character)
                    isUpper = false
                }
            }
            self.camelName = camelName
        }
    }

    /// The type as Google's errors name it.
    var typeName: String {
        switch self {
        case .string, .strings: "TYPE_STRING"
        case .bool: "TYPE_BOOL"
        case .integer: "TYPE_INT32"
        case .number: "TYPE_FLOAT"
        case .duration: "type.googleapis.com/google.protobuf.Duration"
        case .name(let type, _): "type.googleapis.com/google.firebase.fcm.v1.\(type)"
        case .object: "type.googleapis.com/google.protobuf.Struct"
        case .list: "repeated"
        case .message: "message"
        }
    }

    /// The whole request.
    static let request = FCMSchema.message([
        Field("validate_only", .bool), Field("message", message),
    ])

    /// The message.
    static let message = FCMSchema.message([
        Field("name", .string), Field("data", .strings),
        Field(
            "notification",
            .message([
                Field("title", .string), Field("body", .string), Field("image", .string),
            ])),
        Field("android", android), Field("webpush", webpush), Field("apns", apns),
        Field("fcm_options", .message([Field("analytics_label", .string)])),
        Field("token", .string), Field("topic", .string), Field("condition", .string),
        Field("fid", .string),
    ])

    private static let apns = FCMSchema.message([
        Field("headers", .strings), Field("payload", .object),
        Field(
            "fcm_options",
            .message([Field("analytics_label", .string), Field("image", .string)])),
        Field("live_activity_token", .string),
    ])

    private static let webpush = FCMSchema.message([
        Field("headers", .strings), Field("data", .strings), Field("notification", .object),
        Field(
            "fcm_options", .message([Field("link", .string), Field("analytics_label", .string)])),
    ])

    private static let android = FCMSchema.message([
        Field("collapse_key", .string),
        Field("priority", .name(of: "AndroidMessagePriority", ["normal", "high"])),
        Field("ttl", .duration),
        Field("restricted_package_name", .string), Field("data", .strings),
        Field("notification", androidNotification),
        Field("fcm_options", .message([Field("analytics_label", .string)])),
        Field("direct_boot_ok", .bool), Field("bandwidth_constrained_ok", .bool),
        Field("restricted_satellite_ok", .bool),
    ])

    private static let androidNotification = FCMSchema.message([
        Field("title", .string), Field("body", .string), Field("icon", .string),
        Field("color", .string), Field("sound", .string), Field("tag", .string),
        Field("click_action", .string), Field("body_loc_key", .string),
        Field("body_loc_args", .list(.string)), Field("title_loc_key", .string),
        Field("title_loc_args", .list(.string)), Field("channel_id", .string),
        Field("ticker", .string), Field("sticky", .bool), Field("event_time", .string),
        Field("local_only", .bool), Field("notification_priority", .string),
        Field("default_sound", .bool), Field("default_vibrate_timings", .bool),
        Field("default_light_settings", .bool), Field("vibrate_timings", .list(.duration)),
        Field("visibility", .string), Field("notification_count", .integer),
        Field("light_settings", lightSettings), Field("image", .string),
        Field("bypass_proxy_notification", .bool), Field("proxy", .string),
    ])

    private static let lightSettings = FCMSchema.message([
        Field(
            "color",
            .message([
                Field("red", .number), Field("green", .number), Field("blue", .number),
                Field("alpha", .number),
            ])),
        Field("light_on_duration", .duration), Field("light_off_duration", .duration),
    ])
}
