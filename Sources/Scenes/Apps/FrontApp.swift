/// The daemon's own app in front of all others, as long as there is one: a talk.
///
/// The foreground of screens stays what it was, so that they return to it.
struct FrontApp {
  let app: App
  /// The connector of the only screen that it is for; nil for every external one.
  let screen: String?
  /// Displays that were never seen before wait until somebody says that they may show it.
  let asksOfNew: Bool
}
