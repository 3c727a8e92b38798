/// Something that every file of the repository keeps, checked file by file.
protocol Rule: Sendable {
    func findings(in file: TidyFile) -> [Finding]
}

/// The rules, in the order in which a person would mend what they find.
let rules: [any Rule] = [
    ImportTable(), PureCore(), TypeNames(), PortSize(), FunctionLength(), FileLength(),
    LineLength(),
    ForcedUnwrap(), BareFatalError(), CommentMarkers(), WeaselWords(), NegatedNouns(),
    LeadingComment(), LineEndings(), MachinePaths(),
]
