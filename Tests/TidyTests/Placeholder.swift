import Testing

@Suite struct TidyPlaceholder {
    @Test func `the module builds`() {}
}
