import Testing

@Suite struct ProcessPlaceholder {
    @Test func `the module builds`() {}
}
