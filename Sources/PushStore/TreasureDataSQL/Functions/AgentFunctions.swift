import PushModel

/// Treasure Data's function over User-Agent headers.
enum AgentFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "td_parse_agent", 1...1,
            "td_parse_agent(header): os, vendor, os_version, name, category, version as JSON."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0) else { return .null }
            return .text(call.context.agents.value(for: text) { UserAgent(text).json })
        }
    ]
}
