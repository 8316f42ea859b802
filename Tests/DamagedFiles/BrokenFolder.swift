/// A folder full of broken files, and the playlist that shows each of them.
public struct BrokenFolder: Sendable {
  /// A file of the folder.
  public struct Entry: Sendable {
    /// Its name in the folder.
    public let name: String
    /// The contents of the file.
    public let file: BrokenFile
  }

  /// The broken files.
  public let entries: [Entry]
  /// The name of a good picture beside the broken files.
  public static let goodName = "good.svg"

  /// Names the files by their places.
  public init(_ files: [BrokenFile]) {
    entries = files.enumerated().map { number, file in
      Entry(name: "\(number).\(file.isDocument ? "pdf" : "picture")", file: file)
    }
  }

  /// How long the good picture stays after a file that takes all the time that it is given.
  public static let secondsAfterEndless = 20

  /// Items of a playlist in one line of YAML: the broken files, with the good file after every tenth.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files, without a slash at its end.
  ///   - places: The range of the files.
  public func items(in folder: String, _ places: Range<Int>) -> String {
    let items = entries[places].enumerated().map { number, entry in
      let kind = entry.file.isDocument ? "deck" : "image"
      let item = "{ \(kind): { file: \"\(folder)/\(entry.name)\" } }"
      if BrokenFile.endless.contains(entry.file.name) {
        return item + ", \(Self.good(in: folder).dropLast(2)), duration: \(Self.secondsAfterEndless)s }"
      }
      return number % 10 == 9 ? item + ", \(Self.good(in: folder))" : item
    }
    return "[\(items.joined(separator: ", "))]"
  }

  /// The item that shows the good picture.
  public static func good(in folder: String) -> String {
    "{ image: { file: \"\(folder)/\(goodName)\", fit: stretch } }"
  }
}
