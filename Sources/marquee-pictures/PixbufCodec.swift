internal import Rasterizing

/// How gdk-pixbuf calls a format, and which Debian package reads it.
struct PixbufCodec {
  let name: String
  let package: String

  init(_ format: FileFormat) {
    switch format {
    case .png: (name, package) = ("png", "libgdk-pixbuf-2.0-0")
    case .jpeg: (name, package) = ("jpeg", "libgdk-pixbuf-2.0-0")
    case .avif: (name, package) = ("avif", "libavif-gdk-pixbuf")
    // Others are read by libraries of their own.
    case .gif, .webp, .svg, .pdf, .other: (name, package) = ("", "")
    }
  }
}
