/// Why a deck's way to the display could not be measured.
struct DeckFlipError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
