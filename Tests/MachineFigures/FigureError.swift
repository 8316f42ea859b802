/// Why a figure could not be made.
struct FigureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
