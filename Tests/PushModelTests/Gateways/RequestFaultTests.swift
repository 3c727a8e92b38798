import Testing

@testable import PushModel

/// KD-06: the parts of a request that one reason of APNs stands for.
@Suite struct RequestFaultTests {
    @Test func `each fault is of a reason that a gateway has, and has a cure of its own`() {
        for fault in RequestFault.allCases {
            let answer = GatewayAnswer.answered.first { $0.reason == fault.reason }
            #expect(answer != nil && answer?.cure != fault.cure, "\(fault)")
        }
        #expect(Set(RequestFault.allCases.map(\.clause)).count == RequestFault.allCases.count)
        let tokens = RequestFault.allCases.filter { $0.reason == "InvalidProviderToken" }
        #expect(tokens.count == 11 && Set(tokens.map(\.cure)).count == 11)
    }

    @Test(arguments: RequestFault.allCases)
    func `a refusal's row keeps its fault as data`(fault: RequestFault) {
        let refused = Occurrence.refused(reason: fault.reason, fault: fault)
        #expect(refused.code == "refused:\(fault.reason):\(fault.rawValue)")
        #expect(Occurrence(code: refused.code) == refused)
    }

    @Test func `a row without a fault, or with one of a later version, keeps its reason`() {
        #expect(Occurrence(code: "refused:BadTopic") == .refused(reason: "BadTopic"))
        #expect(Occurrence(code: "refused:BadTopic:of-tomorrow") == .refused(reason: "BadTopic"))
        #expect(Occurrence(code: "refused") == .refused(reason: nil))
        #expect(Occurrence.refused(reason: nil).code == "refused")
    }
}
