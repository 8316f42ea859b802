public import DisplayTypes

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
        root, path: "", errors: errors, keys: ContentReader.kinds + ["content"], expected: ContentReader.expected)
      guard let section else { return nil }
      let reader = ContentReader(context: context)
      guard let entry = section.entry("content") else { return reader.content(in: section, at: place) }
      guard section.entries.count == 1 else {
        errors.add(entry.mark, "content", "there is more beside it", expected: ContentReader.expected)
        return nil
      }
      // As it stands in a configuration.
      return section.section("content", keys: ContentReader.kinds, expected: ContentReader.expected)
        .flatMap { reader.content(in: $0, at: place) }
    } catch {
      errors.add(error)
      return nil
    }
  }
}
