internal import CMicroHTTPD
internal import Glibc

/// The head of a request, as libmicrohttpd has read it.
@safe enum RequestHead {
  /// Whether a head has its first line and its headers, each with its end of line, and nothing else.
  ///
  /// libmicrohttpd 0.9.75 adds a folded line to the name before it, and takes an empty name for the end of the head: what follows would be
  /// the next request. It reads a head where that lies, so that names and values tell by their places what is between them. A single LF
  /// ends no line here.
  static func isPlain(
    _ library: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> Bool {
    let list = ValueList()
    unsafe list.end = unsafe version + strlen(version)
    _ = unsafe MHD_get_connection_values_n(
      library, .HEADER_KIND,
      { list, _, name, _, value, count in
        guard let list = unsafe list else { return .NO }
        unsafe Unmanaged<ValueList>.fromOpaque(list).takeUnretainedValue().follow(name, value, count)
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return unsafe list.end.map { unsafe $0 + 4 == method + marquee_http_head_bytes(library) } ?? false
  }

  /// The headers, cookies or arguments, in their order.
  static func values(_ library: OpaquePointer, _ kind: MHD_ValueKind) -> [(name: String, value: String)] {
    let list = ValueList()
    _ = unsafe MHD_get_connection_values_n(
      library, kind,
      { list, _, name, nameCount, value, valueCount in
        guard let list = unsafe list else { return .NO }
        func text(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> String {
          unsafe String(decoding: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
        }
        unsafe Unmanaged<ValueList>.fromOpaque(list).takeUnretainedValue().values
          .append((unsafe text(name, nameCount), unsafe text(value, valueCount)))
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.values
  }

  @safe private final class ValueList {
    var values: [(name: String, value: String)] = []
    /// Where the last value ends; nil if something else lies between two headers.
    var end: UnsafePointer<CChar>?

    func follow(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ count: Int) {
      // CR and LF.
      let isNext = unsafe end.map { unsafe $0 + 2 == name } ?? false
      unsafe end = isNext ? value.map { unsafe $0 + count } : nil
    }
  }
}
