import Testing

@testable import PushPayload

@Suite struct PushTypeTests {
    @Test func `a payload has 4096 bytes, and 5120 for a call`() {
        for type in PushType.allCases {
            #expect(type.payloadLimit == (type == .voip ? 5120 : 4096), "\(type)")
        }
    }

    /// Who receives a push that iOS itself does not present, and the key that it cannot do without.
    static let readers: [(PushType, String, [String]?)] = [
        (.complication, "the watch app's PushKit delegate", nil),
        (.controls, "the widget extension's `ControlPushHandler`", nil),
        (.fileprovider, "the File Provider extension", ["container-identifier"]),
        (.location, "the Location Push Service Extension", nil),
        (.mdm, "the device's management client", ["mdm"]),
        (.pushtotalk, "the app's `PTChannelManager` delegate", nil),
        (.voip, "the app's PushKit delegate", nil),
        (.widgets, "the widget extension's `WidgetPushHandler`", ["aps", "content-changed"]),
    ]

    @Test(arguments: readers) func `a push that is not shown goes to code`(
        _ type: PushType, _ name: String, _ key: [String]?
    ) {
        #expect(type.reader?.name == name)
        #expect(type.reader?.needs?.path == key)
    }

    @Test func `iOS itself takes alerts, background pushes and those of Live Activities`() {
        let own = PushType.allCases.filter { $0.reader == nil }
        #expect(own == [.alert, .background, .liveactivity])
    }

    /// APNs takes a token only for the topics of the framework that issued it.
    @Test func `a token is PushKit's, WidgetKit's or the app's ordinary one`() {
        func types(_ issuer: String?) -> [PushType] {
            PushType.allCases.filter { $0.tokenIssuer == issuer }
        }
        #expect(types(nil) == [.alert, .background, .liveactivity])
        #expect(types("PushKit") == [.complication, .fileprovider, .voip])
        #expect(types("WidgetKit") == [.controls, .widgets])
    }
}
