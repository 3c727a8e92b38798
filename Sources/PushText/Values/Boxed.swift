/// A large part of a value that seldom changes: it lies outside of the value, which stays small.
///
/// A value is moved, byte by byte, wherever Swift cannot prove that reading it in place is safe, so
/// a wide one costs time even where nothing of it is copied. Copies share the part until one of
/// them changes it; a change makes a new one, so what changes often belongs into the value itself.
public struct Boxed<Part: Equatable & Sendable>: Equatable, Sendable {
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let part: Part

        @inlinable
        init(_ part: Part) { self.part = part }
    }

    @usableFromInline var box: Box

    /// Puts a part aside.
    @inlinable
    public init(_ part: Part) { box = Box(part) }

    /// The part; reading one field of it does not copy the others.
    @inlinable public var part: Part {
        _read { yield box.part }
        _modify {
            var changed = box.part
            // A change that throws has happened all the same, as it has to a stored property.
            defer { box = Box(changed) }
            yield &changed
        }
    }

    /// Shared parts are equal without a look at them.
    @inlinable
    public static func == (left: Boxed, right: Boxed) -> Bool {
        left.box === right.box || left.box.part == right.box.part
    }
}
