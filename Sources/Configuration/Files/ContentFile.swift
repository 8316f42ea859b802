public import ContentModel
internal import DisplayTypes

/// Reads a file that has one content: its kind and its value, with or without the `content:` that they stand behind in a configuration.
public enum ContentFile {
  /// Reads and checks a file, and the files that it includes.
  ///
  /// - Parameter forMessage: Whether it is read for a message: then a playlist that is repeated some times need not say its start, since
  ///   that is the message's.
  /// - Throws: `ConfigurationFileError` when it cannot be read, `ConfigurationErrors` when its content is wrong.
  public static func load(_ path: String, forMessage: Bool = false) throws -> ContentDescription {
    let bytes = try ConfigurationFile.read(path)
    let errors = ErrorList(file: path)
    let context = ContentContext(
      forMessage ? .fileForMessage : .file, folder: MediaPath.folder(ofFile: path), chain: [MediaPath.fullPath(path)],
      tree: ConfigurationFiles().tree)
    let content = content(bytes, errors: errors, context: context)
    guard errors.errors.isEmpty, let content else { throw ConfigurationErrors(errors.errors) }
    return content
  }

  /// The content of a file's bytes; nil after a report.
  static func content(_ bytes: [UInt8], errors: ErrorList, context: ContentContext) -> ContentDescription? {
    guard let root = tree(bytes, errors: errors) else { return nil }
    return ContentReader(context: context).content(of: root, errors: errors)
  }

  /// The tree of a file's bytes; nil after a report.
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
