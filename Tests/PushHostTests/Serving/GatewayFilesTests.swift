import Glibc
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// KD-06: the certificate authority of a workspace, in files beside its databases.
@Suite struct GatewayFilesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `an authority is made once, and found again`() throws {
        let first = try GatewayFiles(in: directory.path)
        #expect(try directory.listing() == ["gateway-ca.key", "gateway-ca.pem"])
        #expect(mode(directory.path + "/gateway-ca.key") == 0o600)
        #expect(first.certificatePath?.hasSuffix("/gateway-ca.pem") == true)
        let second = try GatewayFiles(in: directory.path)
        #expect(second.authority.identity.certificate == first.authority.identity.certificate)
        #expect(second.authority.identity.key == first.authority.identity.key)
        #expect(try directory.text("gateway-ca.pem") == first.authority.identity.certificate)
    }

    @Test func `a certificate that is gone or another is written again`() throws {
        let first = try GatewayFiles(in: directory.path)
        for text in [nil, "another"] {
            unlink(try #require(first.certificatePath))
            if let text { try directory.write(text, to: "gateway-ca.pem") }
            _ = try GatewayFiles(in: directory.path)
            #expect(try directory.text("gateway-ca.pem") == first.authority.identity.certificate)
        }
    }

    @Test func `an authority that replaces another one is told once`() throws {
        #expect(!(try GatewayFiles(in: directory.path).takesWarning()))
        let first = try GatewayFiles(in: directory.path)
        #expect(!first.takesWarning())
        unlink(directory.path + "/gateway-ca.key")
        let second = try GatewayFiles(in: directory.path)
        #expect(second.authority.identity.certificate != first.authority.identity.certificate)
        #expect(second.takesWarning())
        #expect(!second.takesWarning())
    }

    @Test(arguments: ["", "no key", "-----BEGIN CERTIFICATE-----\nAA\n"])
    func `a damaged key is told, and not replaced`(text: String) throws {
        let path = try directory.write(text, to: "gateway-ca.key")
        chmod(path, 0o600)
        let error = failure { () throws(Failure) in _ = try GatewayFiles(in: directory.path) }
        #expect(error?.code.name == "file_unreadable")
        #expect(
            error?.message.hasSuffix("gateway-ca.key` has no key with its certificate") == true)
        #expect(error?.hint == "remove it, and a new one is created")
        #expect(try directory.text("gateway-ca.key") == text)
    }

    @Test func `a key that others can read is refused`() throws {
        _ = try GatewayFiles(in: directory.path)
        chmod(directory.path + "/gateway-ca.key", 0o640)
        let error = failure { () throws(Failure) in _ = try GatewayFiles(in: directory.path) }
        #expect(error?.code.name == "invalid_keys")
    }

    @Test func `a private workspace's authority is gone with it`() throws {
        var files: GatewayFiles? = try GatewayFiles(in: nil)
        let path = try #require(files?.certificatePath)
        #expect(access(path, F_OK) == 0)
        files = nil
        #expect(access(path, F_OK) != 0)
        let folder = String(path.dropLast("/gateway-ca.pem".utf8.count))
        #expect(access(folder, F_OK) != 0)
    }

    @Test func `copies use a directory that the process which made it removes`() throws {
        var shared: SharedGatewayFiles? = SharedGatewayFiles(of: nil)
        shared?.prepareForCopies()
        let path = try #require(try shared?.open().certificatePath)
        let folder = String(path.dropLast("/gateway-ca.pem".utf8.count))
        #expect(mode(folder) == 0o700)
        // What a copy that was killed left behind goes with it.
        try Files.writeSecret([], to: folder + "/gateway-ca.key.1")
        shared = nil
        #expect(access(folder, F_OK) != 0)
        let own = SharedGatewayFiles(of: directory.path)
        own.prepareForCopies()
        #expect(try own.open().certificatePath?.hasSuffix("/gateway-ca.pem") == true)
        #expect(try directory.listing().contains("gateway-ca.key"))
    }

    @Test func `the sessions of one run share an authority`() throws {
        let shared = SharedGatewayFiles(of: directory.path)
        let first = try shared.open()
        #expect(try shared.open() === first)
        let alone = SharedGatewayFiles(of: nil)
        #expect(try alone.open() === alone.open())
    }
}
