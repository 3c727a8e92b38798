import PushText

/// The fields of FCM's `SendMessageRequest`, so that an unknown name can be refused.
///
/// Source: the discovery document of the FCM v1 API (FCM-DISC). The JSON form accepts every name in
/// snake case and in lower camel case; the keys of maps are the caller's own.
package indirect enum FCMSchema: Equatable, Sendable {
    case string
    case bool
    case integer
    case number
    /// Seconds with the letter s, such as `3600s`.
    case duration
    /// An instant in RFC 3339, with `Z` or an offset.
    case timestamp
    /// An enum of Google's with this type name: one of its values in any case, or a number.
    case name(of: String, [String])
    /// A map of strings under the caller's keys, with this type name.
    case strings(of: String)
    /// Any object, such as `apns.payload`.
    case object
    case list(FCMSchema)
    /// A message of Google's with this type name.
    case message(of: String, [Field])

    /// A field of a message.
    package struct Field: Equatable, Sendable {
        /// The name in snake case.
        package let name: String
        /// The name in lower camel case.
        package let camelName: String
        /// The values that the field takes.
        package let schema: FCMSchema
        /// The name of the choice to which it belongs, of which only one field may be set.
        package let choice: String?

        init(_ name: String, _ schema: FCMSchema, oneOf choice: String? = nil) {
            self.choice = choice
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

        /// Whether a key is the field's name, in either spelling.
        func isNamed(_ key: String) -> Bool {
            // The lengths rule out most names.
            let length = key.utf8.count
            return name.utf8.count == length && key == name
                || camelName.utf8.count == length && key == camelName
        }
    }

    /// The type as Google's errors name it.
    package var typeName: String {
        switch self {
        case .string: "TYPE_STRING"
        case .bool: "TYPE_BOOL"
        case .integer: "TYPE_INT32"
        case .number: "TYPE_FLOAT"
        case .duration: "type.googleapis.com/google.protobuf.Duration"
        case .timestamp: "type.googleapis.com/google.protobuf.Timestamp"
        case .name(let type, _), .strings(let type), .message(let type, _):
            "type.googleapis.com/google.\(type)"
        case .object: "type.googleapis.com/google.protobuf.Struct"
        case .list: "repeated"
        }
    }

    /// The whole request.
    package static let request = FCMSchema.message(
        of: fcm + "SendMessageRequest",
        [Field("validate_only", .bool), Field("message", message)])

    /// A subscription to a topic.
    package static let topicSubscription = FCMSchema.message(
        of: fcm + "TopicSubscription",
        [Field("name", .string), Field("topic_name", .string), Field("create_time", .timestamp)])

    static let fcm = "firebase.fcm.v1."

    /// The message.
    static let message = FCMSchema.message(
        of: fcm + "Message",
        [
            Field("name", .string), Field("data", .strings(of: fcm + "Message.DataEntry")),
            Field(
                "notification",
                .message(
                    of: fcm + "Notification",
                    [Field("title", .string), Field("body", .string), Field("image", .string)])),
            Field("android", android), Field("android_v2", androidV2),
            Field("webpush", webpush), Field("apns", apns),
            Field("fcm_options", options("FcmOptions")),
            Field("token", .string, oneOf: "target"), Field("topic", .string, oneOf: "target"),
            Field("condition", .string, oneOf: "target"), Field("fid", .string, oneOf: "target"),
        ])

    /// The options of a platform: an analytics label, and its own fields.
    static func options(_ type: String, _ more: [Field] = []) -> FCMSchema {
        .message(of: fcm + type, [Field("analytics_label", .string)] + more)
    }

    private static let apns = FCMSchema.message(
        of: fcm + "ApnsConfig",
        [
            Field("headers", .strings(of: fcm + "ApnsConfig.HeadersEntry")),
            Field("payload", .object),
            Field("fcm_options", options("ApnsFcmOptions", [Field("image", .string)])),
            Field("live_activity_token", .string),
        ])

    private static let webpush = FCMSchema.message(
        of: fcm + "WebpushConfig",
        [
            Field("headers", .strings(of: fcm + "WebpushConfig.HeadersEntry")),
            Field("data", .strings(of: fcm + "WebpushConfig.DataEntry")),
            Field("notification", .object),
            Field("fcm_options", options("WebpushFcmOptions", [Field("link", .string)])),
        ])
}

extension [FCMSchema.Field] {
    /// The field with a name, in either spelling.
    ///
    /// By index, since a search that hands out fields copies each of them.
    func named(_ key: String) -> FCMSchema.Field? {
        for index in indices where self[index].isNamed(key) { return self[index] }
        return nil
    }
}
