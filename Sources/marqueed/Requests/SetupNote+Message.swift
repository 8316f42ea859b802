import ControlProtocol
import DisplayTypes

nonisolated extension SetupNote.Pages {
  /// What a program says of its pages.
  init(_ call: OfferSetupCall) {
    self.init(address: call.address, page: call.page, code: call.code, link: call.link)
  }
}
