import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Logging
import ModeSelection
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
        guard let keeper = self?.configurationKeeper else { return responder.reply(reply) }
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
      let known = configurationKeeper?.wrongTexts.isEmpty ?? true ? configuration : nil
      MarkupCheck.start(loaded.configuration, insteadOf: known, rasterizer: rasterizer) { [weak self] result in
        guard let self else { return }
        for note in result.unchecked { log.warning("\(note)") }
        guard result.errors.isEmpty else {
          return answer(
            .failure(.configuration(ConfigurationTrouble(loaded.path ?? "", ConfigurationErrors(result.errors)))))
        }
        configurationPath = loaded.path
        configurationKeeper?.keep(loaded)
        answer(.success(apply(loaded.configuration, ConfigurationText(file: loaded.path, masked: loaded.masked))))
        logMediaWarnings()
      }
    } catch {
      answer(.failure(error))
    }
  }

  private func answer(_ result: Result<[String], DaemonError>) {
    if case .failure(.configuration(let trouble)) = result { configurationKeeper?.meet(trouble) }
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
