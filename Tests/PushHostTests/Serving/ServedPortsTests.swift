import PushCommands
import PushRuntime
import PushText
import PushWire
import Testing

@testable import PushHost

/// TD-11, KD-06: the ports of a `serve`, and the line that tells them.
@Suite struct ServedPortsTests {
    private func ports(
        _ adjust: (inout ServeOptions) -> Void, _ files: GatewayFiles? = nil
    ) -> ServedPorts {
        var options = ServeOptions()
        adjust(&options)
        return ServedPorts(options, [], files, Listener())
    }

    @Test func `a key that is made has the form, and none of Treasure Data's letters`() {
        let keys = (0..<50).map { _ in ServedKey.make() }
        #expect(Set(keys).count == 50)
        let letters = Set("ghijkmnpqrstuvwxyz23456789GHJKLM")
        for key in keys {
            #expect(key.hasPrefix("1/") && key.utf8.count == 34)
            #expect(key.dropFirst(2).allSatisfy { letters.contains($0) })
        }
    }

    @Test func `the control port alone has a token, a new one each time`() {
        #expect(ports { $0.api = 0 }.token == nil)
        let one = ports { $0.control = 0 }.token
        #expect(one != nil && one != ports { $0.control = 0 }.token)
    }

    @Test func `what is open is told in a fixed order`() throws {
        let host = try ServedStage()
        let ports = ports(
            {
                $0.control = 0
                $0.ingest = 0
            }, try GatewayFiles(in: nil))
        ports.madeKey = "1/key"
        try ports.open(host)
        let names = ports.announcement.objectMembers?.map(\.key)
        #expect(names == ["ingest", "control", "ca", "key", "token"])
        // With the control port the one line is for programs.
        #expect(host.lines == [ports.announcement.text])
        for name in ["ingest", "control"] {
            #expect((1...65535).contains(ports.announcement[name]?.intValue ?? 0))
        }
    }

    @Test func `without gateways a person reads the key and each port`() throws {
        let host = try ServedStage()
        let ports = ports({ $0.ingest = 0 }, try GatewayFiles(in: nil))
        ports.madeKey = "1/key"
        try ports.open(host)
        let port = ports.announcement["ingest"]?.intValue ?? 0
        #expect(
            host.lines == ["key     1/key", "serving ingest http://127.0.0.1:\(port)"])
    }

    @Test func `no key is told where none is taken`() throws {
        let host = try ServedStage()
        let ports = ports { $0.control = 0 }
        ports.madeKey = "1/key"
        try ports.open(host)
        #expect(!host.lines.contains("key     1/key") && ports.announcement["key"] == nil)
    }

    @Test func `a port that is taken is told with the remedy`() throws {
        let host = try ServedStage()
        let files = try GatewayFiles(in: nil)
        let first = ports({ $0.ingest = 0 }, files)
        try first.open(host)
        let port = first.announcement["ingest"]?.intValue ?? 0
        let error = failure { () throws(Failure) in
            try ports({ $0.ingest = port }, files).open(host)
        }
        #expect(error?.code.name == "cannot_listen")
        #expect(error?.message.hasPrefix("cannot listen on 127.0.0.1:\(port): ") == true)
        #expect(error?.hint == "port 0 picks a free one")
    }

    // Addresses for documentation, and a name that nobody may have.
    @Test(arguments: [
        ("192.0.2.1", "this machine does not have the address"),
        ("nowhere.invalid", "the address is not known here"),
    ])
    func `an address that is not here is told without a port`(_ name: String, _ reason: String)
        throws
    {
        let host = try ServedStage()
        let files = try GatewayFiles(in: nil)
        let error = failure { () throws(Failure) in
            try ports(
                {
                    $0.host = name
                    $0.ingest = 0
                }, files
            ).open(host)
        }
        #expect(error?.message == "cannot listen on \(name): \(reason)")
        #expect(error?.hint?.contains("--host 127.0.0.1") == true)
    }

    @Test(arguments: [
        ("localhost", true), ("::1", true), ("127.0.0.1", true), ("127.9.9.9", true),
        ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("localhost.example.com", false),
        ("", false),
    ])
    func `this machine alone reaches a loopback address`(host: String, isLoopback: Bool) {
        #expect(ServeRun.isLoopback(host) == isLoopback)
    }
}
