import PushAssist
import PushCommands
import Testing

/// Each operand and each option with a value, of every command there is.
struct OperandCoverageTests {
    /// What only the person who types can know.
    private static let free: Set<String> = [
        ".history count", "activity end --state", "activity start --attributes",
        "activity start --stale", "activity start --state", "activity start type",
        "activity update --stale", "activity update --state", "app install --bundle",
        "app update --version", "credential add --key-id", "credential add --password",
        "credential add --team", "credential add name", "credential demo --port",
        "credential demo --team", "credential demo --topics", "credential test --host",
        "app badge badge", "database create name", "device add name",
        "device restore name", "device summary times", "encrypt --nonce", "encrypt text",
        "export --as", "flush --max",
        "local add --badge", "local add --body", "local add --id", "local add --in",
        "local add --link", "local add --sound", "local add --title", "receive --collapse-id",
        "receive --id", "receive --ttl", "redo count", "seed seed", "send --collapse-id",
        "send --host", "send --id", "send --jobs", "send --rate", "send --retry", "send --ttl",
        "serve --api", "serve --apns", "serve --channels", "serve --control", "serve --fcm",
        "serve --host", "serve --ingest", "serve --key", "serve --max-streams", "serve --name",
        "serve --origin", "serve --proxy", "serve --query-key", "serve --trino",
        "serve --write-key", "snapshot save name", "tap --text", "topic subscribe --bundle",
        "topic subscribe --sender", "topic subscribe topic", "topic unsubscribe --bundle",
        "topic unsubscribe --sender",
        "undo count", "upload --key", "upload --part-rows", "upload --to",
    ]

    @Test func `every operand offers something, but for free texts`() throws {
        let names = try CompletionTableTests.Names()
        var silent: Set<String> = []
        for command in CommandTable.all {
            for spec in command.parameters where spec.role == .option {
                let text = command.name + " --" + spec.name + " "
                if Assist(names).proposals(behind: text).words.isEmpty {
                    silent.insert(command.name + " --" + spec.name)
                }
            }
            var text = command.name + " "
            for spec in command.parameters where spec.isPositional {
                let offered = Assist(names).proposals(behind: text).words
                if offered.isEmpty { silent.insert(command.name + " " + spec.name) }
                text += (offered.first?.text ?? "x") + " "
            }
        }
        let known = Self.free
        // Both ways, so that a text that is offered something by now leaves the list.
        #expect(silent.subtracting(known).sorted() == [])
        #expect(known.subtracting(silent).sorted() == [])
    }
}
