import CEditLine
import Glibc
import PushText

extension EditSession {
    /// Opens the entry in the user's own editor; the result becomes the text.
    func editOutside() -> CommandEffect {
        let folder = TemporaryPlace.directory(getenv("TMPDIR"))
        guard let file = EntryFile(text: string, in: folder) else {
            announcements.post("error: cannot make a file in `\(folder)`: \(systemText(errno))")
            return .beep
        }
        defer { file.remove() }
        var succeeded = false
        whileAway { succeeded = EditSession.runEditor(on: file.path) }
        guard succeeded, let edited = file.contents() else { return .beep }
        var points = UTF32Text.points(edited)
        if points.last == 0x0A { points.removeLast() }
        Composition.normalise(&points)
        setText(points)
        return .changed
    }

    /// Runs $VISUAL, $EDITOR or vi through the shell, because their values may contain arguments.
    private static func runEditor(on path: String) -> Bool {
        let environment = TerminalCapabilities.processEnvironment
        let editor =
            [environment("VISUAL"), environment("EDITOR"), "vi"]
            .compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        let arguments = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            return false
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        return status == 0
    }
}

/// A private file that holds an entry while another editor works on it.
private struct EntryFile {
    let path: String

    /// Writes the text into a new file of mode 0600; nil if there is no place for it.
    init?(text: String, in folder: String) {
        var template = Array((folder + "/pushsh-XXXXXX.psh").utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { return nil }
        TerminalScreen.write(Array((text + "\n").utf8), to: descriptor)
        close(descriptor)
        path = template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    func contents() -> String? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let bytes = try? PlainReader(input: descriptor).readAll() else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    func remove() {
        unlink(path)
    }
}
