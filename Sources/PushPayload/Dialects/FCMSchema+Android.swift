/// The parts of a message that are for Android alone: read, so that a wrong name or value is
/// refused as Google refuses it, and then left out.
extension FCMSchema {
    static let android: FCMSchema = .message(
        of: fcm + "AndroidConfig",
        androidFields(of: "AndroidConfig") + [
            Field("priority", .name(of: fcm + "AndroidMessagePriority", ["normal", "high"])),
            Field(
                "notification",
                androidNotification(
                    "AndroidNotification", light: "LightSettings",
                    [
                        Field("bypass_proxy_notification", .bool),
                        Field(
                            "proxy",
                            .name(
                                of: fcm + "AndroidNotification.Proxy",
                                ["proxy_unspecified", "allow", "deny", "if_priority_lowered"])),
                    ])),
        ])

    /// The successor of `android`; its kind of message stands for a priority.
    static let androidV2: FCMSchema = .message(
        of: fcm + "AndroidConfigV2",
        androidFields(of: "AndroidConfigV2") + [
            Field(
                "remote_notification",
                .message(
                    of: fcm + "AndroidRemoteNotification",
                    [
                        Field("mutable_content", .bool), Field("use_as_v1_data_message", .bool),
                        Field(
                            "notification",
                            androidNotification(
                                "AndroidNotificationV2",
                                light: "AndroidNotificationV2.LightSettings",
                                [Field("id", .integer)])),
                    ])),
            Field("background_sync", .message(of: fcm + "AndroidBackgroundSyncMessage", [])),
        ])

    /// The fields that both forms of Android's part have.
    private static func androidFields(of type: String) -> [Field] {
        [
            Field("collapse_key", .string), Field("ttl", .duration),
            Field("restricted_package_name", .string),
            Field("data", .strings(of: fcm + type + ".DataEntry")),
            Field("fcm_options", options("AndroidFcmOptions")),
            Field("direct_boot_ok", .bool), Field("bandwidth_constrained_ok", .bool),
            Field("restricted_satellite_ok", .bool),
        ]
    }

    /// The fields of a notification in either form, with those that only one of them has.
    private static func androidNotification(
        _ type: String, light: String, _ more: [Field]
    ) -> FCMSchema {
        func choice(_ name: String, _ values: String...) -> FCMSchema {
            .name(of: fcm + type + "." + name, values)
        }
        return .message(
            of: fcm + type,
            [
                Field("title", .string), Field("body", .string), Field("icon", .string),
                Field("color", .string), Field("sound", .string), Field("tag", .string),
                Field("click_action", .string), Field("body_loc_key", .string),
                Field("body_loc_args", .list(.string)), Field("title_loc_key", .string),
                Field("title_loc_args", .list(.string)), Field("channel_id", .string),
                Field("ticker", .string), Field("sticky", .bool), Field("event_time", .timestamp),
                Field("local_only", .bool),
                Field(
                    "notification_priority",
                    choice(
                        "NotificationPriority", "priority_unspecified", "priority_min",
                        "priority_low", "priority_default", "priority_high", "priority_max")),
                Field("default_sound", .bool), Field("default_vibrate_timings", .bool),
                Field("default_light_settings", .bool),
                Field("vibrate_timings", .list(.duration)),
                Field(
                    "visibility",
                    choice(
                        "Visibility", "visibility_unspecified", "private", "public", "secret")),
                Field("notification_count", .integer),
                Field("light_settings", lightSettings(light)), Field("image", .string),
            ] + more)
    }

    private static func lightSettings(_ type: String) -> FCMSchema {
        let color = ["red", "green", "blue", "alpha"].map { Field($0, .number) }
        return .message(
            of: fcm + type,
            [
                Field("color", .message(of: "type.Color", color)),
                Field("light_on_duration", .duration), Field("light_off_duration", .duration),
            ])
    }
}
