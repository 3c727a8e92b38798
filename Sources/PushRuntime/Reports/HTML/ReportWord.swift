/// The page's own words, in English and Japanese; one is shown at a time.
enum ReportWord: CaseIterable {
    case passed, failed, skipped, sent, accepted, delivered, shown, opened, linked, uploaded, stored
    case steps, moreSteps, atFirst, afterwards, expected, actual, payload, cutDrawing, foldedSteps

    /// The word as an American engineer would say it.
    var english: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .sent: "sent"
        case .accepted: "accepted"
        case .delivered: "delivered"
        case .shown: "shown"
        case .opened: "opened"
        case .linked: "linked"
        case .uploaded: "uploaded"
        case .stored: "queryable"
        case .steps: "Steps"
        case .moreSteps: "more steps are not shown"
        case .atFirst: "At first"
        case .afterwards: "Afterwards"
        case .expected: "expected"
        case .actual: "actual"
        case .payload: "payload"
        case .foldedSteps:
            "The page is large, so the steps of this passing test are left out; "
                + "run its file alone to see them."
        case .cutDrawing: "The drawing ends here; the steps go on."
        }
    }

    /// The word as a Japanese support engineer would say it.
    var japanese: String {
        switch self {
        case .passed: "件成功"
        case .failed: "件失敗"
        case .skipped: "件スキップ"
        case .sent: "送信"
        case .accepted: "受理"
        case .delivered: "配信"
        case .shown: "表示"
        case .opened: "開封"
        case .linked: "リンク遷移"
        case .uploaded: "アップロード"
        case .stored: "クエリ可能"
        case .steps: "手順"
        case .moreSteps: "件の手順は省略しました"
        case .atFirst: "最初"
        case .afterwards: "実行後"
        case .expected: "期待値"
        case .actual: "実際の値"
        case .payload: "ペイロード"
        case .foldedSteps: "ページが大きいため、成功したこのテストの手順は省略しました。"
        case .cutDrawing: "図はここまでです。手順は続きます。"
        }
    }

    /// Both words, of which the page's styles show one.
    var markup: String {
        "<span class=\"en\">\(english)</span><span class=\"ja\" lang=\"ja\">\(japanese)</span>"
    }
}
