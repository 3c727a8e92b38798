import PushText

@testable import PushSimulation

extension App {
    /// The app's document of a kind, read back from its text.
    func document(_ kind: String) -> JSON {
        var text = ByteWriter(capacity: 512)
        write(kind, into: &text)
        return (try? JSONParser.parse(Array(text.bytes))) ?? .null
    }

    var nowJSON: JSON { document("app-now") }
}

extension Surroundings {
    var nowJSON: JSON {
        var text = ByteWriter(capacity: 512)
        writeNow(into: &text)
        return (try? JSONParser.parse(Array(text.bytes))) ?? .null
    }
}
