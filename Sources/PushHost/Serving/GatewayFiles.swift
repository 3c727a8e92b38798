import Glibc
import PushRuntime
import PushStore
import PushText
import PushWire

/// The authority that the sessions of one run share.
///
/// A test's copy of a workspace trusts what the workspace itself has signed.
final class SharedGatewayFiles {
    /// The files, once a session has asked for them.
    private var opened: GatewayFiles?
    private let directory: String?
    /// The directory that copies of this process share; nil without copies.
    private var folder: TemporaryFolder?

    /// Makes the files of a workspace's directory; nil for none.
    init(of directory: String?) { self.directory = directory }

    /// Makes the files of a workspace; one that can only be read has those that are there.
    convenience init(of workspace: Workspace) {
        let read = workspace.readPlace.flatMap {
            access($0 + "/gateway-ca.key", R_OK) == 0 ? $0 : nil
        }
        self.init(of: workspace.directory ?? read)
    }

    /// Whether the files are those of a workspace's directory.
    var isKept: Bool { directory != nil }

    /// Makes the directory in which copies of this process put the files of an ephemeral workspace.
    ///
    /// A copy ends without removing anything, so the directory is this process's to remove.
    func prepareForCopies() {
        guard directory == nil, opened == nil, folder == nil else { return }
        folder = try? TemporaryFolder()
    }

    /// Opens the files, or returns those that are open.
    func open() throws(Failure) -> GatewayFiles {
        if let opened { return opened }
        let files = try GatewayFiles(in: directory ?? folder?.path)
        opened = files
        return files
    }
}

/// The certificate authority of a workspace, in files next to its databases.
///
/// An ephemeral workspace has its own below `TMPDIR`, which is removed with this object.
final class GatewayFiles {
    /// The authority.
    let authority: GatewayAuthority
    /// The path of its certificate, which clients trust; nil if a full disk has no room for it.
    let certificatePath: String?
    /// Whether clients may still trust an earlier authority, whose key is gone.
    private var replacesAnother = false
    /// The directory to remove at the end; nil for a workspace's own.
    private let temporary: TemporaryFolder?

    /// Opens the files of a workspace's directory; nil for none.
    ///
    /// Without a directory, and without room for a temporary one, the authority is in memory alone:
    /// its clients cannot know it, and plain HTTP needs none.
    convenience init(in own: String?) throws(Failure) {
        if let own {
            try self.init(in: own, removing: nil)
            return
        }
        do throws(Failure) {
            let folder = try TemporaryFolder()
            try self.init(in: folder.path, removing: folder)
        } catch {
            guard error.code == .outside(.fileUnwritable) else { throw error }
            try self.init(inMemory: ())
        }
    }

    private init(inMemory: Void) throws(Failure) {
        (temporary, certificatePath) = (nil, nil)
        authority = try Self.make()
    }

    private init(in directory: String, removing folder: TemporaryFolder?) throws(Failure) {
        temporary = folder
        let absolute = realpath(directory, nil)
        defer { free(absolute) }
        let root = absolute.map { String(cString: $0) } ?? directory
        let certificate = root + "/gateway-ca.pem"
        certificatePath = certificate
        let key = root + "/gateway-ca.key"
        replacesAnother = access(key, F_OK) != 0 && access(certificate, F_OK) == 0
        authority = try Self.open(certificate, key: key)
    }

    /// Whether a person is to learn that the authority replaces another one; once only.
    func takesWarning() -> Bool {
        defer { replacesAnother = false }
        return replacesAnother
    }

    /// Reads the authority, or creates it; of two processes that create it, the first one wins.
    private static func open(_ path: String, key: String) throws(Failure) -> GatewayAuthority {
        if access(key, F_OK) != 0 {
            let made = try make()
            // The certificate is written before the key, whose presence shows that both are there.
            let draft = "\(key).\(getpid())"
            defer { unlink(draft) }
            try Files.writeSecret(
                Array((made.identity.key + made.identity.certificate).utf8), to: draft)
            _ = link(draft, key)
        }
        let text = try Files.ownersAlone(key)
        let mark = "-----BEGIN CERTIFICATE-----"
        guard let end = text.firstRange(of: mark)?.lowerBound else { throw damaged(key) }
        let identity = GatewayAuthority.Identity(
            certificate: String(text[end...]), key: String(text[..<end]))
        do throws(Fault) {
            let authority = try GatewayAuthority(identity)
            let pem = Array(identity.certificate.utf8)
            if (try? Files.readRegular(path)) != pem { try write(pem, to: path) }
            return authority
        } catch { throw damaged(key) }
    }

    private static func make() throws(Failure) -> GatewayAuthority {
        do throws(Fault) { return try GatewayAuthority.make() } catch {
            throw Failure(outside: .fileUnreadable, error.message)
        }
    }

    /// Writes the certificate, which anyone may read.
    private static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
        do throws(Failure) { try Files.write(bytes, to: path) } catch {
            throw Fault(error.message)
        }
    }

    /// The failure of a key file that does not hold both parts.
    private static func damaged(_ path: String) -> Failure {
        Failure(
            outside: .fileUnreadable, "`\(path)` has no key with its certificate",
            hint: "remove it, and a new one is created")
    }
}
