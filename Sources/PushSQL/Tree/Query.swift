/// A query with all its clauses.
struct Query {
    var isRecursive = false
    var named: [NamedQuery] = []
    let body: Body
    var order: [SortItem] = []
    var offset: RowCount?
    var limit: Limit?
    let place: Int

    /// A query without the clauses at its end.
    indirect enum Body {
        case select(Select)
        case values([Expression], place: Int)
        case table(QualifiedName, place: Int)
        case operation(SetOperation)
        case nested(Query)
    }
}

/// A query of WITH; the columns are the names in parentheses behind its name.
struct NamedQuery {
    let name: Name
    let columns: [Name]?
    let query: Query
}

/// A number of rows: a literal, or a parameter.
///
/// The value of a parameter is nil: `BoundStatement` has replaced those that have one.
struct RowCount {
    let value: Int64?
    let place: Int
}

/// LIMIT or FETCH FIRST.
struct Limit {
    /// The number of rows; nil for `ALL`.
    let count: RowCount?
    /// Whether rows equal to the last one by ORDER BY are shown as well.
    let hasTies: Bool
    let isFetch: Bool
    let place: Int
}

/// UNION, EXCEPT or INTERSECT of two bodies; longer chains lean to the left.
struct SetOperation {
    enum Kind: String {
        case union = "UNION"
        case except = "EXCEPT"
        case intersect = "INTERSECT"
    }

    let kind: Kind
    let isAll: Bool
    /// Whether columns are matched by name.
    let isCorresponding: Bool
    let left: Query.Body
    let right: Query.Body
    let place: Int
}

/// `SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW …`.
struct Select {
    var isDistinct = false
    var items: [SelectItem] = []
    var from: Relation?
    var condition: Expression?
    var groupBy: GroupBy?
    var having: Expression?
    var windows: [(name: Name, window: Window)] = []
    let place: Int
}

/// An item of the select list; the star's expression is what precedes its point.
enum SelectItem {
    case expression(Expression, alias: Name?)
    case all(of: Expression?, aliases: [Name], place: Int)
}

/// GROUP BY; DISTINCT removes equal grouping sets, AUTO takes the keys from the select list.
struct GroupBy {
    var isDistinct = false
    var isAuto = false
    var elements: [GroupingElement] = []
    let place: Int
}

/// An element of GROUP BY; `()` is a simple one without expressions, and in any other one a whole
/// number is the position of a select item.
enum GroupingElement {
    case simple([Expression])
    case rollup([[Expression]])
    case cube([[Expression]])
    case sets([[Expression]])
}

/// A relation, as it follows FROM.
struct Relation {
    let kind: Kind
    let place: Int

    /// The forms of a relation; commas in FROM are cross joins.
    indirect enum Kind {
        case table(QualifiedName)
        case query(Query)
        /// A query that may name the columns to its left.
        case lateral(Query)
        case unnest([Expression], hasOrdinality: Bool)
        case aliased(Relation, Name, [Name]?)
        case sampled(Relation, percentage: Expression)
        case join(Join, Relation, Relation, Criteria)
    }

    enum Join {
        case cross
        case inner
        case left
        case right
        case full
    }

    /// The condition of a join: none for a cross join.
    enum Criteria {
        case none
        case on(Expression)
        case using([Name])
    }
}

/// A statement of any kind that is read.
///
/// `isOptional` is IF EXISTS or IF NOT EXISTS.
enum Statement {
    case query(Query)
    /// EXPLAIN; the place is that of the statement in it.
    indirect case explain(Statement, Explanation, place: Int)
    case showTables(schema: QualifiedName?, like: NamePattern?, place: Int)
    case showSchemas(catalog: Name?, like: NamePattern?, place: Int)
    case showColumns(QualifiedName, like: NamePattern?)
    case showCatalogs(like: NamePattern?)
    case showFunctions(schema: QualifiedName?, like: NamePattern?, place: Int)
    case showCreateTable(QualifiedName)
    case insert(QualifiedName, columns: [Name]?, Query, place: Int)
    case createTable(QualifiedName, columns: [Name]?, Query, isOptional: Bool)
    case defineTable(QualifiedName, [TableElement], isOptional: Bool)
    case dropTable(QualifiedName, isOptional: Bool)
    /// DROP VIEW, or that of a materialized view; there are none.
    case dropView(QualifiedName, isMaterialized: Bool, isOptional: Bool, place: Int)
    case renameTable(QualifiedName, to: QualifiedName, isOptional: Bool, place: Int)
    case createSchema(QualifiedName, isOptional: Bool, place: Int)
    case dropSchema(QualifiedName, isOptional: Bool, place: Int)
}

/// The question of EXPLAIN about a statement.
enum Explanation {
    /// The text that SQLite gets: EXPLAIN without TYPE, and the plans that people read.
    case text
    /// Whether it is valid: TYPE VALIDATE.
    case validity
    /// The tables that it reads and fills: TYPE IO.
    case tables
    /// The work of SQLite when it ran: ANALYZE.
    case run(isVerbose: Bool)
}

/// A part of CREATE TABLE's list in parentheses.
enum TableElement {
    case column(Name, TypeName, isNotNull: Bool)
    /// The columns of another table.
    case like(QualifiedName)
}
