/// A query with all its clauses.
struct Query {
    var isRecursive = false
    var named: [NamedQuery] = []
    let body: Body
    var order: [SortItem] = []
    var offset: RowCount?
    var limit: Limit?
    let place: Int

    indirect enum Body {
        case select(Select)
        case values([Expression], place: Int)
        case table(QualifiedName, place: Int)
        case operation(SetOperation)
        case nested(Query)
    }
}

struct NamedQuery {
    let name: Name
    let columns: [Name]?
    let query: Query
}

/// A number of rows: a literal, or a parameter.
struct RowCount {
    let value: Int64?
    let place: Int
}

struct Limit {
    /// The number of rows; nil for `ALL`.
    let count: RowCount?
    let hasTies: Bool
    let isFetch: Bool
    let place: Int
}

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

enum SelectItem {
    case expression(Expression, alias: Name?)
    case all(of: Expression?, aliases: [Name], place: Int)
}

struct GroupBy {
    var isDistinct = false
    var isAuto = false
    var elements: [GroupingElement] = []
    let place: Int
}

enum GroupingElement {
    case simple([Expression], isOrdinal: Bool)
    case rollup([[Expression]])
    case cube([[Expression]])
    case sets([[Expression]])
}

/// A relation, as it follows FROM.
struct Relation {
    let kind: Kind
    let place: Int

    indirect enum Kind {
        case table(QualifiedName)
        case query(Query)
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

    enum Criteria {
        case none
        case on(Expression)
        case using([Name])
    }
}

/// A statement of any kind that is read.
enum Statement {
    case query(Query)
    case explain(Query)
    case validate(Query)
    case showTables(schema: QualifiedName?, like: String?, place: Int)
    case showSchemas(like: String?)
    case showColumns(QualifiedName, like: String?)
    case showCatalogs
    case showFunctions(like: String?)
    case insert(QualifiedName, columns: [Name]?, Query)
    case createTable(QualifiedName, columns: [Name]?, Query, isOptional: Bool)
    case defineTable(QualifiedName, [(name: Name, type: TypeName)], isOptional: Bool)
    case dropTable(QualifiedName, isOptional: Bool)
}
