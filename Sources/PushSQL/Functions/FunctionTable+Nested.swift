extension FunctionTable {
    /// Functions of arrays; those that take a lambda are translated by `Translator+Lambda`.
    static let arrays: [TrinoFunction] = [
        scalar(
            "cardinality", "How many elements an array or map has.",
            "cardinality(array(E)) -> bigint", "cardinality(map(K, V)) -> bigint"),
        scalar(
            "element_at", "One element; NULL where there is none.",
            "element_at(array(E), bigint) -> E",
            "element_at(map(K, V), K) -> V | trino_element_at_map(%K, %V, $*)"),
        scalar(
            "contains", "Whether a value is in an array.",
            "contains(array(E), E) -> boolean | trino_contains(%E, $*)"),
        scalar(
            "array_position", "Where a value is in an array, from 1; 0 where it is not.",
            "array_position(array(E), E) -> bigint | trino_array_position(%E, $*)"),
        scalar(
            "array_remove", "The array without a value.",
            "array_remove(array(E), E) -> array(E) | trino_array_remove(%E, $*)"),
        scalar(
            "array_join", "The elements as one text; NULL ones are left out or replaced.",
            "array_join(array(E), varchar) -> varchar | trino_array_join(%E, $*)",
            "array_join(array(E), varchar, varchar) -> varchar | trino_array_join(%E, $*)"),
        scalar(
            "array_sort", "The array in order, NULL last.",
            "array_sort(array(E)) -> array(E) | trino_array_sort(%E, $*)"),
        scalar(
            "array_distinct", "The array without repetitions.",
            "array_distinct(array(E)) -> array(E) | trino_array_distinct(%E, $*)"),
        scalar(
            "array_max", "The largest element; NULL if any is NULL.",
            "array_max(array(E)) -> E | trino_array_max(%E, $*)"),
        scalar(
            "array_min", "The smallest element; NULL if any is NULL.",
            "array_min(array(E)) -> E | trino_array_min(%E, $*)"),
        scalar(
            "array_histogram", "How often each element occurs.",
            "array_histogram(array(E)) -> map(E, bigint) | trino_array_frequency(%E, $*)"),
        scalar(
            "array_first", "The first element.",
            "array_first(array(E)) -> E | trino_array_first(%E, $1)"),
        scalar(
            "array_last", "The last element.",
            "array_last(array(E)) -> E | trino_array_last(%E, $1)"),
        scalar(
            "array_frequency", "How often each element occurs.",
            "array_frequency(array(E)) -> map(E, integer) | trino_array_frequency(%E, $*)"),
        scalar(
            "arrays_overlap", "Whether two arrays have an element in common.",
            "arrays_overlap(array(E), array(E)) -> boolean | trino_arrays_overlap(%E, $*)"),
        scalar(
            "array_union", "The elements of two arrays, each once.",
            "array_union(array(E), array(E)) -> array(E) | trino_array_union(%E, $*)"),
        scalar(
            "array_intersect", "The elements that are in both arrays, each once.",
            "array_intersect(array(E), array(E)) -> array(E) | trino_array_intersect(%E, $*)"),
        scalar(
            "array_except", "The elements that are in the first array only, each once.",
            "array_except(array(E), array(E)) -> array(E) | trino_array_except(%E, $*)"),
        scalar(
            "contains_sequence", "Whether an array has another as a part.",
            "contains_sequence(array(E), array(E)) -> boolean | trino_contains_sequence(%E, $*)"),
        scalar(
            "dot_product", "The sum of the products of two arrays' elements.",
            "dot_product(array(double), array(double)) -> double"),
        scalar(
            "euclidean_distance", "How far two points are from each other.",
            "euclidean_distance(array(double), array(double)) -> double"),
        scalar(
            "cosine_similarity", "The cosine of the angle between two vectors.",
            "cosine_similarity(array(double), array(double)) -> double"),
        scalar(
            "cosine_distance", "One less the cosine of the angle between two vectors.",
            "cosine_distance(array(double), array(double)) -> double"),
        scalar(
            "slice", "A part of an array; a negative start counts from the end.",
            "slice(array(E), bigint, bigint) -> array(E)"),
        scalar(
            "trim_array", "The array without its last n elements.",
            "trim_array(array(E), bigint) -> array(E)"),
        scalar(
            "flatten", "An array of arrays as one.",
            "flatten(array(array(E))) -> array(E)"),
        scalar(
            "repeat", "An array of one value n times.",
            "repeat(E, bigint) -> array(E) | trino_repeat(%E, $*)"),
        scalar(
            "sequence", "The numbers, days or times from one to another.",
            "sequence(bigint, bigint) -> array(bigint)",
            "sequence(bigint, bigint, bigint) -> array(bigint)",
            "sequence(date, date) -> array(date) | trino_sequence_day('date', $1, $2, "
                + "CASE WHEN $2 < $1 THEN -86400000 ELSE 86400000 END)",
            "sequence(date, date, interval_day) -> array(date) | trino_sequence_day('date', $*)",
            "sequence(date, date, interval_year) -> array(date) | "
                + "trino_sequence_month('date', $*)",
            "sequence(timestamp, timestamp, interval_day) -> array(timestamp) | "
                + "trino_sequence_day('timestamp', $*)",
            "sequence(timestamp, timestamp, interval_year) -> array(timestamp) | "
                + "trino_sequence_month('timestamp', $*)"),
        scalar(
            "ngrams", "The parts of an array with n elements.",
            "ngrams(array(E), bigint) -> array(array(E))"),
        scalar(
            "combinations", "The ways to take n elements of an array.",
            "combinations(array(E), bigint) -> array(array(E))"),
        scalar(
            "zip", "Two to five arrays beside each other, as an array of rows.",
            "zip(array(A), array(B)) -> array(unknown)"),
        scalar(
            "transform", "An array with a function applied to each element.",
            "transform(array(T), T) -> array(T)"),
        scalar(
            "filter", "The elements for which a condition holds.",
            "filter(array(T), boolean) -> array(T)"),
        scalar(
            "reduce", "One value of all elements: reduce(a, start, (s, x) -> …, s -> …).",
            "reduce(array(T), S, S, R) -> R"),
        scalar(
            "any_match", "Whether a condition holds for any element.",
            "any_match(array(T), boolean) -> boolean"),
        scalar(
            "all_match", "Whether a condition holds for all elements.",
            "all_match(array(T), boolean) -> boolean"),
        scalar(
            "none_match", "Whether a condition holds for no element.",
            "none_match(array(T), boolean) -> boolean"),
        scalar(
            "zip_with", "Two arrays joined by a function: zip_with(a, b, (x, y) -> …).",
            "zip_with(array(A), array(B), C) -> array(C)"),
    ]

    /// Functions of maps.
    static let maps: [TrinoFunction] = [
        scalar(
            "map", "A map of keys and values.",
            "map(array(K), array(V)) -> map(K, V) | trino_map(%K, $*)",
            "map() -> map(unknown, unknown) | '[]'"),
        scalar(
            "map_from_entries", "A map of pairs.",
            "map_from_entries(array(row)) -> map(unknown, unknown)"),
        scalar(
            "multimap_from_entries", "A map of pairs, with all values of a key.",
            "multimap_from_entries(array(row)) -> map(unknown, unknown)"),
        scalar("map_entries", "The pairs of a map.", "map_entries(map(K, V)) -> array(unknown)"),
        scalar("map_keys", "The keys of a map.", "map_keys(map(K, V)) -> array(K)"),
        scalar("map_values", "The values of a map.", "map_values(map(K, V)) -> array(V)"),
        scalar(
            "map_concat", "Maps joined; of equal keys the last counts.",
            "map_concat(map(K, V), map(K, V)...) -> map(K, V) | trino_map_concat(%K, $*)"),
        scalar(
            "map_filter", "The entries for which a condition holds.",
            "map_filter(map(K, V), boolean) -> map(K, V)"),
        scalar(
            "map_zip_with", "Two maps joined by a function: map_zip_with(a, b, (k, x, y) -> …).",
            "map_zip_with(map(K, V), map(K, W), R) -> map(K, R)"),
        scalar(
            "transform_keys", "A map with a function applied to each key.",
            "transform_keys(map(K, V), R) -> map(R, V)"),
        scalar(
            "transform_values", "A map with a function applied to each value.",
            "transform_values(map(K, V), R) -> map(K, R)"),
    ]
}
