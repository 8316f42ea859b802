import ControlProtocol
import DisplayTypes

nonisolated extension OverscanInsets {
  /// What a request says of the edges.
  init(_ info: OverscanInfo) throws(ControlError) {
    func edge(_ text: String, _ name: String) throws(ControlError) -> OverscanInset {
      guard let inset = OverscanInset(text) else {
        throw .invalidValue(parameter: name, value: text, expected: "0% to 25%, or pixels as 24px")
      }
      return inset
    }
    self.init(
      top: try edge(info.top, "top"), right: try edge(info.right, "right"), bottom: try edge(info.bottom, "bottom"),
      left: try edge(info.left, "left"))
  }
}
