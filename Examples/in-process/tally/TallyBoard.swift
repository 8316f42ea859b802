import DisplayScenes
import Keyboard

/// The tally on one display: ten lamps, of which as many are lit as the tally counts, and a flash that fades at the last change.
@MainActor
final class TallyBoard: SceneDelegate {
  private let tally: Tally
  private var scene: Scene?
  /// The display's connector, also after the display is gone.
  private var connector = ""
  /// Runs only while the flash fades: a still board wakes no thread.
  private var link: DisplayLink?
  private var flash = 0.0

  private static let unlit = Color(red: 44, green: 48, blue: 56)
  private static let lit = Color(red: 255, green: 176, blue: 32)
  /// A number above the identifiers of the lamps, 1 to 10.
  private static let flashLayer = LayerID(rawValue: 100)
  private static let flashSeconds = 0.5

  init(tally: Tally) {
    self.tally = tally
  }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    self.scene = scene
    connector = scene.screen?.name ?? ""
    showOrHide()
    report("session \(scene.session.identifier)")
    report("will connect")
  }

  func sceneDidBecomeActive(_ scene: Scene) { report("did become active") }

  func sceneWillResignActive(_ scene: Scene) { report("will resign active") }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) {
    report("did update: was \(previous.mode.size.width)x\(previous.mode.size.height)")
  }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    report("did disconnect: \(reason)")
    link?.invalidate()
    self.scene = nil
    tally.boardDidEnd(self)
  }

  /// Lays the lamps out for a screen that may not have its mode yet.
  ///
  /// The system puts them into the window.
  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    let size = geometry.size
    let pitch = size.width / 12
    let lamps = (0..<Tally.most).map { index in
      Layer(
        id: lamp(index),
        frame: PointRect(
          x: pitch * (Double(index) + 1.1), y: size.height * 0.3, width: pitch * 0.8, height: size.height * 0.4),
        contents: .solid(color(index)))
    }
    let line = Layer(
      id: TallyBoard.flashLayer,
      frame: PointRect(x: pitch, y: size.height * 0.76, width: size.width - 2 * pitch, height: size.height * 0.03),
      contents: .solid(TallyBoard.lit), opacity: flash)
    completion(.success(LayerTree(background: Color(red: 16, green: 18, blue: 24), layers: lamps + [line])))
  }

  func showOrHide() {
    guard let scene, (scene.window != nil) != tally.isShown else { return }
    scene.window = tally.isShown ? Window() : nil
  }

  func countDidChange() {
    guard let scene else { return }
    flash = 1
    commit((0..<Tally.most).map { .contents(lamp($0), .solid(color($0))) } + [.opacity(TallyBoard.flashLayer, flash)])
    var began: MonotonicTime?
    link = DisplayLink(scene: scene) { [weak self] frame in
      let start = began ?? frame.timestamp
      began = start
      self?.fade(Double(frame.targetTimestamp.nanoseconds(since: start)) / 1e9)
    }
  }

  private func fade(_ seconds: Double) {
    flash = max(0, 1 - seconds / TallyBoard.flashSeconds)
    commit([.opacity(TallyBoard.flashLayer, flash)])
    if flash == 0 {
      link?.invalidate()
      link = nil
    }
  }

  /// A window without layers needs no change: its first layout has the newest count.
  private func commit(_ changes: [Transaction.Change]) {
    try? scene?.window?.commit(Transaction(changes))
  }

  private func lamp(_ index: Int) -> LayerID { LayerID(rawValue: UInt32(index) + 1) }

  private func color(_ index: Int) -> Color { index < tally.count ? TallyBoard.lit : TallyBoard.unlit }

  private func report(_ words: String) {
    log("\(connector): \(words)")
  }
}
