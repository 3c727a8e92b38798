import PushText
import Testing

@testable import PushModel

@Suite struct NCMBRecordsTests {
    private func installation(_ id: String, token: String) -> NCMBInstallation {
        NCMBInstallation(
            objectID: id, deviceToken: token, applicationName: "app", appVersion: "7", badge: 2,
            updatedAt: Tick(milliseconds: 5))
    }

    @Test func `a record is found by its ID and its device, and saved again in its place`() {
        var records = NCMBRecords()
        #expect(records.isEmpty)
        records.apply(.saved(installation("a", token: "01")))
        records.apply(.saved(installation("b", token: "02")))
        records.apply(.saved(installation("a", token: "03")))
        #expect(records.installations.map(\.objectID) == ["b", "a"])
        #expect(records.installation(deviceToken: "01") == nil)
        #expect(records.installation(deviceToken: "03")?.objectID == "a")
        #expect(records.installation(id: "b")?.deviceToken == "02")
        #expect(!records.isEmpty)
    }

    @Test func `opens are counted by push`() {
        var records = NCMBRecords()
        for push in ["p", "q", "p"] { records.apply(.opened(push: push)) }
        #expect(records.opens(of: "p") == 2 && records.opens(of: "q") == 1)
        #expect(records.opens(of: "r") == 0)
    }

    @Test func `a thousand of each are kept, the newest`() {
        var records = NCMBRecords()
        for number in 0...NCMBRecords.limit {
            records.apply(.saved(installation("i\(number)", token: "t\(number)")))
            records.apply(.opened(push: "p\(number)"))
        }
        #expect(records.installations.count == 1000 && records.opens.count == 1000)
        #expect(records.installation(id: "i0") == nil && records.installation(id: "i1") != nil)
        #expect(records.opens(of: "p0") == 0 && records.opens(of: "p1000") == 1)
    }

    @Test func `records are read back as they were written`() {
        var records = NCMBRecords()
        records.apply(.saved(installation("a", token: "01")))
        records.apply(.opened(push: "p"))
        #expect(NCMBRecords(records.json) == records)
        #expect(NCMBRecords([:]) == NCMBRecords())
        let fresh = NCMBInstallation(deviceToken: "01", applicationName: "", appVersion: "")
        #expect(NCMBInstallation(fresh.json) == fresh)
    }

    @Test func `a record has the fields of the SDK`() {
        #expect(
            installation("a", token: "01").fields.text
                == #"{"deviceType":"ios","deviceToken":"01","applicationName":"app","#
                + #""appVersion":"7","timeZone":"UTC","sdkVersion":"1.4.2","channels":[],"#
                + #""badge":2}"#)
    }
}
