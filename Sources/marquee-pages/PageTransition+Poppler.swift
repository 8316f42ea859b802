internal import CPoppler
internal import Rasterizing

extension PageTransition {
  /// Reads the transition of a page (ISO 32000-1, 12.4.4.1); nil if the page appears at once.
  init?(of page: OpaquePointer) {
    guard let found = unsafe poppler_page_get_transition(page) else { return nil }
    defer { unsafe poppler_page_transition_free(found) }
    let style: Style
    switch unsafe found.pointee.type {
    case POPPLER_PAGE_TRANSITION_FADE, POPPLER_PAGE_TRANSITION_DISSOLVE, POPPLER_PAGE_TRANSITION_GLITTER,
      POPPLER_PAGE_TRANSITION_SPLIT, POPPLER_PAGE_TRANSITION_BLINDS, POPPLER_PAGE_TRANSITION_BOX:
      style = .fade
    case POPPLER_PAGE_TRANSITION_WIPE, POPPLER_PAGE_TRANSITION_UNCOVER: style = .wipe
    case POPPLER_PAGE_TRANSITION_COVER, POPPLER_PAGE_TRANSITION_FLY: style = .cover
    case POPPLER_PAGE_TRANSITION_PUSH: style = .push
    // POPPLER_PAGE_TRANSITION_REPLACE, or a style of a later library.
    default: return nil
    }
    // In degrees, counterclockwise from left to right.
    let direction: Direction
    switch unsafe found.pointee.angle {
    case 90: direction = .up
    case 180: direction = .left
    case 270: direction = .down
    default: direction = .right
    }
    let seconds = unsafe found.pointee.duration_real
    guard seconds.isFinite, seconds > 0 else { return nil }
    let longest = Double(Self.longestMilliseconds)
    self.init(style, direction, milliseconds: Int(min(seconds * 1000, longest).rounded()))
  }
}
