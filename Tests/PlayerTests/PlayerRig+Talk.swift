import Content
import ContentModel
import Scenes
import SimulatedBackend
import Testing

extension PlayerRig {
  /// Begins a talk in front, on every screen.
  func begin(_ deck: TalkDeck, page: Int = 1) throws -> TalkScenes {
    var pages: Int?
    deck.open { pages = try? $0.get() }
    advance(milliseconds: 100)
    let talk = Talk(identifier: "t", deck: deck.path, title: "deck", page: page, pages: try #require(pages))
    let talkScenes = TalkScenes(talk, deck, resources)
    system.beginFront(
      App(
        name: "talk",
        manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: "talk")]]),
        makeDelegate: { talkScenes.makeDelegate() }), on: nil, asksOfNew: false
    ) { _ in }
    advance(milliseconds: 200)
    return talkScenes
  }

  /// Does what the daemon does for a command, at this moment.
  func perform(_ command: TalkCommand, in talkScenes: TalkScenes) {
    var talk = talkScenes.talk
    let change = talk.perform(command, at: backend.simulatedClock.now)
    talkScenes.talk = talk
    if change.isSeen { system.frontDidChange { _ in } }
  }
}
