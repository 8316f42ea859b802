import Configuration
import ContentModel
import DisplayTypes

/// Reads the bytes as the configuration file, and as a playlist that a configuration file includes.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let playlist = "{apps: {a: {scenes: {externalDisplayNonInteractive: [{content: {playlist: {file: more.yaml}}}]}}}}"
  check(bytes, more: bytes)
  check(Array(playlist.utf8), more: bytes)
  return 0
}

private func check(_ bytes: [UInt8], more: [UInt8]) {
  let path = "/etc/marquee/marquee.yaml"
  // The disk is not read.
  let files = ConfigurationFiles(kept: ["/etc/marquee/more.yaml": more])
  let masked = ConfigurationMask.mask(bytes, file: path)
  do throws(ConfigurationErrors) {
    let configuration = try Configuration.parse(bytes, file: path, files: files)
    guard let again = try? Configuration.parse(masked, file: path, files: files) else {
      preconditionFailure("a masked configuration cannot be read")
    }
    precondition(again.screens == configuration.screens, "the mask changes a rule")
    precondition(again.support == configuration.support, "the mask changes the support")
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty, "an error has no words")
    precondition(error.errors.allSatisfy { $0.location.line >= 1 && $0.location.column >= 1 }, "an error has no place")
  }
}
