import CPictures
import DisplayTypes
import Foundation
import Glibc

/// poppler used directly, as any program would: opened at run time, since only `marquee-pages` is linked with it (NOTICE).
final class LibraryPage {
  private typealias OpenDocument =
    @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> OpaquePointer?
  private typealias GetPage = @convention(c) (OpaquePointer, Int32) -> OpaquePointer?
  private typealias Number = UnsafeMutablePointer<Double>
  private typealias GetSize = @convention(c) (OpaquePointer, Number, Number) -> Void
  private typealias Render = @convention(c) (OpaquePointer, OpaquePointer?) -> Void

  private let document: OpaquePointer
  private let getPage: GetPage
  private let getSize: GetSize
  private let render: Render

  /// Opens the document, which stays open.
  init(_ path: String) throws {
    guard let library = dlopen("libpoppler-glib.so.8", RTLD_NOW) else { throw CocoaError(.executableNotLoadable) }
    func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
      guard let symbol = dlsym(library, name) else { throw CocoaError(.executableNotLoadable) }
      return unsafeBitCast(symbol, to: type)
    }
    getPage = try function("poppler_document_get_page", GetPage.self)
    getSize = try function("poppler_page_get_size", GetSize.self)
    render = try function("poppler_page_render", Render.self)
    let open = try function("poppler_document_new_from_file", OpenDocument.self)
    guard let document = open("file://\(path)", nil, nil) else { throw CocoaError(.fileReadCorruptFile) }
    self.document = document
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

  /// Draws its first page on white.
  func draw(_ size: PixelSize) throws {
    guard let page = getPage(document, 0) else { throw CocoaError(.fileReadCorruptFile) }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    var (width, height) = (0.0, 0.0)
    getSize(page, &width, &height)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_scale(context, Double(size.width) / width, Double(size.height) / height)
    render(page, context)
  }
}
