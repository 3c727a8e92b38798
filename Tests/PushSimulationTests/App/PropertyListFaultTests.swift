import PushText
import Testing

@testable import PushSimulation

@Suite struct PropertyListFaultTests {
    @Test(
        arguments: [
            ("BUNDLE_ID is `a` and the app is `b`", "BUNDLE_ID", .otherApp),
            ("NSAppTransportSecurity is the app's own", "NSAppTransportSecurity", .notShared),
            ("TDWriteKey is missing", "TDWriteKey", nil),
        ] as [(String, String, PropertyListFault.Kind?)])
    func `a fault of an older version is its sentence`(
        _ text: String, _ key: String, _ kind: PropertyListFault.Kind?
    ) throws {
        let fault = try #require(PropertyListFault(.string(text)))
        #expect((fault.key, fault.text, fault.kind) == (key, text, kind))
        #expect(PropertyListFault(fault.json) == fault)
    }
}
