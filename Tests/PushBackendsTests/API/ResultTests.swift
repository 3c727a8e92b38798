import PushBackends
import PushSimulation
import PushText
import Testing

@Suite struct ResultTests {
    let service: APIService

    init() throws {
        let catalog = ShelfCatalog()
        service = APIService(catalog: catalog, sink: catalog, codec: .plain)
        _ = service.ask("POST", "/v3/job/issue/trino/mobile?query=x")
        try service.find(
            ["n", "te,xt"],
            [
                [.integer(1), .text("a,b \"c\"\n")], [.null, .text("")],
                [.real(.infinity), .text("tab\t\\ お")], [.real(0.5), .blob([255, 1])],
            ])
    }

    /// The whole body of an answer about job 1.
    func fetch(_ query: String, range: String? = nil) -> (response: ServiceResponse, text: String) {
        var headers = [HeaderField("Authorization", "TD1 1/abc")]
        if let range { headers.append(HeaderField("Range", range)) }
        let request = ServiceRequest(
            method: "GET", path: "/v3/job/result/1?" + query, headers: headers)
        let response: ServiceResponse
        switch service.answer(request, now: 1) {
        case .response(let found): response = found
        case .rewrite(let order): response = APIService.answer(order)
        }
        var bytes = response.body
        if let file = response.file {
            bytes += file.read(at: file.offset, count: file.count) ?? []
        }
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    static let forms: [(String, String)] = [
        (
            "format=json&header=True",
            """
            [1,"a,b \\"c\\"\\n"]
            [null,""]
            ["Infinity","tab\\t\\\\ お"]
            [0.5,"ff01"]

            """
        ),
        (
            "format=csv&header=True",
            "n,\"te,xt\"\n1,\"a,b \"\"c\"\"\n\"\n,\"\"\nInfinity,tab\t\\ お\n0.5,ff01\n"
        ),
        ("format=tsv", "1\ta,b \"c\"\\n\n\t\nInfinity\ttab\\t\\\\ お\n0.5\tff01\n"),
    ]

    @Test(arguments: forms.indices) func `rows have the form that was asked for`(index: Int) {
        let (query, wanted) = Self.forms[index]
        let (response, text) = fetch(query)
        #expect(response.status == 200)
        #expect(text == wanted)
    }

    @Test func `rows in MessagePack follow one another`() {
        let (response, _) = fetch("format=msgpack&header=False")
        let bytes = response.file.flatMap { $0.read(at: 0, count: 13) }
        #expect(bytes == [0x92, 1, 0xA8] + Array("a,b \"c\"\n".utf8) + [0x92, 0xC0])
    }

    static let ranges: [(String, Int, String)] = [
        ("bytes=0-2", 206, "0-2"), ("bytes=5-", 206, "5-"), ("bytes=-4", 206, "-4"),
        ("bytes=0-99999", 206, "0-"), ("bytes=9999-", 416, ""),
        ("bytes=99999999999999999999-", 416, ""), ("bytes=-0", 416, ""), ("bytes=2-1", 200, ""),
        ("bytes=0-1,3-4", 200, ""), ("bytes=x", 200, ""), ("bytes=-", 200, ""),
        ("lines=1-2", 200, ""),
    ]

    @Test(arguments: ranges.indices) func `a range is a part of the file`(index: Int) {
        let (range, status, _) = Self.ranges[index]
        let whole = fetch("format=msgpack.gz").text
        let (response, text) = fetch("format=msgpack.gz", range: range)
        #expect(response.status == status)
        let field = response.headers.first { $0.name == "Content-Range" }?.value
        let size = fetch("format=msgpack.gz").response.file?.count ?? 0
        switch index {
        case 0:
            #expect(response.file?.offset == 0 && response.file?.count == 3)
            #expect(field == "bytes 0-2/\(size)")
        case 1: #expect(response.file?.count == size - 5)
        case 2: #expect(response.file?.offset == size - 4)
        case 3: #expect(text == whole && field == "bytes 0-\(size - 1)/\(size)")
        case 7...: #expect(text == whole && field == nil)
        default: #expect(field == "bytes */\(size)")
        }
    }

    @Test func `another form is refused`() {
        #expect(fetch("format=parquet").response.status == 422)
    }
}
