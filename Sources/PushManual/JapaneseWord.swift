/// Japanese words that people look for, each with the English word of the help pages.
///
/// A topic is one of them as a whole; sentences are for `why`.
enum JapaneseWord {
    /// The English word for a topic; nil if none is known.
    static func translated(_ topic: String) -> String? {
        entries.first { $0.words.contains(topic) }?.english
    }

    /// Words as Apple's, Firebase's and NIFCLOUD's Japanese pages write them.
    ///
    /// A word stands in one entry only: the first that has it would hide the others.
    static let entries: [(words: [String], english: String)] = [
        (["画像", "イメージ", "リッチプッシュ"], "image"),
        (["通知", "プッシュ", "プッシュ通知"], "notification"),
        (["通知センター"], "notification center"), (["ペイロード"], "payload"),
        (["権限", "許可", "通知の許可"], "permission"), (["デバイストークン"], "device token"),
        (["登録トークン", "トークン"], "token"), (["イベント"], "event"),
        (["キュー", "送信待ち"], "queue"), (["アップロード", "送信"], "upload"),
        (["倉庫", "テーブル"], "table"), (["データベース"], "database"),
        (["ディープリンク", "リンク"], "link"), (["スキーム", "URLスキーム"], "scheme"),
        (["バッジ"], "badge"),
        (["サウンド", "音"], "sound"), (["バナー"], "banner"),
        (["集中モード", "おやすみモード"], "focus"), (["ロック画面", "ロック"], "lock"),
        (["低電力モード"], "low-power"), (["バックグラウンド"], "background"),
        (["フォアグラウンド"], "foreground"), (["強制終了"], "force-quit"),
        (["起動", "アプリ"], "launch"), (["サイレント", "サイレントプッシュ"], "silent"),
        (["届かない", "表示されない", "来ない", "原因"], "why"), (["設定"], "setting"),
        (["ネットワーク"], "network"), (["時刻", "時計"], "clock"), (["録画", "記録"], "record"),
        (["元に戻す", "取り消し"], "undo"), (["暗号化", "復号"], "encrypt"),
        (["タップ", "開封"], "tap"), (["開封率", "ファネル"], "funnel"), (["端末"], "device"),
        (["有効期限", "有効期間"], "expiration"), (["優先度"], "priority"),
        (["移行"], "migration"), (["証明書"], "certificate"), (["要約"], "summary"),
    ]
}
