import PushCommands
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// Lists of targets: their lines, and which of them cannot be sent.
extension Session {
    /// The most malformed lines that are shown.
    private static let shownLines = 20

    /// Finds the lines of a list that cannot be sent.
    ///
    /// If there are any, the list is refused, or goes on without them under `--skip-malformed`.
    func sift(
        _ list: inout SendList, _ source: Source, _ root: JSON?,
        _ gateway: GatewayAnswer.Gateway, _ options: SendOptions, at span: Span
    ) throws(Failure) {
        // If no line has a payload, it is missing from the command, not from the lines.
        let wantsPayload = root == nil && list.entries.contains { $0.payload != nil }
        var faults: [[UInt8]: String] = [:]
        list.reject { [list] index in
            let entry = list.entries[index]
            guard entry.target.gateway == gateway else {
                let own = entry.target.gateway.rawValue
                return SendList.Objection(
                    "found an address of \(own), and this goes through \(gateway.rawValue)")
            }
            guard let payload = entry.payload else {
                guard wantsPayload else { return nil }
                return SendList.Objection("found no payload, and `send` names none")
            }
            let fault = faults[payload] ?? fault(in: payload, of: entry, gateway, options)
            faults[payload] = fault
            return fault.isEmpty ? nil : SendList.Objection(fault, isPayload: true)
        }
        guard !list.malformed.isEmpty else { return }
        guard !options.skipsMalformed || list.entries.isEmpty else {
            return warn(of: list.malformed, in: source)
        }
        draw(list.malformed, in: source, as: .error)
        let count = list.malformed.count
        let total = count + list.entries.count
        throw Failure(
            .invalidValue,
            "\(count) of \(total.counted("line", "lines")) of `\(source.name)` "
                + "\(count == 1 ? "is" : "are") malformed, and nothing was sent",
            hint: list.entries.isEmpty ? nil : "`--skip-malformed` sends to the others", span: span
        ).unsent
    }

    /// Draws the lines that are skipped; in the JSON forms only the answers are printed.
    func warn(of lines: [SendList.Malformed], in source: Source) {
        guard !settings.printsValues else { return }
        draw(lines, in: source, as: .warning)
    }

    private func draw(
        _ lines: [SendList.Malformed], in source: Source, as severity: Diagnostic.Severity
    ) {
        for line in lines.prefix(Self.shownLines) {
            let excerpt = line.excerpt
            let cut = Source(name: source.name, bytes: Array(excerpt.text.utf8))
            let drawn = [(source, line.span), (cut, excerpt.span)].map { source, span in
                let diagnostic = Diagnostic(
                    severity, VisibleText.escape(line.message), source: source, span: span)
                return DiagnosticRenderer().lines(of: diagnostic).filter { !$0.isEmpty }
            }
            // The place is the file's own; the line below it has no whole token.
            last.lines += drawn[0].prefix(1) + drawn[1].dropFirst()
        }
        if lines.count > Self.shownLines {
            last.lines.append("and \(lines.count - Self.shownLines) more")
        }
    }

    /// Why a line's own payload cannot be sent; empty if it can.
    private func fault(
        in payload: [UInt8], of entry: SendEntry, _ gateway: GatewayAnswer.Gateway,
        _ options: SendOptions
    ) -> String {
        do throws(Failure) {
            let content = try ownPayload(payload, of: entry, options).root
            do throws(CompositionRefusal) {
                _ = try SendLetter(content, for: gateway, SendLetter.Head(), topic: nil)
            } catch { return error.message }
            return ""
        } catch { return error.message }
    }

    /// The distinct payloads to send, and the index of each target's payload.
    ///
    /// The lines whose payload has a warning of `lint` are added to `warnings`, as malformed ones
    /// are told.
    func letters(
        _ list: SendList, _ root: JSON?, _ gateway: GatewayAnswer.Gateway,
        _ options: SendOptions, _ topic: String?, _ warnings: inout [SendList.Malformed]
    ) throws(Failure) -> ([SendLetter], [Int]) {
        let entries = list.entries
        var head = SendLetter.Head()
        head.type = options.pushType
        head.priority = options.priority
        head.topic = options.topic
        head.collapseID = options.collapseID
        head.expiration = options.timeToLive.map {
            $0 == 0 ? 0 : edge.wallClock().unixSeconds + Int64($0)
        }
        var letters: [SendLetter] = []
        var places: [[UInt8]: Int] = [:]
        var letterOf: [Int] = []
        letterOf.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            if let place = places[entry.payload ?? []] {
                letterOf.append(place)
                continue
            }
            let content: JSON
            if let payload = entry.payload {
                let read = try ownPayload(payload, of: entry, options)
                content = read.root
                warnings += read.warnings.map { list.objection($0, toPayloadAt: index) }
            } else if let root {
                content = root
            } else {
                throw Failure(
                    .missingArgument, "target \(index + 1) has no payload, and `send` names none"
                ).unsent
            }
            do throws(CompositionRefusal) {
                letters.append(try SendLetter(content, for: gateway, head, topic: topic))
            } catch {
                let isNCMB = PayloadDialect.recognise(content) == .ncmb
                throw Failure(
                    .invalidPayload, error.message,
                    hint: isNCMB
                        ? "`--curl` prints NIFCLOUD's signed request, and `receive` plays the push"
                        : nil
                ).unsent
            }
            places[entry.payload ?? []] = letters.count - 1
            letterOf.append(letters.count - 1)
        }
        return (letters, letterOf)
    }

    /// Reads and lints the payload in a line of a list.
    ///
    /// - Returns: the payload, and the messages of `lint`'s warnings.
    private func ownPayload(
        _ bytes: [UInt8], of entry: SendEntry, _ options: SendOptions
    ) throws(Failure) -> (root: JSON, warnings: [String]) {
        let root: JSON
        do throws(JSONError) { root = try JSONParser.parse(bytes, .apple) } catch {
            throw Failure(.invalidPayload, "the payload is not JSON: \(error.message)").unsent
        }
        guard !options.isForced else { return (root, []) }
        let report = Self.lint(bytes, options, to: entry.target)
        if let finding = report.findings.first(where: { $0.severity == .error }) {
            throw Failure(.lintErrors, finding.message).unsent
        }
        let warnings = report.findings.filter { $0.severity == .warning }
        return (root, warnings.map(\.message))
    }
}
