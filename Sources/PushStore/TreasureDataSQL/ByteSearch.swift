import CSQLite
import PushText

extension UnsafeBufferPointer<UInt8> {
    /// Finds where bytes first occur at or after an index.
    ///
    /// An empty part is found at `start`. Nil if there is none.
    func firstOccurrence(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard start + part.count <= count else { return nil }
        guard let base = baseAddress, let needle = part.baseAddress, part.count > 0 else {
            return start
        }
        guard let found = csqlite_find(base + start, count - start, needle, part.count) else {
            return nil
        }
        return found - UnsafeRawPointer(base)
    }

    /// Finds where the bytes of a literal first occur at or after an index.
    func firstOccurrence(of part: StaticString, from start: Int = 0) -> Int? {
        firstOccurrence(
            of: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount),
            from: start)
    }

    /// Returns the position of the character that begins at an index, counted from 1.
    ///
    /// Counts code points, not letters as people see them, as Trino does.
    func characterPosition(at index: Int) -> Int64 {
        // Each byte except a continuation starts a character.
        Int64(self[..<index].count { $0 & 0xc0 != 0x80 }) + 1
    }

    /// Returns the index at which a character begins, counted from 1; nil behind the last one.
    func place(ofCharacter position: Int64) -> Int? {
        var left = position
        return indices.first { index in
            if self[index] & 0xc0 != 0x80 { left -= 1 }
            return left == 0
        }
    }
}

extension String {
    /// Returns the field with a number, counted from 1, between the delimiters; nil if there are
    /// fewer.
    ///
    /// An empty delimiter must not be passed.
    func field(_ index: Int64, by delimiter: String) -> String? {
        withBytes { bytes in
            delimiter.withBytes { delimiter in
                var start = 0
                var left = index
                while true {
                    let end = bytes.firstOccurrence(of: delimiter, from: start)
                    left -= 1
                    if left == 0 {
                        return String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
                    }
                    guard let end else { return nil }
                    start = end + delimiter.count
                }
            }
        }
    }

    /// Returns the position of an occurrence of a text in characters, from 1, as `strpos` does; 0
    /// if there are not as many.
    ///
    /// Occurrences may overlap.
    ///
    /// - Parameters:
    ///   - part: the text; an empty one is found at 1.
    ///   - instance: the number of the occurrence, from 1; a negative one counts from the end, and
    ///     0 finds none.
    /// - Returns: the position.
    func position(of part: String, instance: Int64) -> Int64 {
        guard !part.isEmpty else { return 1 }
        return withBytes { bytes in
            part.withBytes { part in
                guard let first = bytes.firstOccurrence(of: part) else { return 0 }
                let found = bytes.occurrences(
                    of: part, from: first, upTo: instance > 0 ? Int(instance) : .max)
                guard found.count >= instance.magnitude else { return 0 }
                let index = instance > 0 ? found.count - 1 : found.count + Int(instance)
                return bytes.characterPosition(at: found[index])
            }
        }
    }
}
