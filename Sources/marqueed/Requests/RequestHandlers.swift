import ControlServer

/// The handlers of the control socket's requests, one for each subject.
///
/// The protocols to which they conform say what each call does.
struct RequestHandlers: DisplayHandlers {
  let screens: ScreensHandler
  let pictures: PicturesHandler
  let content: ContentHandler
  let apps: AppsHandler
  let scenes: SessionsHandler
  let events: EventsHandler
  let configuration: ConfigurationHandler
  let plays: PlaysHandler
  let reports: ReportsHandler
  let simulation: SimulationHandler
  let talks: TalksHandler
  let slides: SlidesHandler
}
