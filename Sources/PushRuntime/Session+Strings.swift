import PushCommands
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Reads a `Localizable.strings` and puts it into the app; an error points into the file.
    func takeStrings(
        _ input: PayloadInput, language: String, on device: String?, _ text: () -> String
    ) throws(Failure) {
        let (bytes, name) = try read(input)
        let strings: LanguageStrings
        do throws(Fault) {
            strings = try LanguageStrings(language: language, file: bytes)
        } catch {
            throw failure(error, in: bytes, name: name ?? "strings", input)
        }
        // A recording holds UTF-8 only, whatever the file's encoding.
        let recorded = { self.text(text(), inlining: input, Array(strings.fileText.utf8)) }
        try act(.app(.strings(strings)), on: device, recorded)
    }

    private func failure(
        _ fault: Fault, in bytes: [UInt8], name: String, _ input: PayloadInput
    ) -> Failure {
        var failure = Failure(
            .invalidStrings, fault.message, span: input.span)
        // An unreadable file has no line to show, and its text would take ten times its size.
        guard bytes.count <= StringsFile.sizeLimit, let text = try? StringsFile.text(of: bytes)
        else { return failure }
        let utf8 = Array(text.utf8)
        failure.source = Source(name: name, bytes: utf8)
        failure.span = Self.span(ofLine: fault.place, in: utf8)
        return failure
    }

    /// The text of a line, from 1, without the space around it.
    private static func span(ofLine line: Int, in text: [UInt8]) -> Span {
        var start = 0
        for _ in 1..<max(line, 1) {
            guard let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            start = end + 1
        }
        var end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        while end > start, text[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        while start < end, text[start] <= UInt8(ascii: " ") { start += 1 }
        return Span(start: UInt32(clamping: start), end: UInt32(clamping: end))
    }
}
