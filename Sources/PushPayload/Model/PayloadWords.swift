import PushText

/// The words at the top of a payload that apps, reports and the warehouse ask for.
///
/// They are found in one walk over the members, since each push is asked for them many times.
struct PayloadWords: Sendable {
    private(set) var campaignID: String?
    private(set) var messageID: String?
    private(set) var link: String?

    init(of root: JSON) {
        guard case .object(let members) = root else { return }
        var places = Places()
        // An element of an array would be copied to look at its key; one of a buffer is not.
        members.withUnsafeBufferPointer { members in
            for index in members.indices { places.note(members[index].key, at: index) }
        }
        campaignID = places.word(of: places.campaign, places.otherCampaign, in: members)
        messageID = places.word(of: places.message, places.otherMessage, in: members)
        link = places.word(of: places.deepLink, places.link, in: members)
    }

    /// The text of a string, or the spelling of a number; nil if it is empty, or neither.
    ///
    /// Senders write campaign and message IDs as numbers too, hence the lexeme: it keeps the digits
    /// as they were written, where a `Double` would lose those of a long ID.
    static func word(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let lexeme): lexeme
        default: nil
        }
    }

    /// The places of the members with the keys; of several with one key the last one counts.
    private struct Places {
        var campaign: Int?
        var otherCampaign: Int?
        var message: Int?
        var otherMessage: Int?
        var deepLink: Int?
        var link: Int?

        /// Keeps the place of a member with one of the keys; its length rules out most others.
        ///
        /// Of as many bytes, no other text is canonically equal to one in ASCII, so that a plain
        /// comparison is exact, and it is much faster.
        @inline(__always)
        mutating func note(_ key: String, at place: Int) {
            switch key.utf8.count {
            case 14 where key == "td_campaign_id": campaign = place
            case 14 where key == "gcm.message_id": otherMessage = place
            case 11 where key == "campaign_id": otherCampaign = place
            case 10 where key == "message_id": message = place
            case 8 where key == "deeplink": deepLink = place
            case 4 where key == "link": link = place
            default: break
            }
        }

        /// The word of one key, or else of another.
        func word(of place: Int?, _ other: Int?, in members: [JSON.Member]) -> String? {
            place.flatMap { PayloadWords.word(members[$0].value) }
                ?? other.flatMap { PayloadWords.word(members[$0].value) }
        }
    }
}
