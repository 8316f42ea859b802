/// A display link of a scene, which does not keep it alive.
struct WeakLink {
  weak var link: DisplayLink?
}
