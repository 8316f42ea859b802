public import DisplayTypes

/// Reads a file that has one content: its kind and its value, as they stand behind `content:` in a configuration.
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
      forMessage ? .fileForMessage : .file, folder: MediaPath.folder(ofFile: path), chain: [MediaPath.fullPath(path)])
    let content = content(bytes, errors: errors, context: context, at: ContentPlace())
    guard errors.errors.isEmpty, let content else { throw ConfigurationErrors(errors.errors) }
    return content
  }

  /// The content of a file's bytes; nil after a report.
  static func content(
    _ bytes: [UInt8], errors: ErrorList, context: ContentContext, at place: ContentPlace
  ) -> ContentDescription? {
    do throws(ConfigurationError) {
      var composer = try YAMLComposer(bytes, errors: errors)
      guard let root = try composer.document(), !root.isNull else {
        errors.add(.start, "", "the file is empty", expected: ContentReader.expected)
        return nil
      }
      let section = ConfigurationSection(
        root, path: "", errors: errors, keys: ContentReader.kinds, expected: ContentReader.expected)
      return section.flatMap { ContentReader(context: context).content(in: $0, at: place) }
    } catch {
      errors.add(error)
      return nil
    }
  }
}
