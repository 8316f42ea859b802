import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Logging
import Scenes

/// Handles the calls that reload the configuration, and the calls that report the changes by another configuration.
final class ConfigurationHandler: ConfigurationMethods {
  private let current: CurrentConfiguration
  private let replies: PictureReplies
  private let content: ContentResources
  private let apps: SocketApps
  private let journal: JournalWriter
  private let devices: DisplayDevices
  private let media: MediaInspector
  private let loop: EventLoop
  private let log = Logger(label: "marqueed")
  /// The reload requests in order. The first one is under way.
  private var waiting: [WaitingReload] = []
  var didApply: () -> Void = {}

  private struct WaitingReload {
    let completion: (Result<[String], DaemonError>) -> Void
    /// Gets the outcome on each screen after the flips, unless there was an error.
    let pictures: ((PictureReplies.Outcomes) -> Void)?
  }

  init(
    _ current: CurrentConfiguration, replies: PictureReplies, content: ContentResources, apps: SocketApps,
    journal: JournalWriter, devices: DisplayDevices, media: MediaInspector, loop: EventLoop
  ) {
    self.current = current
    self.replies = replies
    self.content = content
    self.apps = apps
    self.journal = journal
    self.devices = devices
    self.media = media
    self.loop = loop
  }

  /// Reads the file and applies its changes. An error in the file changes nothing. The rasteriser checks texts with markup, so the
  /// completion may come later. The next reload waits for it.
  func reload(
    pictures: ((PictureReplies.Outcomes) -> Void)? = nil,
    completion: @escaping (Result<[String], DaemonError>) -> Void
  ) {
    waiting.append(WaitingReload(completion: completion, pictures: pictures))
    if waiting.count == 1 { nextReload() }
  }

  func reload() {
    reload { [weak self, log] result in
      switch result {
      case .success(let changes):
        log.notice("reloaded: \(changes.isEmpty ? "nothing changed" : changes.joined(separator: "; "))")
        self?.logMediaWarnings()
      case .failure(let error): log.error("the configuration was not reloaded, nothing changed:\n\(error)")
      }
    }
  }

  func handle(_ call: ReloadCall, _ responder: ControlResponder) throws(ControlError) {
    var reply = ReloadReply(changes: [])
    let answer = DeferredPictureAnswer { [replies] outcomes in
      let pictures = replies.report(outcomes)
      (reply.presented, reply.note) = (pictures.presented, pictures.note)
      responder.reply(reply)
    }
    if !call.waitsForFlip { answer.picturesEnded([]) }
    let pictures: ((PictureReplies.Outcomes) -> Void)? = call.waitsForFlip ? { answer.picturesEnded($0) } : nil
    reload(pictures: pictures) { [weak self, current, replies] result in
      switch result {
      case .success(let changes):
        (reply.file, reply.changes) = (current.path, changes)
        self?.logMediaWarnings { warnings in
          reply.warnings = warnings
          replies.whenKept {
            guard let store = current.store else { return answer.kept() }
            store.whenKept { answer.kept() }
          }
        }
      case .failure(.configuration(let trouble)): responder.fail(trouble.controlError)
      case .failure(let error): responder.fail(.failed(message: "nothing was changed: \(error)"))
      }
    }
  }

  private func nextReload() {
    guard !waiting.isEmpty else { return }
    do throws(DaemonError) {
      let loaded = try current.source.load(insteadOf: current.path)
      // The current configuration may have wrong texts since the start.
      let known = current.store?.wrongTexts.isEmpty ?? true ? current.value : nil
      MarkupCheck.start(loaded.configuration, insteadOf: known, rasterizer: content.rasterizer) { [weak self] result in
        guard let self else { return }
        for note in result.unchecked { log.warning("\(note)") }
        guard result.errors.isEmpty else {
          return answer(
            .failure(.configuration(ConfigurationTrouble(loaded.path ?? "", ConfigurationErrors(result.errors)))))
        }
        current.store?.keep(loaded)
        answer(.success(apply(loaded.configuration, loaded.text, pictures: waiting.first?.pictures)))
      }
    } catch {
      answer(.failure(error))
    }
  }

  private func answer(_ result: Result<[String], DaemonError>) {
    if case .failure(.configuration(let trouble)) = result { current.store?.replaceTrouble(by: trouble) }
    devices.configurationDidChange()
    waiting.removeFirst().completion(result)
    nextReload()
  }

  /// Applies a loaded configuration; returns a text for each change.
  ///
  /// - Parameter pictures: It gets the outcome on each screen whose picture changes.
  func apply(
    _ loaded: Configuration, _ text: ConfigurationText, pictures: ((PictureReplies.Outcomes) -> Void)? = nil
  ) -> [String] {
    let old = current.value
    let changes = loaded.changes(from: old)
    current.replace(by: changes.isEmpty ? old : loaded, path: text.file)
    guard !changes.isEmpty else {
      pictures?([])
      return []
    }
    journal.note(.reloaded(text))
    for warning in loaded.languageWarnings where loaded.language != old.language { log.warning("\(warning)") }
    loaded.apply(to: content.calendar)
    content.motion.isReduced = loaded.reducedMotion.value
    content.motion.talkTransition = loaded.talkTransition.value
    let displaced = replies.system.apply(
      loaded, insteadOf: old, apps: loaded.makeApps(content), completion: pictures)
    apps.end(displaced) { .appNameTaken(app: $0) }
    didApply()
    replies.system.reportReload()
    return changes
  }

  /// Logs the media that cannot be shown.
  ///
  /// - Parameter completion: a caller that waits for the warnings, though not for slow drawings; nil if there is none.
  func logMediaWarnings(then completion: (([String]) -> Void)? = nil) {
    media.warn(of: current.value, waitsForDrawings: true) { [log] warnings in
      for warning in warnings { log.warning("\(warning)") }
    }
    if let completion { media.warn(of: current.value, then: completion) }
  }

  func handle(_ call: PlanCall, _ responder: ControlResponder) throws(ControlError) {
    let loaded: Configuration
    do throws(ConfigurationErrors) {
      loaded = try Configuration.parse(Array(call.configuration.utf8), file: call.file)
    } catch {
      throw ConfigurationTrouble(call.file, error).controlError
    }
    MarkupCheck.start(loaded, insteadOf: current.value, rasterizer: content.rasterizer) { [weak self] result in
      guard let self else { return }
      guard result.errors.isEmpty else {
        return responder.fail(ConfigurationTrouble(call.file, ConfigurationErrors(result.errors)).controlError)
      }
      var reply = plan(loaded)
      media.warn(of: loaded) { warnings in
        reply.warnings = warnings
        responder.reply(reply)
      }
    }
  }

  private func plan(_ loaded: Configuration) -> PlanReply {
    let trial = ConfigurationDryRun(current.value, of: replies.system, replies.state.newest, content, loop: loop)
    let before = trial.takeScreens()
    trial.reload(loaded)
    let screens = trial.takeScreens().map { screen in
      let old = before.first { $0.record.screen == screen.record.screen }
      return ScreenPlanInfo(
        screen: screen.record.screen, changes: old.map { screen.changes(from: $0) } ?? [], modeset: screen.wasSet)
    }
    return PlanReply(changes: loaded.changes(from: current.value), screens: screens)
  }
}

extension SceneSystem {
  /// Applies a configuration. Its changed settings replace choices of the run time. Returns the registered apps that it removes.
  @discardableResult
  func apply(
    _ loaded: Configuration, insteadOf old: Configuration, apps: [App], completion: ((ScreenOutcomes) -> Void)? = nil
  ) -> [String] {
    changeChoices { record, choices in
      let keys = loaded.screenKeys(changedFrom: old, connectorName: record.connector, identity: record.identity)
      choices.forget(keys)
    }
    return apply(policy: loaded.policy, apps: apps, completion: completion)
  }
}
