import PushText
import Testing

@testable import PushPayload

/// Addresses of attachments: the short way for plain ones answers as the parsed link does.
@Suite struct AttachmentURLTests {
    /// What an address answers by the link alone, however plain it is.
    private static func parsed(_ url: String) -> AttachmentURL.Fault? {
        guard let link = Link(url) else { return url.first == " " ? .spaceInFront : .noScheme }
        guard ["https", "http"].contains(link.scheme) else { return .scheme(link.scheme) }
        if link.scheme == "http" { return .cleartext }
        if let fault = link.webFault() { return .address(fault) }
        let lacksHost = url.contains(":///") || !url.contains("://")
        return lacksHost
            ? .address("it names no server: a host must follow `\(link.scheme)://`") : nil
    }

    private static let starts = [
        "https://", "https:/", "https:", "HTTPS://", "https:///", "https:\\\\", "http://",
        "ftp://", " https://", "", "https",
    ]
    private static let hosts = [
        "a.example", "A.Example", "a..b", ".a", "a.", ".", "", "a:443", "a:", "a:70000", "u@a",
        "a\\b", "[::1]", "[x]", "a_b", "a%2eb", "a%zz", "a b", "münchen.example", "a|b", "-",
    ]
    private static let ends = [
        "", "/", "/i.png", "/i.PNG?x=1", "?i.png", "#i.png", "/a b.jpg", "/\u{7F}", "/é.gif",
        "/\u{200B}", "/u@h:1/x.svg", "\\i.png", "/i.png\n", "/v1.2/i", "/i.", "/i.webp#a.b",
    ]

    @Test func `plain and other addresses have the faults of their links`() {
        for start in Self.starts {
            for host in Self.hosts {
                for end in Self.ends {
                    let url = start + host + end
                    #expect(AttachmentURL.fault(of: url) == Self.parsed(url), "\(url)")
                }
            }
        }
    }

    @Test(arguments: ["https:///a.jpg", "https:/a.example/i.png", "https:a.example/i.png"])
    func `a host stands behind two slashes`(url: String) {
        #expect(
            AttachmentURL.fault(of: url)?.text
                == "it names no server: a host must follow `https://`")
    }

    @Test func `an address is plain up to the longest link`() {
        let start = "https://a.example/"
        let longest = start + String(repeating: "x", count: Link.sizeLimit - start.utf8.count)
        #expect(AttachmentURL.fault(of: longest) == nil)
        #expect(AttachmentURL.fault(of: longest + "x") == Self.parsed(longest + "x"))
        #expect(AttachmentURL.fault(of: longest + "x") != nil)
    }

    @Test(
        arguments: [
            ("https://a.example/i.PNG?x=1.gif", "png"), ("HTTPS://a.example/i.jpg", "jpg"),
            ("https://a.png", nil), ("https://a.example/v1.2/i", nil), ("i.webp", "webp"),
            ("ftp://a.png", "png"), ("https://a.example/i.", ""),
        ] as [(String, String?)])
    func `a suffix is the path's, never the host's`(url: String, suffix: String?) {
        #expect(AttachmentURL.suffix(of: url) == suffix)
    }
}
