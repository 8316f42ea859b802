import DisplayTypes
import Scenes

/// The app: a number from 0 to 10 that every display shows, and that outlives them all.
final class Tally: AppDelegate {
  /// How many lamps there are to light.
  static let most = 10

  private(set) var count = 0
  private var boards: [TallyBoard] = []
  /// What the boards are on; set once it is made.
  weak var system: SceneSystem?
  /// Whether the boards show themselves; a screen without one shows what is due next.
  var isShown = true {
    didSet { together { board in board.showOrHide() } }
  }

  /// A new display, or a known one that is back: it gets a board.
  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate {
    let board = TallyBoard(tally: self)
    boards.append(board)
    return board
  }

  /// Counts up or down: the displays change in one refresh.
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
