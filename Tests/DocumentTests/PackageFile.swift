import DisplayTypes
import Foundation

/// Real files from Debian's packages, and the readings of other programs.
///
/// The packages are listed in `tools/packages-samples`.
enum PackageFile {
  /// The appearance of a file: its size in pixels and its mean colour over black, each channel from 0 to 255.
  struct Looks {
    var size: PixelSize
    var mean: [Double]
  }

  /// A kind of file, and the places of such files.
  enum Kind: String, CaseIterable {
    case png, jpeg, gif, webp, svg, pdf

    /// The number of files to compare. If there are fewer, packages are missing.
    var count: Int {
      switch self {
      case .png, .gif: 15
      case .jpeg: 5
      case .webp: 4
      case .svg: 8
      case .pdf: 2
      }
    }

    private var folders: [String] {
      switch self {
      case .png, .jpeg, .gif: [tests, "\(tests)/test-images/gif-test-suite", "\(tests)/test-images/reftests"]
      case .webp, .svg: ["/usr/share/backgrounds/gnome"]
      case .pdf: ["/usr/share/doc/libtasn1-doc", "/usr/share/doc/shared-mime-info"]
      }
    }

    private var tests: String { "/usr/libexec/installed-tests/gdk-pixbuf" }

    /// The paths, the smallest files first. Files with a colour profile are left out, because the other programs ignore profiles.
    var paths: [String] {
      let endings = self == .jpeg ? ["jpg", "jpeg"] : [rawValue]
      let paths = folders.flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
          !name.hasPrefix("icc-") && endings.contains { name.hasSuffix(".\($0)") }
        }.map { "\(folder)/\($0)" }
      }
      let sizes = paths.map { (try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int) ?? 0 }
      return zip(sizes, paths).sorted { $0 < $1 }.map(\.1)
    }

    /// Reads a file with another program; nil if that program complains.
    ///
    /// SVG and PDF are drawn for the room, all other files in their own size.
    func looks(of path: String, room: PixelSize) throws -> Looks? {
      let average = "-background black -flatten -format '%w %h ' -write info:- -scale '1x1!' -depth 8"
      let print = "\(average) -format '%[fx:255*u.r] %[fx:255*u.g] %[fx:255*u.b]' info:-"
      let script =
        switch self {
        case .png, .jpeg, .gif, .webp: "convert '\(path)[0]' -auto-orient \(print)"
        case .svg:
          "rsvg-convert --keep-aspect-ratio -w \(room.width) -h \(room.height) '\(path)' | convert png:- \(print)"
        case .pdf:
          "pdftocairo -png -singlefile -f 1 -l 1 -scale-to \(room.height) '\(path)' - | convert png:- \(print)"
        }
      // A message on standard error makes the numbers invalid, as intended.
      let numbers = try TestPath.output(of: "sh", "-c \"\(script.replacing("\"", with: "\\\""))\" 2>&1")
        .split(separator: " ").map { Double($0) }
      guard numbers.count == 5, let width = numbers[0], let height = numbers[1] else { return nil }
      return Looks(
        size: PixelSize(width: Int(width), height: Int(height)), mean: numbers.dropFirst(2).compactMap { $0 })
    }
  }

  /// Files that gdk-pixbuf's own tests expect to be refused.
  static var damaged: [String] {
    let folder = "/usr/libexec/installed-tests/gdk-pixbuf/test-images"
    return ["fail", "randomly-modified"].flatMap { name in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
      return names.sorted().map { "\(folder)/\(name)/\($0)" }
    }
  }
}
