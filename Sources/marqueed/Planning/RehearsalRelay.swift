import Presentation

/// Keeps what a rehearsed scene system asks of the display thread, until that is answered.
final class RehearsalRelay {
  var commands: [DisplayCommand] = []
}
