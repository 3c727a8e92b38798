import Foundation
import PushText
import Testing

@testable import PushPayload

/// Other people's payloads, which lie beside the repository and are not part of it.
enum Corpus {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static let files: [File] = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        for path in ["../shared/corpus/apns", "../../shared/corpus/apns"] {
            let folder = root.appending(path: path).standardized
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let files = names.sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
                (try? Data(contentsOf: folder.appending(path: name))).map {
                    File(name: name, bytes: Array($0))
                }
            }
            if !files.isEmpty { return files }
        }
        return []
    }()
}

@Suite(.enabled(if: !Corpus.files.isEmpty, "the corpus of payloads is not on this machine"))
struct CorpusTests {
    @Test(arguments: Corpus.files)
    func `a payload from the wild is linted, and read unless it gets a place`(_ file: Corpus.File) {
        let report = Lint.run(bytes: file.bytes)
        for finding in report.findings {
            #expect(finding.span.start <= finding.span.end)
            #expect(finding.span.end <= report.bytes.count)
            #expect(!finding.message.unicodeScalars.contains { $0.value < 0x20 })
        }
        let payload = try? Payload(bytes: file.bytes)
        #expect((payload == nil) == (report.findings.first?.rule == .notJSON))
        #expect(report.json.text.utf8.allSatisfy { $0 >= 0x20 })
    }

    @Test func `the unparseable files are the ones known as such`() {
        let refused = Corpus.files.filter { (try? Payload(bytes: $0.bytes)) == nil }.map(\.name)
        for name in ["torture-n-structure-no-data.json", "torture-i-string-invalid-utf-8.json"] {
            #expect(refused.contains(name))
        }
        #expect(!refused.contains { $0.hasPrefix("lib-") || $0.hasPrefix("torture-y-") })
    }
}
