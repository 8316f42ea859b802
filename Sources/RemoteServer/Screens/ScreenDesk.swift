/// What the screens page stands on.
struct ScreenDesk: Sendable {
  /// The log, and the pages that follow it.
  let hub: ScreenHub
  /// For what is asked and done; a TV takes its time.
  let calls: CallLane
  /// For small pictures, which may come late.
  let looks: LookShelf
  /// Files of contents.
  let media: MediaFolder
}
