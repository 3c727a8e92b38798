import PushCommands
import PushExplain
import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Shows the effects of a push in every state of the app, as sent and as the sender repairs it.
    func whatIf(
        _ input: PayloadInput, _ options: WhatIfOptions, on device: String?
    ) throws(Failure) {
        let (bytes, name) = try read(input)
        // A message without an ID gets the time as its name.
        last.startedAt = presentTime()
        var receive = ReceiveOptions()
        receive.priority = options.priority
        receive.pushType = options.pushType
        receive.isVerbatim = true
        let sent = try push(from: bytes, name: name, input, receive, device)
        receive.isVerbatim = false
        let repaired = try push(from: bytes, name: name, input, receive, device)
        let addressed = app(on: device, named: sent.bundleID ?? sent.payload.simulatorBundleID)
        let evidence = try evidence(for: .toCome, of: addressed, on: device)
        let status = device.flatMap(world.deviceIndex).map { world.devices[$0].status }
        let situations = WhatIfSituation.all(
            options.conditions, isLocked: (status ?? world.device.status).isLocked)
        var table = WhatIfTable(
            title: name ?? "payload",
            app: addressed?.address ?? AppAddress(device: "", bundleID: ""))
        table.payload = (try? JSONParser.parse(bytes)).map { Secrets.shown($0.pretty()) }
        if sent.isSentToTopic && sent.address == nil {
            table.unreached =
                "nobody is subscribed to what the message is sent to: this is what it does once "
                + "it arrives"
        }
        table.sent = try outcomes(of: sent, situations, evidence, device)
        if repaired.payload != sent.payload {
            table.repaired = try outcomes(of: repaired, situations, evidence, device)
            table.added = repaired.added
        }
        last.value = table.json
        show(table, options.form)
    }

    private func outcomes(
        of push: Push, _ situations: [WhatIfSituation], _ evidence: Evidence, _ device: String?
    ) throws(Failure) -> [WhatIfOutcome] {
        var outcomes: [WhatIfOutcome] = []
        for situation in situations {
            do throws(Refusal) {
                outcomes.append(
                    try world.whatIf(push, situation, on: device, evidence: evidence) {
                        [edge] effect, now in Self.answer(effect, at: now, by: edge)
                    })
            } catch { throw Failure(error) }
        }
        return outcomes
    }

    /// Answers a request to the outside without sending anything: `try` leaves no trace.
    private static func answer(_ effect: Effect, at now: Tick, by edge: any Edge) -> Action? {
        switch effect {
        case .download, .decrypt: try? edge.perform(effect, now: now)
        case .loadBatch, .wait, .upload, .ncmb: effect.answerInTrial
        }
    }

    private func show(_ table: WhatIfTable, _ form: WhatIfForm) {
        switch form {
        case .json: last.lines += TableWriter.lines(of: table.json, mode: "json")
        case .html: last.lines += WhatIfPage(table).lines
        case .markdown: last.lines += table.markdown
        case .text:
            last.lines +=
                settings.mode == "markdown" ? table.markdown : table.lines(width: outputWidth)
        }
    }
}
