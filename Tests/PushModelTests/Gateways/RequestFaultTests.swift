import Testing

@testable import PushModel

/// KD-06: the parts of a request that one reason of APNs stands for.
@Suite struct RequestFaultTests {
    @Test func `each fault is of a reason that APNs has, and has a cure of its own`() {
        for fault in RequestFault.all {
            #expect(GatewayAnswer(.apns, reason: fault.reason) != nil, "\(fault)")
        }
        #expect(Set(RequestFault.all.map(\.clause)).count == RequestFault.all.count)
        let tokens = RequestFault.all.filter { $0.reason == "InvalidProviderToken" }
        #expect(tokens.count == 11 && Set(tokens.map(\.cure)).count == 11)
    }

    @Test func `a recorded refusal leads back to its fault, and to no other`() {
        for fault in RequestFault.all {
            #expect(RequestFault(endOf: "m: APNs answers so (403): \(fault.clause)") == fault)
        }
        #expect(RequestFault(endOf: "m: APNs answers BadTopic (400): the topic") == nil)
        #expect(RequestFault(endOf: "") == nil)
    }
}
