/// What stands on the daemon's command line.
nonisolated struct MarqueedArguments: Equatable {
  var config: String?
  var backend = BackendChoice.auto
  var devices: [String] = []
  var driver: String?
  var seat = "seat0"
  var legacy = false
  var state: String?
  var rasterizer: String?
  var connectors: [String]?
  var wait = false
  var logLevel: LogLevel?
  var check = false
  var strict = false
  var replay: String?

  /// Takes an option and its value, which is empty for one that has none; throws what is wrong with it.
  mutating func take(_ option: MarqueedOption, _ value: String = "") throws(UsageError) {
    if option.valueName != nil, value.isEmpty {
      throw UsageError("--\(option.name) has an empty value: leave it out, or say what is meant.")
    }
    switch option {
    case .config: config = value
    case .backend: backend = try name(value, option)
    case .device: devices.append(value)
    case .driver: driver = value
    case .seat: seat = value
    case .legacy: legacy = true
    case .state: state = value
    case .rasterizer: rasterizer = value
    case .connectors: connectors = try connectors(value)
    case .wait: wait = true
    case .logLevel: logLevel = try name(value, option)
    case .check: check = true
    case .strict: strict = true
    case .replay: replay = value
    }
  }

  /// Throws if options do not go together.
  func validate() throws(UsageError) {
    if strict, !check { throw UsageError("--strict is an option of --check: give both.") }
  }

  private func name<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ option: MarqueedOption
  ) throws(UsageError) -> Value {
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(option.name) \"\(text)\": expected one of \(names).")
    }
    return value
  }

  private func connectors(_ text: String) throws(UsageError) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }), Set(names).count == names.count else {
      throw UsageError("--connectors \"\(text)\": expected different names with commas between, as HDMI-A-1,DP-1.")
    }
    return names
  }
}
