import ControlProtocol
import DisplayTypes
import Presentation
import ScreenDiscovery

/// Something that has decided about what is shown, or was decided, and when.
nonisolated struct JournalEntry: Sendable {
  nonisolated enum What: Sendable {
    /// A look at the connectors found something new.
    case looked(LookNews)
    /// A device answered to a commit.
    case answered(CommitAnswer)
    /// A controller asked for a change; without its parameters where they are nobody's business.
    case asked(String, parameters: JSONValue?)
    /// Another configuration counts from now on.
    case reloaded(ConfigurationText)
    /// An app answered a question.
    case appAnswered(AppAnswer)
    /// The machine has slept.
    case resumed
    /// The schedule of a session has switched the power of its screen.
    case scheduledPower(ScheduledPower)
    /// A talk has begun or ended, or a display was let in.
    case talk(TalkStep)
    /// A session was made, and got this identifier.
    case madeSession(String)
    /// A device came, went, or works in a lesser way.
    case device(BackendNotice)
    /// What followed.
    case event(EventInfo)
  }

  var time: MonotonicTime
  var what: What
}
