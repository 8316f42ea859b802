import Configuration
import ContentModel
import EventLoop
import Glibc
import Rasterizing
import SpeakerView

/// The videos of a deck that the daemon shows from a copy. They are copied beside the copy.
struct DeckVideos {
  /// The folder of the user's deck.
  private let folder: String
  private let copy: DeckCopy
  /// The folder of the copy, in `talks`.
  private let place: String

  /// - Parameters:
  ///   - deck: the user's file, as an absolute path.
  ///   - file: the path of its copy.
  init?(of deck: String, copiedTo file: String, media: String = DeckCopy.mediaFolder) {
    guard let place = file.split(separator: "/").dropLast().last else { return nil }
    folder = MediaPath.folder(ofFile: deck)
    copy = DeckCopy(file: deck, media: media)
    self.place = String(place)
  }

  /// The names of the videos in a file of notes.
  static func names(in notes: NotesFile?) -> [String] {
    (notes?.texts ?? []).flatMap { PageVideo.names(in: $0) }.map { SlideVideo($0).name }
  }

  /// Copies the videos with these names that are in the folder of the user's deck or below it. A copy of the same size and time stays.
  /// Returns a sentence for each copy and each failure.
  func copy(_ names: [String]) -> [String] {
    Set(names).sorted().compactMap { name in
      guard let (source, target) = Self.paths(of: name, in: folder) else { return nil }
      do throws(SystemCallError) {
        let isNew = try copy.addVideo(source, to: target, in: place, below: folder)
        return isNew ? "The daemon's user cannot read \(source); it plays a copy." : nil
      } catch {
        return "The video \(source) was not copied for the daemon's user: \(error)."
      }
    }
  }

  /// The file of a video, and the parts of its path below the folder of the copy. Nil for a file that is no video, is hidden, or is outside
  /// of the folder: a deck of another person must not name private files. The daemon seeks a path of another folder in the deck's own folder.
  static func paths(of name: String, in folder: String) -> (source: String, target: [String])? {
    let inside = folder == "/" ? folder : folder + "/"
    let isInside = name.hasPrefix(inside)
    var parts = (isInside ? name.dropFirst(inside.count) : name[...]).split(separator: "/").map(String.init)
    parts.removeAll { $0 == "." }
    if name.hasPrefix("/"), !isInside, let last = parts.last { parts = [last] }
    guard let last = parts.last, MediaPath.isVideo(last), !parts.contains(where: { $0.hasPrefix(".") }) else {
      return nil
    }
    return (inside + parts.joined(separator: "/"), name.hasPrefix("/") ? [last] : parts)
  }
}
