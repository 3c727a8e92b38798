import PushModel

/// Collects the names of columns.
private struct ColumnNames: FieldVisitor {
    var names: [String] = []

    private mutating func add(_ column: StaticString) { names.append(column.description) }

    mutating func field(_ column: StaticString, _ value: inout Int64) { add(column) }
    mutating func field(_ column: StaticString, _ value: inout Int64?) { add(column) }
    mutating func field(_ column: StaticString, _ value: inout String) { add(column) }
    mutating func field(_ column: StaticString, _ value: inout String?) { add(column) }
}

/// Binds each field as the next parameter of a statement.
struct FieldBinder: FieldVisitor {
    let statement: Statement

    mutating func field(_ column: StaticString, _ value: inout Int64) { statement.bind(value) }
    mutating func field(_ column: StaticString, _ value: inout Int64?) { statement.bind(value) }
    mutating func field(_ column: StaticString, _ value: inout String) { statement.bind(value) }
    mutating func field(_ column: StaticString, _ value: inout String?) { statement.bind(value) }
}

/// Reads each field from the next column of a statement's row.
struct FieldReader: FieldVisitor {
    let statement: Statement
    /// The first case that this version does not know, or number that no pushsh writes.
    private(set) var fault: StoreError?
    private var column: Int32 = 0

    init(_ statement: Statement) { self.statement = statement }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }

    mutating func field(_ column: StaticString, _ value: inout Int64) {
        do throws(StoreError) { value = try statement.number(next()) } catch {
            fault = fault ?? error
        }
    }

    mutating func field(_ column: StaticString, _ value: inout Int64?) {
        do throws(StoreError) { value = try statement.numberOrNil(next()) } catch {
            fault = fault ?? error
        }
    }

    mutating func field(_ column: StaticString, _ value: inout String) {
        value = statement.text(next())
    }

    mutating func field(_ column: StaticString, _ value: inout String?) {
        value = statement.textOrNil(next())
    }

    mutating func repeated(_ column: StaticString, _ value: inout String?) {
        value = statement.repeatedText(next())
    }

    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value, of what: StaticString
    ) {
        let name = statement.text(next())
        if let known = Value(rawValue: name) {
            value = known
        } else {
            fault = fault ?? .unknown(what.description, name)
        }
    }

    /// A name that this version does not know reads as none, and stays in the table.
    mutating func name<Value: RawRepresentable<String>>(
        _ column: StaticString, _ value: inout Value?, of what: StaticString
    ) {
        value = statement.textOrNil(next()).flatMap(Value.init)
    }
}

extension StoredRow {
    /// Returns the row that a visitor makes of one without content.
    static func made(by fields: inout some FieldVisitor) -> Self {
        var row = blank
        row.visit(&fields)
        return row
    }

    /// Shows each field to a visitor that only takes the values.
    consuming func show(to fields: inout some FieldVisitor) { visit(&fields) }

    /// The columns in the order of `visit`, as a statement lists them.
    static var columns: [String] {
        var names = ColumnNames()
        _ = made(by: &names)
        return names.names
    }

    /// Reads the row of a statement made by `select`.
    ///
    /// - Throws: `.unknown` for a row with a case of a later version, which stays as it is, and
    ///   `.damaged` for a number that no pushsh writes.
    static func read(_ statement: Statement) throws(StoreError) -> Self {
        var fields = FieldReader(statement)
        let row = made(by: &fields)
        if let fault = fields.fault { throw fault }
        return row
    }

    /// The text of a selection of the columns; `rest` begins with `FROM`.
    static func selection(_ rest: String) -> String {
        "SELECT \(columns.joined(separator: ", ")) \(rest)"
    }

    /// The text that inserts a row, into columns that it does not list and then into its own.
    static func insertion(besides others: [String]) -> String {
        let all = others + columns
        let places = Array(repeating: "?", count: all.count).joined(separator: ", ")
        return "INSERT INTO \(tableName)(\(all.joined(separator: ", "))) VALUES(\(places))"
    }

    /// Binds the fields as the next parameters of a statement made by `insert`.
    func bind(to statement: Statement) -> Statement {
        var fields = FieldBinder(statement: statement)
        show(to: &fields)
        return statement
    }
}

extension Connection {
    /// Returns the statement that selects rows, prepared once; `rest` begins with `FROM`.
    func select<Row: StoredRow>(
        _ row: Row.Type, _ rest: StaticString
    ) throws(StoreError) -> Statement {
        try statement(rest, of: row) { Row.selection(rest.description) }
    }

    /// Returns the statement that inserts a row, prepared once.
    ///
    /// The values of the columns that the row does not list are bound first.
    func insert<Row: StoredRow>(
        _ row: Row.Type, besides others: [String] = []
    ) throws(StoreError) -> Statement {
        try statement(Row.tableName, of: row) { Row.insertion(besides: others) }
    }
}
