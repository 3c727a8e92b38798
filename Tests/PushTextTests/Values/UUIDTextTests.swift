import PushText
import Testing

/// 128 bits become a uuid of version 4, whatever they are.
@Suite struct UUIDTextTests {
    @Test func `version and variant take their bits`() {
        #expect(
            UUIDText.version4(0, 0, digits: Hex.upper) == "00000000-0000-4000-8000-000000000000")
        #expect(
            UUIDText.version4(.max, .max, digits: Hex.lower)
                == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    }

    @Test func `the other bits stay where they are`() {
        #expect(
            UUIDText.version4(0x0123_4567_89AB_CDEF, 0x8ABC_DEF0_1234_5678, digits: Hex.upper)
                == "01234567-89AB-4DEF-8ABC-DEF012345678")
    }
}
