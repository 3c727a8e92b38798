import Foundation
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushCrypto

@Suite struct PropertyListReaderTests {
    private static var sample: [String: Any] {
        [
            "CFBundleIdentifier": "com.example.myapp", "CFBundleVersion": "12",
            "UIBackgroundModes": ["remote-notification"], "FirebaseAppDelegateProxyEnabled": false,
            "Number": 7, "Real": 1.5, "Date": Date(timeIntervalSince1970: 0), "Data": Data([1]),
            "CFBundleURLTypes": [["CFBundleURLSchemes": ["myapp", "お店"]]],
        ]
    }

    private static let wanted: JSON = [
        "CFBundleIdentifier": "com.example.myapp",
        "CFBundleURLTypes": [["CFBundleURLSchemes": ["myapp", "お店"]]],
        "CFBundleVersion": "12", "Data": nil, "Date": nil,
        "FirebaseAppDelegateProxyEnabled": false, "Number": 7, "Real": 1.5,
        "UIBackgroundModes": ["remote-notification"],
    ]

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `both forms give the same values`(
        format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.sample, format: format, options: 0)
        #expect(try PropertyListReader.read([UInt8](data)) == Self.wanted)
    }

    @Test(arguments: [
        "", "hello", "{\"a\": 1}", "<plist><dict><key>a</key></dict></plist>", "bplist00",
        "<plist><dict>", "<?xml version=\"1.0\"?><html/>",
    ])
    func `what is no property list is refused`(text: String) {
        #expect(throws: Fault.self) {
            try PropertyListReader.read(Array(text.utf8))
        }
    }

    @Test func `a list that is too large or too deep is refused`() throws {
        let large = [UInt8](repeating: UInt8(ascii: "<"), count: PropertyListReader.sizeLimit + 1)
        let deep =
            "<plist version=\"1.0\">" + String(repeating: "<array>", count: 400)
            + String(repeating: "</array>", count: 400) + "</plist>"
        let deeper = deep.replacing("<array>", with: "<array><dict><key>a</key>")
            .replacing("</array>", with: "</dict></array>")
        for bytes in [large, Array(deep.utf8), Array(deeper.utf8)] {
            #expect(throws: Fault.self) { try PropertyListReader.read(bytes) }
        }
        let flat =
            "<plist><dict><key>a</key><array>"
            + String(repeating: "<dict/><array></array>", count: 1000) + "</array></dict></plist>"
        #expect(try PropertyListReader.read(Array(flat.utf8))["a"]?.arrayValue?.count == 2000)
    }

    /// Foundation calls itself for each level of a text before its decoder counts any.
    @Test func `a list of 10,000 levels is refused before Foundation reads it`() {
        for tag in ["array", "dict"] {
            let text =
                "<plist><dict><key>a</key>" + String(repeating: "<\(tag)>", count: 10_000)
                + String(repeating: "</\(tag)>", count: 10_000) + "</dict></plist>"
            #expect(throws: Fault("the property list is nested more than 32 levels deep")) {
                try PropertyListReader.read(Array(text.utf8))
            }
        }
    }

    @Test func `a binary list that names each array twice has a budget of values`() {
        // A dictionary, its key, and 24 arrays of which each holds the next one twice.
        var objects: [[UInt8]] = [[0xd1, 1, 2], [0x51, 0x61]]
        for number in 3..<27 { objects.append([0xa2, UInt8(number), UInt8(number)]) }
        objects.append([0x10, 7])
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        #expect(throws: Fault("the property list has more than 100000 values")) {
            try PropertyListReader.read(bytes)
        }
    }

    @Test func `damaged bytes never crash`() throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.sample, format: .binary, options: 0)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            var bytes = [UInt8](data)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            _ = try? PropertyListReader.read(bytes)
        }
    }

    @Test func `the public text of a list reads as the list without its keys`() throws {
        let secret = "AIzaSyA1234567890123456789012345678901"
        let list = try #require(
            AppPropertyList(["GOOGLE_APP_ID": "1:2:ios:3 <&>", "API_KEY": .string(secret)]))
        let again = try PropertyListReader.read(Array(list.publicXML.utf8))
        #expect(again == ["API_KEY": "redacted", "GOOGLE_APP_ID": "1:2:ios:3 <&>"])
    }
}
