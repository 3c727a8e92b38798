import Glibc
import PushCrypto
import PushModel
import PushRuntime
import PushStore
import PushTestSupport
import PushText
import PushWire
import Testing

@testable import PushHost

/// KD-06: credentials for other people's senders.
@Suite struct LiveEdgeCredentialTests {
    private let stage: Stage
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage()
    }

    private static let key = CredentialOrder.Part.providerKey(
        id: "PUSHSH0001", bundleID: "com.example.shop", environment: nil)
    private static let account = CredentialOrder.Part.serviceAccount(
        id: "k1", email: "s@shop-1.iam.gserviceaccount.com", projectID: "shop-1",
        tokenURI: "http://127.0.0.1:9/token")

    private func make(
        _ parts: [CredentialOrder.Part], in folder: String = "new"
    ) throws(Failure) -> [MadeCredential] {
        try stage.edge.makeCredentials(
            CredentialOrder(directory: directory.path + "/" + folder, parts: parts))
    }

    @Test func `the files are for their owner, and hold what was told`() throws {
        let made = try make([Self.key, Self.account])
        #expect(
            try directory.listing() == [
                "new", "new/AuthKey_PUSHSH0001.p8", "new/apns.pem", "new/service-account.json",
            ])
        for name in try directory.listing() where name != "new" {
            var status = stat()
            #expect(stat(directory.path + "/" + name, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        #expect(made.map { $0.files.count } == [2, 1])
        let p8 = try directory.text("new/AuthKey_PUSHSH0001.p8")
        #expect(ProviderSignature.publicKey(p8: p8) == made[0].publicKey)
        let json = try JSONParser.parse(Array(directory.text("new/service-account.json").utf8))
        #expect(json["project_id"] == "shop-1" && json["type"] == "service_account")
        #expect(json["token_uri"] == "http://127.0.0.1:9/token")
        let pem = json["private_key"]?.stringValue ?? ""
        #expect(ServiceAccountKey.publicKey(pem: pem) == made[1].publicKey)
    }

    @Test func `the certificate is for the app, from the workspace's authority`() throws {
        _ = try make([Self.key])
        let identity = try SenderIdentity(
            pem: Array(directory.text("new/apns.pem").utf8))
        #expect(identity.bundleID == "com.example.shop")
        #expect(
            identity.topics
                == ["", ".voip", ".complication", ".voip-ptt"].map { "com.example.shop" + $0 })
        let bare = CredentialOrder.Part.providerKey(
            id: "PUSHSH0002", bundleID: nil, environment: nil)
        #expect(try make([bare], in: "bare").map { $0.files.count } == [1])
    }

    @Test func `what is there already is never replaced, and nothing is half made`() throws {
        try directory.write("mine", to: "new/service-account.json")
        let error = failure { () throws(Failure) in _ = try make([Self.key, Self.account]) }
        #expect(error?.code.name == "file_exists")
        #expect(
            error?.message == "`\(directory.path)/new/service-account.json` already exists")
        #expect(try directory.listing() == ["new", "new/service-account.json"])
        #expect(try directory.text("new/service-account.json") == "mine")
    }

    @Test func `a slash at the end of the directory is not doubled`() throws {
        let made = try stage.edge.makeCredentials(
            CredentialOrder(directory: directory.path + "/a/", parts: [Self.account]))
        #expect(made[0].files == [directory.path + "/a/service-account.json"])
    }

    @Test func `a directory that cannot be made is told`() throws {
        try directory.write("a file", to: "new")
        let error = failure { () throws(Failure) in _ = try make([Self.account]) }
        #expect(error?.code.name == "file_unwritable")
        #expect(try directory.listing() == ["new"])
    }
}
