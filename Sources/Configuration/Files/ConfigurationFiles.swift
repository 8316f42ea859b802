package import ContentModel

extension ConfigurationFile {
  /// Reads and checks a file.
  ///
  /// - Throws: `ConfigurationFileError` if the file cannot be read, `ConfigurationErrors` if its content is wrong.
  package static func load(_ path: String) throws -> Configuration {
    try Configuration.parse(try read(path), file: path)
  }
}

/// The files of a configuration and of its includes, from the disk or from kept copies.
package final class ConfigurationFiles {
  /// The files that were read, by path.
  package private(set) var contents: [String: [UInt8]] = [:]
  /// Nil for files on the disk.
  private let kept: [String: [UInt8]]?

  /// - Parameter kept: copies by path; nil for the files on the disk.
  package init(kept: [String: [UInt8]]? = nil) { self.kept = kept }

  /// Reads a file as `ConfigurationFile.read` does.
  package func read(_ path: String) throws(ConfigurationFileError) -> [UInt8] {
    if let kept, kept[path] == nil { throw .missing(path: path) }
    let bytes = if let copy = kept?[path] { copy } else { try ConfigurationFile.read(path) }
    contents[path] = bytes
    return bytes
  }

  /// The tree of an included file; nil if an error was reported.
  func tree(_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> ValueNode? {
    do throws(ConfigurationFileError) {
      return ContentFile.tree(try read(path), errors: errors)
    } catch {
      throw UnreadableContentFile(reason: "\(error)")
    }
  }
}

/// Reads a file with one content: its kind and value, with or without the key `content` of a configuration.
package enum ContentFile {
  /// Reads and checks a file and the files that it includes.
  ///
  /// - Parameters:
  ///   - forMessage: whether the content is for a message. A playlist without a start then begins at the time of the message.
  ///   - zone: the zone of local times; nil for the machine's.
  /// - Throws: `ConfigurationFileError` if the file cannot be read, `ConfigurationErrors` if its content is wrong.
  package static func load(_ path: String, forMessage: Bool = false, zone: String? = nil) throws -> ContentDescription {
    let bytes = try ConfigurationFile.read(path)
    let errors = ErrorList(file: path)
    let context = ContentContext(
      forMessage ? .fileForMessage : .file, folder: MediaPath.folder(ofFile: path), chain: [MediaPath.fullPath(path)],
      tree: ConfigurationFiles().tree, zone: zone)
    let content = tree(bytes, errors: errors).flatMap {
      ContentReader(context: context).content(of: $0, errors: errors)
    }
    guard errors.errors.isEmpty, let content else { throw ConfigurationErrors(errors.errors) }
    return content
  }

  /// The tree of a file's bytes; nil if an error was reported.
  static func tree(_ bytes: [UInt8], errors: ErrorList) -> ValueNode? {
    do throws(ConfigurationError) {
      var composer = try YAMLComposer(bytes, errors: errors)
      if let root = try composer.document(), !root.isNull { return root }
      errors.add(.start, "", "the file is empty", expected: ContentReader.expected)
    } catch {
      errors.add(error)
    }
    return nil
  }
}
