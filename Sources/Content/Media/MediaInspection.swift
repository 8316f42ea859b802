package import ContentModel
internal import DisplayTypes
internal import Glibc
package import Rasterizing

/// Finds files and folders that cannot be shown, by their state and their first bytes. The inspection is a value for any thread, because a
/// disk may be slow. It opens at most `mostFiles` files. Damage after the first bytes of a picture is found only when the picture is due.
package nonisolated struct MediaInspection {
  /// The limit of examined files.
  package static let mostFiles = 2_000
  static let mostFilesOfFolder = 100
  private static let mostNames = 5_000

  package enum Finding: Hashable, Sendable {
    case fine
    /// The reason with the path, as a sentence.
    case trouble(String)
    /// Not examined because of the limit.
    case skipped
  }

  private let files: MediaFileSystem
  private let limit: Int
  private var opened = 0
  private var known: [MediaReference: Finding] = [:]
  /// The examined files that are drawings, in the order of their examination.
  package private(set) var drawings: [String] = []
  /// The examined files that may be videos, in the order of their examination.
  package private(set) var videos: [String] = []

  /// - Parameter user: the user that reads the files, for messages; nil asks the system.
  package init(user: String? = nil, limit: Int = MediaInspection.mostFiles) {
    files = MediaFileSystem(user: user ?? MediaFileSystem.currentUser)
    self.limit = limit
  }

  /// Examines a file or a folder once.
  package mutating func finding(of reference: MediaReference) -> Finding {
    if let finding = known[reference] { return finding }
    var finding: Finding
    do throws(MediaTrouble) {
      finding =
        switch reference.kind {
        case .folder: try folder(reference.path)
        case .video: try video(reference.path)
        case .picture, .pages: try file(reference.path, isPages: reference.kind == .pages)
        }
    } catch {
      finding = .trouble("\(error)")
    }
    if case .trouble(let reason) = finding { finding = .trouble(Quoting.whole(reason)) }
    known[reference] = finding
    return finding
  }

  /// Opens a drawing for a worker; nil if it cannot be opened.
  package func open(drawing path: String) -> InspectedDrawing? {
    guard let (descriptor, version) = try? files.open(path) else { return nil }
    return InspectedDrawing(
      path: path, file: MediaFile(descriptor: descriptor, version: version) { close(descriptor) })
  }

  private mutating func file(_ path: String, isPages: Bool) throws(MediaTrouble) -> Finding {
    guard opened < limit else { return .skipped }
    opened += 1
    let format = FileFormat(try files.beginning(of: path))
    if format == .svg { drawings.append(path) }
    switch format {
    case .pdf: return isPages ? .fine : .trouble("\(path) is \(format.phrase), not a picture; show it as a deck")
    case .png, .jpeg, .gif, .webp, .avif, .heic, .svg:
      return isPages ? .trouble("\(path) is \(format.phrase), not a PDF document; show it as an image") : .fine
    case .other(FileFormat.video) where !isPages:
      return .trouble("\(path) is a video, not a picture; show it as a video")
    case .other(let phrase):
      let expected = isPages ? "PDF documents" : "PNG, JPEG, WebP, GIF, SVG, AVIF and HEIC files"
      return .trouble("\(path) is \(phrase); \(expected) can be shown")
    }
  }

  /// A video has many forms, so only files of other kinds are found here.
  private mutating func video(_ path: String) throws(MediaTrouble) -> Finding {
    guard opened < limit else { return .skipped }
    opened += 1
    let format = FileFormat(try files.beginning(of: path))
    switch format {
    case .pdf: return .trouble("\(path) is \(format.phrase), not a video; show it as a deck")
    case .png, .jpeg, .gif, .webp, .avif, .heic, .svg:
      return .trouble("\(path) is \(format.phrase), not a video; show it as an image")
    case .other:
      videos.append(path)
      return .fine
    }
  }

  private mutating func folder(_ path: String) throws(MediaTrouble) -> Finding {
    let names = try files.names(inFolder: path, limit: Self.mostNames, counts: PictureFiles.isShown)
    guard !names.isEmpty else {
      return .trouble("\(path) has no pictures (\(PictureFiles.endings.joined(separator: ", ")))")
    }
    var looked = 0
    var troubles: [String] = []
    for name in names.sorted(by: FileNameOrder.isBefore).prefix(Self.mostFilesOfFolder) {
      switch finding(of: MediaReference(PathTrace.entry(name, of: path), MediaPath.isVideo(name) ? .video : .picture)) {
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
    return .trouble("\(path): \(count) of the \(looked) checked files cannot be shown; the first: \(first)")
  }
}

/// A drawing of the configuration. A worker can find out whether all of it is shown.
package nonisolated struct InspectedDrawing: Hashable, Sendable {
  package let path: String
  package let file: MediaFile

  package static func == (one: InspectedDrawing, other: InspectedDrawing) -> Bool {
    one.path == other.path && one.file.version == other.file.version
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
