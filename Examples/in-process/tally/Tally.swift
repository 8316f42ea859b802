import DisplayScenes

/// The app: a number from 0 to 10 that every display shows.
///
/// The number stays if all displays are unplugged.
@MainActor
final class Tally: AppDelegate {
  /// The number of lamps.
  static let most = 10

  private(set) var count = 0
  private var boards: [TallyBoard] = []
  /// The system that shows the boards; set once the system exists.
  weak var system: SceneSystem?
  /// Whether the boards are visible.
  ///
  /// A screen without a board shows the next picture that is due.
  var isShown = true {
    didSet { together { board in board.showOrHide() } }
  }

  /// A display was connected, for the first time or again: it gets a board.
  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate {
    let board = TallyBoard(tally: self)
    boards.append(board)
    return board
  }

  /// Counts up or down, on all displays together.
  func count(by step: Int) {
    count = min(max(count + step, 0), Tally.most)
    together { board in board.countDidChange() }
  }

  func boardDidEnd(_ board: TallyBoard) {
    boards.removeAll { $0 === board }
  }

  private func together(_ change: (TallyBoard) -> Void) {
    system?.presentTogether { for board in boards { change(board) } }
  }
}
