import Testing

@testable import PushStore

struct ConditionalFunctionsTests {
    @Test(
        arguments: vectors(
            """
            if(1, 'yes', 'no') -> 'yes'
            if(0, 'yes', 'no') -> 'no'
            if(NULL, 'yes', 'no') -> 'no'
            if(0, 'yes') -> NULL
            if(0.5, 1, 2) -> 1
            if('2x', 1, 2) -> 1
            if('x', 1, 2) -> 2
            greatest(1, 3, 2) -> 3
            greatest(1, 2.5) -> 2.5
            greatest('a', 'b') -> 'b'
            greatest(1, NULL) -> NULL
            least(1, 3, 2) -> 1
            least('b', 'a') -> 'a'
            least(7) -> 7
            """))
    func `a value is chosen`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            try_cast('12', 'bigint') -> 12
            try_cast('12x', 'bigint') -> NULL
            try_cast(2.5, 'bigint') -> 3
            try_cast('2.5', 'bigint') -> NULL
            try_cast(3000000000, 'integer') -> NULL
            try_cast(300, 'TINYINT') -> NULL
            try_cast(1e300, 'bigint') -> NULL
            try_cast('2.5', 'double') -> 2.5
            try_cast('x', 'double') -> NULL
            try_cast(7, 'varchar') -> '7'
            try_cast('1.50', 'decimal(10,2)') -> 1.5
            try_cast('true', 'boolean') -> 1
            try_cast('f', 'boolean') -> 0
            try_cast('maybe', 'boolean') -> NULL
            try_cast('2018-08-14 10:00:00', 'date') -> '2018-08-14'
            try_cast('2018-08-14', 'timestamp') -> '2018-08-14 00:00:00.000'
            try_cast('soon', 'timestamp') -> NULL
            try_cast(NULL, 'bigint') -> NULL
            """))
    func `a value is cast or comes to nothing`(_ vector: String) { expectVector(vector) }

    @Test func `a type that is not one is refused`() {
        expectVector(
            "try_cast(1, 'uuid') -> error: try_cast: type 'uuid' is not one of bigint, integer, "
                + "smallint, tinyint, double, real, decimal, varchar, boolean, date, "
                + "timestamp, json"
        )
    }
}
