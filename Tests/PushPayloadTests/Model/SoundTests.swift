import PushText
import Testing

@testable import PushPayload

@Suite struct SoundTests {
    static let full: JSON = ["critical": 1, "name": "a.caf", "volume": 0.5]
    static let tooLoud: JSON = ["critical": 0, "name": "a.caf", "volume": 1.5]

    static let rows: [(JSON, Sound?)] = [
        (.string("default"), Sound(name: "default")), (.string(""), Sound?.none),
        (.int(1), Sound?.none), (.null, Sound?.none),
        (full, Sound(name: "a.caf", critical: true, volume: 0.5)),
        (JSON.object([.init(key: "critical", value: true)]), Sound(name: nil, critical: true)),
        (tooLoud, Sound(name: "a.caf")), (JSON.object([]), Sound?.none),
    ]

    @Test(arguments: rows)
    func `a sound is a name, an object or silence`(_ json: JSON, _ sound: Sound?) {
        #expect(Sound(json) == sound)
    }
}
