import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import Scenes

/// The configuration file, read again.
extension Daemon {
  /// Reads the file and applies what has changed in it; an error in it changes nothing.
  ///
  /// The rasteriser is asked for texts with markup, so the answer may come later; a reload that comes meanwhile waits for it.
  func reload(completion: @escaping (Result<[String], DaemonError>) -> Void) {
    waitingReloads.append(completion)
    if waitingReloads.count == 1 { nextReload() }
  }

  /// Reloads for a client.
  func reload(_ responder: ControlResponder) {
    reload { [weak self] result in
      switch result {
      case .success(let changes):
        let reply = ReloadReply(file: self?.configurationPath, changes: changes)
        guard let keeper = self?.configurationStore else { return responder.reply(reply) }
        keeper.whenKept { responder.reply(reply) }
      case .failure(.configuration(let trouble)): responder.fail(trouble.controlError)
      case .failure(let error): responder.fail(.failed(message: "nothing was changed: \(error)"))
      }
    }
  }

  private func nextReload() {
    guard !waitingReloads.isEmpty else { return }
    do throws(DaemonError) {
      let loaded = try options.configuration.load(insteadOf: configurationPath)
      // What is wrong in what counts is not known to be right.
      let known = configurationStore?.wrongTexts.isEmpty ?? true ? configuration : nil
      MarkupCheck.start(loaded.configuration, insteadOf: known, rasterizer: rasterizer) { [weak self] result in
        guard let self else { return }
        for note in result.unchecked { log.warning("\(note)") }
        guard result.errors.isEmpty else {
          return answer(
            .failure(.configuration(ConfigurationTrouble(loaded.path ?? "", ConfigurationErrors(result.errors)))))
        }
        configurationPath = loaded.path
        configurationStore?.keep(loaded)
        answer(.success(apply(loaded.configuration, ConfigurationText(file: loaded.path, masked: loaded.masked))))
        logMediaWarnings()
      }
    } catch {
      answer(.failure(error))
    }
  }

  private func answer(_ result: Result<[String], DaemonError>) {
    if case .failure(.configuration(let trouble)) = result { configurationStore?.meet(trouble) }
    if waiting == nil { manager.notify("STATUS=\(runningText)") }
    waitingReloads.removeFirst()(result)
    nextReload()
  }

  /// Tells what has changed, a text for each.
  func apply(_ loaded: Configuration, _ text: ConfigurationText) -> [String] {
    let changes = loaded.changes(from: configuration)
    guard !changes.isEmpty else { return [] }
    note(.reloaded(text))
    let old = configuration
    configuration = loaded
    content.motion.isReduced = loaded.reducedMotion.value
    endApps(system.apply(loaded, insteadOf: old, apps: loaded.makeApps(content)))
    applyAccess()
    return changes.descriptions
  }
}

extension Daemon {
  /// Answers what a configuration would change; nothing is applied.
  func handle(_ call: PlanCall, _ responder: ControlResponder) throws(ControlError) {
    let loaded: Configuration
    do throws(ConfigurationErrors) {
      loaded = try Configuration.parse(Array(call.configuration.utf8), file: call.file)
    } catch {
      throw ConfigurationTrouble(call.file, error).controlError
    }
    MarkupCheck.start(loaded, insteadOf: configuration, rasterizer: rasterizer) { [weak self] result in
      guard let self else { return }
      guard result.errors.isEmpty else {
        return responder.fail(ConfigurationTrouble(call.file, ConfigurationErrors(result.errors)).controlError)
      }
      var reply = plan(loaded)
      inspectMedia(of: loaded) { warnings in
        reply.warnings = warnings
        responder.reply(reply)
      }
    }
  }

  private func plan(_ loaded: Configuration) -> PlanReply {
    let rehearsal = ConfigurationDryRun(configuration, of: self)
    let before = rehearsal.takeOutlooks()
    rehearsal.reload(loaded)
    let screens = rehearsal.takeOutlooks().map { outlook in
      let old = before.first { $0.record.screen == outlook.record.screen }
      return ScreenPlanInfo(
        screen: outlook.record.screen, changes: old.map { outlook.changes(from: $0) } ?? [], modeset: outlook.wasSet)
    }
    return PlanReply(changes: loaded.changes(from: configuration).descriptions, screens: screens)
  }
}

extension SceneSystem {
  /// Applies a configuration in place of another: what the file says newly counts before what was chosen at run time.
  ///
  /// Returns the names of registered apps that it takes away.
  @discardableResult
  func apply(_ loaded: Configuration, insteadOf old: Configuration, apps: [App]) -> [String] {
    changeChoices { record, choices in
      let keys = loaded.screenKeys(changedFrom: old, connectorName: record.connector, identity: record.identity)
      choices.forget(keys)
    }
    return apply(policy: loaded.policy, apps: apps)
  }
}
