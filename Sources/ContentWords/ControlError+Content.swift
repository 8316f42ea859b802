import Configuration
import ControlProtocol

extension ControlError {
  /// What is wrong with a content, as a request is answered.
  init(_ error: ConfigurationError) {
    // Messages count `items.3`, the file `items[3]`.
    let parameter = String(error.keyPath.filter { $0 != "]" }.map { $0 == "[" ? "." : $0 })
    let hint = error.hint.isEmpty ? "" : "; \(error.hint)"
    switch error.fault {
    case .parameter: self = .invalidParameter(parameter: parameter)
    case .missing(let key): self = .invalidParameter(parameter: "\(parameter).\(key)")
    case .tooLong(let length, let limit): self = .textTooLong(length: length, limit: limit)
    case .value(let value) where !error.expected.isEmpty:
      self = .invalidValue(parameter: parameter, value: value, expected: error.expected + hint)
    case .value, .other:
      let expected = error.expected.isEmpty ? "" : "; expected \(error.expected)"
      self = .failed(message: "\(parameter): \(error.problem)\(expected)\(hint).")
    }
  }
}
