/// Bytes that are no picture.
struct PictureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
