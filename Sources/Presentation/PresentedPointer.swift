package import Composition
package import DisplayTypes

/// The place of a pointer's tip, in fractions of a screen's upright picture.
public struct PointerPlace: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A pointer on the screen's pixels.
package struct PointerOverlay: Hashable, Sendable {
  package let image: PointerImage
  package let destination: PixelRect

  package func hash(into hasher: inout Hasher) { hasher.combine(destination) }
}

/// The way in which a backend shows the pointer of an output without drawing it into the frame.
package enum PointerPlane: Hashable, Sendable {
  /// The output has no plane for a pointer.
  case none
  /// The pointer changes with a commit, which ends like a flip.
  case withCommits
  /// The pointer changes at once.
  case atOnce
}

/// The pointer of one screen: on a plane of the backend, otherwise in a layer above the picture.
struct PresentedPointer {
  /// Nil while there is no pointer.
  var place: PointerPlace?
  /// Whether a commit that moves only the pointer is in flight.
  var isInFlight = false
  private var plane = PointerPlane.none
  private var image: PointerImage?
  /// The picture for layers, which the renderer turns.
  private var upright: PointerImage?
  private var imageFor: (size: PixelSize, transform: Transform)?
  /// The pointer for the next frame.
  private var due: PointerOverlay?
  /// The pointer on the plane.
  private var shown: PointerOverlay?

  /// Begins with a new mode. Its modeset has hidden the pointer.
  mutating func configured(_ plane: PointerPlane) {
    self.plane = plane
    isInFlight = false
    shown = nil
  }

  /// The pointer on the plane, as the next commit shows it.
  var overlay: PointerOverlay? { plane == .none ? nil : due }

  /// Whether the plane has to change.
  var isDue: Bool { overlay != shown }
  var movesAtOnce: Bool { plane == .atOnce }
  var usesLayer: Bool { plane == .none }

  /// Finds the pointer's pixels for a frame, and adds its layer if there is no plane.
  mutating func prepare(for geometry: OutputGeometry, in frame: inout ResolvedFrame) {
    due = place.flatMap { overlay(at: $0, in: geometry) }
    if plane == .none, let due, let upright {
      frame.layers.append(upright.layer(in: due.destination, clip: frame.pictureArea))
    }
  }

  private mutating func overlay(at place: PointerPlace, in geometry: OutputGeometry) -> PointerOverlay? {
    if imageFor?.size != geometry.mode || imageFor?.transform != geometry.transform {
      imageFor = (geometry.mode, geometry.transform)
      image = PointerImage(screen: geometry.mode, transform: geometry.transform)
      upright = geometry.transform == .normal ? image : PointerImage(screen: geometry.mode, transform: .normal)
    }
    let area = geometry.pictureArea
    guard let image, !area.isEmpty else { return nil }
    let panel = geometry.transform.map(x: place.x, y: place.y)
    func pixel(_ share: Double, _ start: Int, _ count: Int) -> Int {
      start + min(max(Int(min(max(share, 0), 1) * Double(count)), 0), count - 1)
    }
    return PointerOverlay(
      image: image,
      destination: image.destination(
        tipX: pixel(panel.x, area.x, area.width), tipY: pixel(panel.y, area.y, area.height)))
  }

  /// Records that a commit has changed the plane.
  mutating func committed() { shown = overlay }

  /// Uses a layer from now on, because the backend has refused the pointer. What the plane shows is left alone.
  mutating func giveUpPlane() {
    plane = .none
    shown = nil
  }
}
