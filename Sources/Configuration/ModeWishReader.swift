import DisplayTypes
import ModeSelection

/// Reads `modes: [3840x2160@60, preferred]`.
enum ModeWishReader {
  static func read(from section: ConfigurationSection) -> [Sourced<ModeWish>] {
    let items = section.list("modes", expected: "a list of modes, as [1920x1080@60, preferred]") ?? []
    return items.compactMap { node, path in
      guard let text = section.text(of: node, path: path, expected: ModeWishError.expected) else { return nil }
      do throws(ModeWishError) {
        return Sourced(try ModeWish(text.value), at: text.location)
      } catch {
        section.errors.add(node.mark, path, error.problem, expected: ModeWishError.expected)
        return nil
      }
    }
  }
}
