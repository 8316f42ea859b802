import Foundation

/// An SVG drawing of shapes, lines and slopes of colour.
enum LargeDrawing {
  static func write(_ path: String) throws {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 1080"><defs><linearGradient id="slope">\
      <stop stop-color="#102030"/><stop offset="1" stop-color="#e0a040"/></linearGradient></defs>\
      <rect width="1920" height="1080" fill="url(#slope)"/>
      """
    for index in 0..<2000 {
      let (x, y) = (index * 379 % 1920, index * 211 % 1080)
      text += "<path d=\"M\(x) \(y)q40 -60 80 0t80 0v50h-160z\" fill=\"#\(100 + index % 800)\" fill-opacity=\"0.6\"/>"
    }
    try Data((text + "</svg>").utf8).write(to: URL(fileURLWithPath: path))
  }
}
