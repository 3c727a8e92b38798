import Testing

@testable import PushModel

@Suite struct SplitMix64Tests {
    /// The first numbers of two seeds, as the author's C program prints them.
    @Test func `the sequence is that of the published algorithm`() {
        var zero = SplitMix64(seed: 0)
        #expect(
            [zero.next(), zero.next(), zero.next()] == [
                0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
            ])
        var other = SplitMix64(seed: 1_234_567)
        #expect(
            (1...5).map { _ in other.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func `a kept state goes on where it stopped`() {
        var generator = SplitMix64(seed: 42)
        _ = generator.next()
        var copy = SplitMix64(seed: generator.state)
        #expect(copy.next() == generator.next())
        #expect(copy == generator)
    }

    @Test func `bytes are the numbers, most significant first`() {
        var generator = SplitMix64(seed: 0)
        let bytes: [UInt8] = [0xE2, 0x20, 0xA8, 0x39, 0x7B, 0x1D, 0xCD, 0xAF, 0x6E]
        #expect(generator.bytes(9) == bytes)
        for count in 0...33 { #expect(generator.bytes(count).count == count) }
    }

    @Test func `a UUID is of version 4 and upper case`() {
        var generator = SplitMix64(seed: 0)
        #expect(generator.uuid() == "E220A839-7B1D-4DAF-AE78-9E6AA1B965F4")
        let shape = /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
        let uuids = (1...1000).map { _ in generator.uuid() }
        #expect(uuids.filter { $0.wholeMatch(of: shape) == nil } == [])
        #expect(Set(uuids).count == 1000)
    }
}
