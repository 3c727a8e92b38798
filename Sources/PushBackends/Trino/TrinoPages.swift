import PushModel
import PushSQL
import PushText

/// The rows that a query found, as pieces of JSON in a file: a page is sent as it is.
public struct TrinoPages: Equatable, Sendable {
    /// A page: rows separated by commas, followed by the end of an answer.
    struct Page: Equatable, Sendable {
        /// The page, if it was written for one answer.
        var bytes: [UInt8] = []
        /// The page, if a query wrote it.
        var file: ServiceFile?
    }

    var pages: [Page]
    /// The columns; nil if a statement has no rows, which it reports with a row of its own.
    var columns: [QueryColumn]?
    /// The kind of change that a statement made, as the protocol's `updateType` names it.
    var updateType: String?
    var updateCount: Int?
    /// The number of rows.
    public var count: Int
    /// Sentences that clients show beside the rows.
    var warnings: [String] = []

    /// The size of the file in bytes.
    var size: Int { pages.reduce(0) { $0 + ($1.file?.count ?? $1.bytes.count) } }

    /// Returns rows that are known without a query; without columns, the one row of a statement
    /// that has none.
    static func known(
        _ columns: [QueryColumn]?, rows: [[Cell]] = [], updateType: String? = nil
    ) -> TrinoPages {
        let rows = columns == nil ? [[Cell.boolean(true)]] : rows
        var bytes: [UInt8] = []
        for row in rows { TrinoPageSpool.write(row, isFirst: bytes.isEmpty, to: &bytes) }
        bytes.append(contentsOf: TrinoPageSpool.pageEnd)
        return TrinoPages(
            pages: rows.isEmpty ? [] : [Page(bytes: bytes)], columns: columns,
            updateType: updateType, updateCount: nil, count: rows.count)
    }
}

/// Receives the rows of a query and writes them as pages.
public final class TrinoPageSpool {
    /// The size after which a page ends: clients hold one in memory at a time.
    static let pageSize = 1 << 20
    /// The number of rows after which it ends.
    static let pageRows = 10_000

    private let spool: ResultSpool
    private var columns: [QueryColumn]?
    /// The offsets at which the pages end.
    private var ends: [Int] = []
    private var place = 0
    private var pageStart = 0
    private var rows = 0
    private var count = 0
    private var updateType: String?
    private var updateCount: Int?
    /// Sentences that clients show beside the rows.
    public var warnings: [String] = []
    /// The reason why rows could not be kept, if that happened.
    public private(set) var failure: Fault?

    /// Makes a file without a name.
    public init(in arena: ResultArena? = nil) throws(Fault) {
        spool = try ResultSpool(in: arena)
    }

    /// Receives the columns.
    public func begin(_ columns: [QueryColumn]) { self.columns = columns }

    /// Receives a statement's change.
    public func change(_ kind: String, count: Int?) {
        updateType = kind
        updateCount = count
    }

    /// Keeps a row whose values have the form of results; false if it cannot be kept.
    public func append(_ row: [Cell]) -> Bool {
        var bytes: [UInt8] = []
        Self.write(row, isFirst: rows == 0, to: &bytes)
        rows += 1
        count += 1
        do throws(Fault) {
            try put(bytes)
            if place - pageStart >= Self.pageSize || rows == Self.pageRows { try endPage() }
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Writes a row, with a comma before it unless it is the first of its page.
    static func write(_ row: [Cell], isFirst: Bool, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(Ascii.comma) }
        bytes.append(UInt8(ascii: "["))
        for (index, cell) in row.enumerated() {
            if index > 0 { bytes.append(Ascii.comma) }
            write(cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func write(_ cell: Cell, to bytes: inout [UInt8]) {
        switch cell {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .real(let value): JSON.result(value).write(to: &bytes)
        case .text(let text): JSON.string(text).write(to: &bytes)
        case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .json(let text): bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            bytes.append(Ascii.quote)
            Base64.plain.append(blob, to: &bytes)
            bytes.append(Ascii.quote)
        }
    }

    private func put(_ bytes: [UInt8]) throws(Fault) {
        try spool.append(bytes)
        place += bytes.count
    }

    /// The bytes that follow the rows of an answer.
    static let pageEnd = Array("]}".utf8)

    private func endPage() throws(Fault) {
        try put(Self.pageEnd)
        ends.append(place)
        pageStart = place
        rows = 0
    }

    /// Ends the last page and returns the pages that were kept.
    public func finish() throws(Fault) -> TrinoPages {
        if let failure { throw failure }
        if rows > 0 { try endPage() }
        if columns == nil { return noRows }
        let file = try spool.finish()
        var start = 0
        var pages: [TrinoPages.Page] = []
        for end in ends {
            let part = ServiceFile(file.storage, offset: file.offset + start, count: end - start)
            pages.append(.init(file: part))
            start = end
        }
        return TrinoPages(
            pages: pages, columns: columns, updateType: updateType, updateCount: updateCount,
            count: count, warnings: warnings)
    }
}

extension TrinoPageSpool {
    /// The answer to a statement without rows.
    private var noRows: TrinoPages {
        var pages = TrinoPages.known(nil, updateType: updateType)
        pages.updateCount = updateCount
        pages.warnings = warnings
        return pages
    }
}
