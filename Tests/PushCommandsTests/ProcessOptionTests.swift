import PushText
import Testing

@testable import PushCommands

@Suite struct ProcessOptionTests {
    @Test func `names and letters are unique`() {
        let names = ProcessOption.all.map(\.spec.name)
        let letters = ProcessOption.all.compactMap(\.letter)
        #expect(names.count == Set(names).count)
        #expect(letters.count == Set(letters).count)
    }

    @Test func `a summary is one sentence that fits a line`() {
        let odd = ProcessOption.all.filter { option in
            !option.spec.summary.hasSuffix(".") || DisplayWidth.of(option.spec.summary) > 79
        }
        #expect(odd.map(\.spec.name) == [])
    }

    @Test func `a value has a placeholder and says what it must be`() {
        let odd = ProcessOption.all.filter { option in
            let isFlag = option.value == .none
            return option.spec.placeholder.isEmpty != isFlag || option.spec.wants.isEmpty != isFlag
        }
        #expect(odd.map(\.spec.name) == [])
    }

    @Test func `options exclude each other both ways`() {
        for option in ProcessOption.all {
            for name in option.excludes {
                let other = ProcessOption.all.first { $0.spec.name == name }
                #expect(other?.excludes.contains(option.spec.name) == true)
            }
        }
    }

    @Test func `forms show letter, name and value`() {
        let forms = Dictionary(
            uniqueKeysWithValues: ProcessOption.all.map { ($0.spec.name, $0.forms) })
        #expect(forms["file"] == "-f FILE, --file FILE")
        #expect(forms["interactive"] == "-i, --interactive")
        #expect(forms["bless"] == "--bless[=check]")
        #expect(forms["jobs"] == "--jobs N")
        #expect(forms["check"] == "--check")
    }
}
