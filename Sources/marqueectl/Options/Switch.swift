import ArgumentParser

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off

  var isOn: Bool {
    switch self {
    case .on: true
    case .off: false
    }
  }
}
