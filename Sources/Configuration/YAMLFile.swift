/// From a file's bytes to what it says: YAML, with everything that is wrong in it.
package enum YAMLFile {
  /// Reads the one value of a document and gives it to `body`, or nil where the file has none; returns what that makes of it.
  ///
  /// Nil where the file cannot be read as YAML, which is thrown.
  ///
  /// - Throws: Everything that is wrong, what `body` has found included.
  package static func read<Value>(
    _ bytes: [UInt8], file: String, body: (YAMLNode?, ErrorList) -> Value
  ) throws(ConfigurationErrors) -> Value? {
    let errors = ErrorList(file: file)
    var value: Value?
    if bytes.count > ConfigurationFile.maximumBytes {
      errors.add(.start, "", "the file has more than \(ConfigurationFile.maximumBytes) bytes")
    } else {
      do throws(ConfigurationError) {
        var composer = try YAMLComposer(bytes, errors: errors)
        let root = try composer.document()
        value = body(root.flatMap { $0.isNull ? nil : $0 }, errors)
      } catch {
        errors.add(error)
      }
    }
    guard errors.errors.isEmpty else { throw ConfigurationErrors(errors.errors) }
    return value
  }
}
