public import ContentModel
internal import DisplayTypes
internal import Glibc
internal import Rasterizing

/// Finds files and folders that cannot be shown, by their state and their first bytes.
///
/// A value for any thread: a disk may be slow. It opens at most `mostFiles` files. A picture that is damaged behind its first bytes is
/// found when it is shown.
public nonisolated struct MediaInspection {
  /// How many files are opened; further ones are not looked at.
  public static let mostFiles = 2_000
  /// How many pictures of a folder are opened.
  static let mostFilesOfFolder = 100
  /// How many names of a folder are read.
  private static let mostNames = 5_000

  /// What was found of one file or folder.
  public enum Finding: Hashable, Sendable {
    /// Nothing is wrong.
    case fine
    /// It cannot be shown: the reason with its path, as a sentence.
    case trouble(String)
    /// It was not looked at: too many files were before it.
    case skipped
  }

  private let files: MediaFileSystem
  private let limit: Int
  private var opened = 0
  private var known: [MediaReference: Finding] = [:]

  /// Makes an inspection that has looked at nothing yet.
  ///
  /// - Parameters:
  ///   - user: who runs this program, for messages; nil asks the system.
  ///   - limit: another bound than the usual one, for tests.
  public init(user: String? = nil, limit: Int = MediaInspection.mostFiles) {
    files = MediaFileSystem(user: user ?? MediaFileSystem.currentUser)
    self.limit = limit
  }

  /// Looks at a file or a folder; what was looked at before is not read again.
  public mutating func finding(of reference: MediaReference) -> Finding {
    if let finding = known[reference] { return finding }
    var finding: Finding
    do throws(MediaTrouble) {
      switch reference.kind {
      case .picture: finding = try file(reference.path, isPages: false)
      case .pages: finding = try file(reference.path, isPages: true)
      case .folder: finding = try folder(reference.path)
      }
    } catch {
      finding = .trouble("\(error)")
    }
    if case .trouble(let reason) = finding { finding = .trouble(Quoting.whole(reason)) }
    known[reference] = finding
    return finding
  }

  private mutating func file(_ path: String, isPages: Bool) throws(MediaTrouble) -> Finding {
    guard opened < limit else { return .skipped }
    opened += 1
    let format = FileFormat(try files.beginning(of: path))
    switch format {
    case .pdf: return isPages ? .fine : .trouble("\(path) is \(format.phrase), not a picture; show it as a deck")
    case .png, .jpeg, .gif, .webp, .avif, .svg:
      return isPages ? .trouble("\(path) is \(format.phrase), not a PDF document; show it as an image") : .fine
    case .other(let phrase):
      let expected = isPages ? "PDF documents" : "PNG, JPEG, WebP, GIF, SVG and AVIF files"
      return .trouble("\(path) is \(phrase); \(expected) can be shown")
    }
  }

  private mutating func folder(_ path: String) throws(MediaTrouble) -> Finding {
    let names = try files.names(inFolder: path, limit: Self.mostNames, counts: PictureFiles.isPicture)
    guard !names.isEmpty else {
      return .trouble("\(path) has no pictures (\(PictureFiles.endings.joined(separator: ", ")))")
    }
    var looked = 0
    var troubles: [String] = []
    for name in names.sorted(by: FileNameOrder.isBefore).prefix(Self.mostFilesOfFolder) {
      let finding: Finding
      do throws(MediaTrouble) {
        finding = try file(PathTrace.entry(name, of: path), isPages: false)
      } catch {
        finding = .trouble("\(error)")
      }
      switch finding {
      case .fine: looked += 1
      case .trouble(let reason):
        looked += 1
        troubles.append(reason)
      case .skipped: break
      }
    }
    guard looked > 0 else { return .skipped }
    guard let first = troubles.first else { return .fine }
    let count = troubles.count == 1 ? "one picture" : "\(troubles.count) pictures"
    return .trouble("\(path): \(count) of the \(looked) that were looked at cannot be shown; the first: \(first)")
  }
}
