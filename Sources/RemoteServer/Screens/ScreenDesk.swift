/// What the screens page stands on.
struct ScreenDesk: Sendable {
  /// The log, and the pages that follow it.
  let hub: ScreenHub
  /// For what is asked and done; a TV takes its time.
  let calls: CallLane
  /// For small pictures, which may come late.
  let looks: LookShelf
  /// For pictures of files, some of which are still being written.
  let files: CallLane
  /// Files of contents.
  let media: MediaFolder
}
