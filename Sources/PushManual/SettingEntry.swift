import PushCommands
import PushSimulation
import PushText

/// A setting that a command changes, as help and manual list it below the command.
struct SettingEntry {
    /// The setting's key, as the command takes it.
    let key: String
    /// The meaning of the setting, and the values that it takes.
    let text: String

    /// The settings of a command that takes one of them; none for any other.
    ///
    /// The parameter's completion tells which table of settings the command takes its keys from.
    static func entries(of command: Command) -> [SettingEntry] {
        for parameter in command.parameters {
            switch parameter.completion {
            case .setting:
                return AppSetting.all.map {
                    SettingEntry(key: $0.key, text: "\($0.summary) Takes \($0.takes).")
                }
            case .configKey:
                return Config.keys.map { key in
                    let choices = key.choices.map { "`\($0)`" }.joined(separator: " or ")
                    return SettingEntry(
                        key: key.name,
                        text: key.summary + (choices.isEmpty ? "" : " Takes \(choices)."))
                }
            default: continue
            }
        }
        return []
    }

    /// Adds settings to the page of their command.
    static func add(_ entries: [SettingEntry], _ page: inout Columns) {
        guard !entries.isEmpty else { return }
        page.blank()
        page.heading("Settings")
        let head = entries.map { DisplayWidth.of($0.key) }.max() ?? 0
        for entry in entries { page.row(entry.key, entry.text, head: head) }
    }

    /// Renders `help KEY` and `help app set KEY`; nil if it names no setting.
    ///
    /// A key that two commands have is explained for the first of them in the order of the table.
    static func page(on topic: String, width: Int) -> String? {
        for command in CommandTable.all {
            let key =
                topic.hasPrefix(command.name + " ")
                ? String(topic.dropFirst(command.name.count + 1)) : topic
            guard let entry = entries(of: command).first(where: { $0.key == key }) else { continue }
            var page = Columns(width: width)
            page.line("\(command.name) \(key) VALUE")
            page.blank()
            page.paragraph(entry.text)
            return page.text
        }
        return nil
    }
}
