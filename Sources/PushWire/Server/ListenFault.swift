import Glibc

/// The reason why a port cannot be opened, as a sentence.
public enum ListenFault: Error, Equatable, Sendable {
    /// No port of the address can be opened here.
    case address(String)
    /// That port cannot be opened; another one may be.
    case port(String)

    /// The sentence.
    public var message: String {
        switch self {
        case .address(let text), .port(let text): text
        }
    }

    /// Makes the fault of an error of the system.
    init(_ number: Int32) {
        self =
            switch number {
            case EADDRINUSE: .port("the port is in use")
            case EACCES, EPERM: .port("opening that port is not permitted")
            case EADDRNOTAVAIL: .address("this machine does not have the address")
            case EMFILE, ENFILE: .port("too many files are open")
            default: .port("system error \(number)")
            }
    }
}
