import Configuration
import ContentModel
import EventLoop
import Glibc

/// The videos of a deck that the daemon shows from a copy. Those that are missing beside the copy are copied there.
final class DeckVideos {
  /// The folder of the user's deck.
  private let folder: String
  private let copy: DeckCopy
  /// The folder of the copy, in `talks`.
  private let place: String
  private var known: Set<String> = []

  /// - Parameters:
  ///   - deck: the user's file, as an absolute path.
  ///   - file: the path of its copy.
  init?(of deck: String, copiedTo file: String, media: String = DeckCopy.mediaFolder) {
    guard let place = file.split(separator: "/").dropLast().last else { return nil }
    folder = MediaPath.folder(ofFile: deck)
    copy = DeckCopy(file: deck, media: media)
    self.place = String(place)
  }

  /// Copies the videos with these names that are below the folder of the user's deck, each once. Returns a sentence for each copy and
  /// each failure.
  func copy(_ names: [String]) -> [String] {
    var sentences: [String] = []
    for name in names where known.insert(name).inserted {
      guard let (source, target) = Self.paths(of: name, in: folder) else { continue }
      do throws(SystemCallError) {
        if try copy.addVideo(source, to: target, in: place) {
          sentences.append("The daemon's user cannot read \(source); it plays a copy.")
        }
      } catch {
        sentences.append("The video \(source) was not copied for the daemon's user: \(error).")
      }
    }
    return sentences
  }

  /// The file of a video, and the parts of its path below the folder of the copy; nil for a path that leaves the folder. The daemon seeks a
  /// path of another folder in the deck's own folder.
  static func paths(of name: String, in folder: String) -> (source: String, target: [String])? {
    let inside = folder == "/" ? folder : folder + "/"
    var parts = name.split(separator: "/").map(String.init).filter { $0 != "." }
    guard let last = parts.last, !parts.contains("..") else { return nil }
    if name.hasPrefix("/") { parts = [last] }
    return (name.hasPrefix(inside) ? name : inside + parts.joined(separator: "/"), parts)
  }
}
