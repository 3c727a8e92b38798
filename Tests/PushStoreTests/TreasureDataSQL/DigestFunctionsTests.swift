import PushSimulation
import Testing

@testable import PushStore

/// `td_md5` borrows its digest; what it does with it is tested with one that can be read.
struct DigestFunctionsTests {
    /// Sixteen bytes: how many there were, and the first fifteen, zeros behind them.
    static let countAndStart: MD5Digest = { bytes, output in
        output.append(UInt8(truncatingIfNeeded: bytes.count))
        output.append(contentsOf: bytes.prefix(15))
        output.append(contentsOf: repeatElement(0, count: 15 - min(15, bytes.count)))
    }

    private var context: SQLContext {
        let context = SQLContext(now: documentedNow)
        context.md5 = Self.countAndStart
        return context
    }

    @Test(
        arguments: vectors(
            """
            td_md5('') -> '00000000000000000000000000000000'
            td_md5('abc') -> '03616263000000000000000000000000'
            td_md5('あ') -> '03e38182000000000000000000000000'
            td_md5(12) -> '02313200000000000000000000000000'
            td_md5(-1.5) -> '042d312e350000000000000000000000'
            td_md5(x'00ff') -> '0200ff00000000000000000000000000'
            td_md5('0123456789abcdefghij') -> '14303132333435363738396162636465'
            td_md5(NULL) -> NULL
            """))
    func `the bytes of a text are digested and written in hexadecimal`(_ vector: String) {
        expectVector(vector, in: context)
    }

    @Test func `one digest after another leaves nothing behind`() {
        let context = context
        for _ in 0..<3 {
            #expect(
                answer("td_md5('abc')", in: context) == "'03616263000000000000000000000000'")
        }
    }

    @Test func `without a digest the refusal says so`() {
        #expect(
            answer("td_md5('a')") == "error: td_md5: MD5 is not available in this session")
    }
}
