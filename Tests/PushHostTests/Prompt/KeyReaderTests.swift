import Glibc
import PushBackends
import PushModel
import PushRuntime
import PushSimulation
import PushTestSupport
import Testing

@testable import PushHost

/// TD-15: keys are read when they are needed, and shown by their beginnings alone.
@Suite struct KeyReaderTests {
    private let directory: TemporaryDirectory
    private static let key = "1/" + String(repeating: "ab", count: 20)

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ text: String) throws -> KeySource {
        let path = try directory.write(text, to: "key")
        chmod(path, 0o600)
        return .file(path)
    }

    private func refusal(_ source: KeySource, _ setting: String) -> Refusal? {
        do throws(Refusal) {
            _ = try KeyReader.key(source, setting: setting)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["secret", " secret", "secret\n", "\r\n\tsecret \n\n"])
    func `the white space around a key is no part of it`(text: String) throws {
        #expect(try KeyReader.text(file(text)) == "secret")
    }

    @Test func `white space alone is an empty key`() throws {
        #expect(try KeyReader.text(file(" \n")).isEmpty)
        #expect(try KeyReader.text(file("two words\n")) == "two words")
    }

    @Test func `a variable that is not set, or is empty, is no key`() {
        let source = KeySource.variable("PUSHSH_TEST_NO_SUCH_KEY")
        let error = failure { () throws(Failure) in _ = try KeyReader.text(source) }
        #expect(error?.code.name == "invalid_keys")
        #expect(error?.message == "the variable `PUSHSH_TEST_NO_SUCH_KEY` is not set")
        #expect(KeyReader.variable("PUSHSH_TEST_NO_SUCH_KEY") == nil)
        #expect(KeyReader.variable("PATH")?.isEmpty == false)
    }

    @Test func `a key of Treasure Data's form is one, and another text is not`() throws {
        #expect(try KeyReader.accountKey(file(Self.key + "\n")) == Self.key)
        for text in ["", "1/", "ab", "1-" + String(repeating: "a", count: 40), "1/a b"] {
            #expect(try KeyReader.accountKey(file(text)) == nil, "\(text)")
        }
    }

    @Test func `a setting without its key is refused with the remedy`() throws {
        let missing = refusal(.variable("PUSHSH_TEST_NO_SUCH_KEY"), "td.write_key")
        #expect(missing?.code == .noKey)
        #expect(missing?.hint == "set it, or `config td.write_key file:PATH`")
        let path = try directory.write(Self.key, to: "open")
        chmod(path, 0o644)
        #expect(refusal(.file(path), "td.write_key")?.hint == "`chmod 600` it")
        let other = try file("not-a-key-and-never-repeated")
        let refused = refusal(other, "td.api_key")
        #expect(
            refused?.message == "`\(other.text)` has no key of the form `<account>/<key>`")
        #expect(refused?.message.contains("never-repeated") == false)
        #expect(refusal(try file(Self.key), "td.api_key") == nil)
    }

    @Test func `the key that a server takes has the form, too`() throws {
        #expect(try KeyReader.servedKey(file(Self.key)) == Self.key)
        let other = try file("x")
        let error = failure { () throws(Failure) in _ = try KeyReader.servedKey(other) }
        #expect(error?.code.name == "invalid_keys")
        #expect(
            error?.message == "found no key in `\(other.text)`, wanted `<account>/<key>`")
    }

    @Test(arguments: [
        ("1/abcdefghijklmnop", "1/ab…**"), ("12/abcdefghijklmno", "12/…**"),
        ("12345/" + String(repeating: "z", count: 40), "12345/zz…**"), ("1/", "1/…**"),
    ])
    func `a key is shown by its account and two characters`(key: String, shown: String) {
        #expect(KeyReader.shown(key) == shown)
    }

    @Test(arguments: [
        ("b", "c", nil), ("a", "c", "`--key` and `--query-key`"),
        ("b", "a", "`--key` and `--write-key`"), ("b", "b", "`--query-key` and `--write-key`"),
    ])
    func `a key that is given for two purposes is refused`(
        query: String, write: String, options: String?
    ) {
        let keys = ServiceKeys(full: .oneOf(["a"]), query: [query], write: [write])
        var found: Failure?
        do throws(Failure) { try KeyReader.refuseSame("a", keys) } catch { found = error }
        #expect(found?.message == options.map { $0 + " have the same key, wanted one for each" })
    }
}
