import PushHost

/// The program: hands its arguments to the host, which is a library so that tests can import it.
@main struct Main {
    static func main() {
        PushshProcess.main(Array(CommandLine.arguments.dropFirst()))
    }
}
