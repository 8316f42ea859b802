import Configuration
import ControlProtocol
import ControlServer
import Scenes

extension Daemon {
  /// Answers what a configuration would change; nothing is applied.
  func plan(_ call: PlanCall, _ responder: ControlResponder) throws(ControlError) {
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
    let rehearsal = Rehearsal(configuration, of: self)
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
