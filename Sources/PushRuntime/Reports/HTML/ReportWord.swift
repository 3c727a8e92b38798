import PushModel
import PushSimulation

/// The page's own words, in English and Japanese; one language is shown at a time.
enum ReportWord: CaseIterable {
    case passed, failed, skipped, sent, accepted, delivered, shown, opened, linked, uploaded, stored
    case steps, moreSteps, atFirst, whenShown, atLast, afterwards, expected, actual, payload
    case cutDrawing, foldedSteps, stepsAsText
    case report, session, whatFailed, lastCommands, way, line, step, cure, more, moreInStack, held
    case locked, online, offline, focus, andMore, blocked, unasked

    /// The word in English.
    var english: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .sent: "pushes sent"
        case .accepted: "accepted"
        case .delivered: "delivered"
        case .shown: "shown"
        case .opened: "opened"
        case .linked: "links opened"
        case .uploaded: "events uploaded"
        case .stored: "events queryable"
        case .steps: "Steps"
        case .moreSteps: "more steps are not shown"
        case .atFirst: "At first"
        case .whenShown: "When shown"
        case .atLast: "At the end"
        case .afterwards: "Afterwards"
        case .expected: "expected"
        case .actual: "actual"
        case .payload: "payload"
        case .foldedSteps:
            "The page is large, so the drawing and steps of this passing test are left out; run "
                + "its file alone to see them."
        case .stepsAsText:
            "Because the page is large, {} passing tests are shown as text; run a file alone to "
                + "get its drawings."
        case .cutDrawing: "The drawing ends here; the steps continue."
        case .report: "pushsh report"
        case .session: "What happened on"
        case .whatFailed: "What failed"
        case .lastCommands: "the test's last commands"
        case .way: "The path of each push"
        case .line: "line"
        case .step: "step"
        case .cure: "Cure"
        case .more: "and {} more"
        case .moreInStack: "{} more in its stack"
        case .held: "{} waiting for the scheduled summary"
        case .locked: "locked"
        case .online: "online"
        case .offline: "offline"
        case .focus: "Focus"
        case .andMore: "and {} more, below"
        case .unasked: "Earlier pushes that are not explained: {}"
        case .blocked:
            "If a test below is only text, this server blocks the page's script: save the page "
                + "and open the file to see the drawing."
        }
    }

    /// The word in Japanese, as a support engineer would say it.
    var japanese: String {
        switch self {
        case .passed: "件成功"
        case .failed: "件失敗"
        case .skipped: "件スキップ"
        case .sent: "プッシュ送信"
        case .accepted: "受け付け"
        case .delivered: "到達"
        case .shown: "表示"
        case .opened: "開封"
        case .linked: "リンク遷移"
        case .uploaded: "イベントアップロード"
        case .stored: "イベントクエリ可能"
        case .steps: "手順"
        case .moreSteps: "件の手順は省略しました"
        case .atFirst: "最初"
        case .whenShown: "表示時"
        case .atLast: "最後"
        case .afterwards: "実行後"
        case .expected: "期待値"
        case .actual: "実際の値"
        case .payload: "ペイロード"
        case .foldedSteps: "ページが大きいため、成功したこのテストの図と手順は省略しました。"
        case .stepsAsText: "ページが大きいため、成功したテスト{}件は文字のみで示します。"
        case .cutDrawing: "図はここまでです。手順は続きます。"
        case .report: "pushsh レポート"
        case .session: "操作の記録:"
        case .whatFailed: "失敗したテスト"
        case .lastCommands: "テストの最後のコマンド"
        case .way: "各プッシュの経路"
        case .line: "行"
        case .step: "手順"
        case .cure: "対処"
        case .more: "他 {} 件"
        case .moreInStack: "同じスタックに他 {} 件"
        case .held: "{} 件が時刻指定要約を待っています"
        case .locked: "ロック中"
        case .online: "オンライン"
        case .offline: "オフライン"
        case .focus: "集中モード"
        case .andMore: "他 {} 件は下にあります"
        case .unasked: "説明を省略した以前のプッシュ: {} 件"
        case .blocked: "テストが文字だけの場合は、サーバーがスクリプトを禁止しています。図を見るにはページを保存して開いてください。"
        }
    }

    /// The English word; the page's script replaces it by the Japanese one.
    var markup: String { Self.both(english, japanese) }

    /// The word for a number of rows that the funnel counts.
    func markup(counting number: Int) -> String {
        let one: String? =
            switch self {
            case .sent: "push sent"
            case .linked: "link opened"
            case .uploaded: "event uploaded"
            case .stored: "event queryable"
            default: nil
            }
        return Self.both(number == 1 ? one ?? english : english, japanese)
    }

    /// The word with a number in place of `{}`.
    func markup(_ number: Int) -> String {
        Self.both(Self.fill(english, number), Self.fill(japanese, number))
    }

    /// The word before a number, as one element of these attributes.
    func labelled(_ number: Int, _ attributes: String) -> String {
        "<span \(attributes) data-ja=\"\(japanese) \(number)\">\(english) \(number)</span>"
    }

    /// The Japanese word as an attribute that the page's script finds on an element.
    var attribute: String { "data-ja=\"\(japanese)\"" }

    /// An English text, which is all that is shown without the page's script.
    static func both(_ english: String, _ japanese: String) -> String {
        "<span data-ja=\"\(japanese)\">\(english)</span>"
    }

    private static func fill(_ text: String, _ number: Int) -> String {
        text.split(separator: "{}", omittingEmptySubsequences: false)
            .joined(separator: String(number))
    }
}

extension TraceMark.Lane {
    /// The lane's name in Japanese, as a support engineer would say it.
    var japanese: String {
        switch self {
        case .sender: "送信側"
        case .gateway: "ゲートウェイ"
        case .device: "端末"
        case .serviceExtension: "拡張機能"
        case .app: "アプリ"
        case .queue: "キュー"
        case .upload: "送出"
        case .warehouse: "DWH"
        }
    }
}

extension PushNotification.Place {
    /// The place in Japanese, as a support engineer would say it.
    var japanese: String {
        switch self {
        case .banner: "バナー"
        case .list: "通知センター"
        case .lockScreen: "ロック画面"
        case .summary: "時刻指定要約"
        }
    }
}

extension App.RunState {
    /// A state's name in Japanese, as a support engineer would say it; other words are unchanged.
    static func japanese(_ name: String) -> String {
        switch App.RunState(rawValue: name) {
        case .uninstalled: "未インストール"
        case .notRunning: "未起動"
        case .foreground: "フォアグラウンド"
        case .background: "バックグラウンド"
        case .forceQuit: "強制終了"
        case nil: name
        }
    }
}
