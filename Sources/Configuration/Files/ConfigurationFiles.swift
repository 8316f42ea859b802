public import ContentModel

extension ConfigurationFile {
  /// Reads and checks a file.
  ///
  /// - Throws: `ConfigurationFileError` when it cannot be read, `ConfigurationErrors` when its content is wrong.
  public static func load(_ path: String) throws -> Configuration {
    try Configuration.parse(try read(path), file: path)
  }
}

/// Where the files of a configuration are read, with those that it includes: on the disk, or among those that were kept of it.
public final class ConfigurationFiles {
  /// What was read, by its path.
  public private(set) var contents: [String: [UInt8]] = [:]
  /// Nil where the disk is read.
  private let kept: [String: [UInt8]]?

  /// Those on the disk.
  public init() { kept = nil }

  /// Those that were kept, by their paths: the disk is not looked at.
  public init(kept: [String: [UInt8]]) { self.kept = kept }

  /// Reads one, as `ConfigurationFile.read` does.
  public func read(_ path: String) throws(ConfigurationFileError) -> [UInt8] {
    let bytes: [UInt8]
    if let kept {
      guard let found = kept[path] else { throw .missing(path: path) }
      bytes = found
    } else {
      bytes = try ConfigurationFile.read(path)
    }
    contents[path] = bytes
    return bytes
  }

  /// The tree of a file that contents include; nil after a report.
  func tree(_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> ValueNode? {
    do throws(ConfigurationFileError) {
      return ContentFile.tree(try read(path), errors: errors)
    } catch {
      throw UnreadableContentFile(reason: "\(error)")
    }
  }
}
