extension FuzzWindow {
    /// An aggregate over the frame.
    func over(_ aggregate: FuzzAggregate) -> FuzzTerm {
        FuzzTerm(sql: "\(aggregate.sql) OVER \(sql)", type: aggregate.type) { place in
            try aggregate.value(try frame(place))
        }
    }

    /// A number that the order of the partition gives a row.
    func ranked(_ name: String, buckets: Int = 1) -> FuzzTerm {
        let argument = name == "ntile" ? "\(buckets)" : ""
        let isShare = name == "percent_rank" || name == "cume_dist"
        let text = "\(name)(\(argument)) OVER \(sql)"
        return FuzzTerm(sql: text, type: isShare ? .double : .bigint) { place in
            let (rows, index, peers) = try view(place)
            switch name {
            case "row_number": return .int(Int64(index + 1))
            case "rank": return .int(Int64(peers.lowerBound + 1))
            case "dense_rank":
                var rank: Int64 = 1
                var position = 0
                while true {
                    let next = try view(rows[position]).peers.upperBound + 1
                    if next > index { return .int(rank) }
                    position = next
                    rank += 1
                }
            case "percent_rank":
                return .double(
                    rows.count == 1 ? 0 : Double(peers.lowerBound) / Double(rows.count - 1))
            case "cume_dist": return .double(Double(peers.upperBound + 1) / Double(rows.count))
            default:
                // The first buckets are one row larger.
                let (size, rest) = (rows.count / buckets, rows.count % buckets)
                let large = rest * (size + 1)
                let bucket =
                    index < large ? index / (size + 1) : rest + (index - large) / max(1, size)
                return .int(Int64(bucket + 1))
            }
        }
    }

    /// The value of a row so many places on, or back; a default beyond the partition.
    func shifted(
        _ name: String, _ term: FuzzTerm, by count: Int, otherwise: FuzzTerm?, skipsNulls: Bool
    ) -> FuzzTerm {
        let word = skipsNulls ? " IGNORE NULLS" : ""
        let last = otherwise.map { ", \($0.sql)" } ?? ""
        let text = "\(name)(\(term.sql), \(count)\(last))\(word) OVER \(sql)"
        return FuzzTerm(sql: text, type: term.type) { place in
            let (rows, index, _) = try view(place)
            var position = index
            var left = count
            while left > 0 {
                position += name == "lag" ? -1 : 1
                guard rows.indices.contains(position) else {
                    return try otherwise?.value(place) ?? .null
                }
                if skipsNulls, try term.value(rows[position]).isNull { continue }
                left -= 1
            }
            return try term.value(rows[position])
        }
    }

    /// The first, last or n-th value of the frame.
    func chosen(_ name: String, _ term: FuzzTerm, number: Int, skipsNulls: Bool) -> FuzzTerm {
        let word = skipsNulls ? " IGNORE NULLS" : ""
        let argument = name == "nth_value" ? ", \(number)" : ""
        let text = "\(name)(\(term.sql)\(argument))\(word) OVER \(sql)"
        return FuzzTerm(sql: text, type: term.type) { place in
            var values = try frame(place).map { try term.value($0) }
            if skipsNulls { values = values.filter { !$0.isNull } }
            switch name {
            case "first_value": return values.first ?? .null
            case "last_value": return values.last ?? .null
            default: return number <= values.count ? values[number - 1] : .null
            }
        }
    }
}
