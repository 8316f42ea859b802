/// An atomic commit as data: properties of objects and their new values.
///
/// Of two values of a property the later one counts.
///
/// It is sorted by object and property, in the four arrays of `struct drm_mode_atomic`. So refilling and committing it allocate nothing.
/// Empty it with `removeAll` to use it again.
public struct AtomicRequest: Hashable, Sendable {
  private var objects: [UInt32] = []
  private var counts: [UInt32] = []
  private var properties: [UInt32] = []
  private var values: [UInt64] = []

  /// An empty request with room for `capacity` properties before it grows.
  public init(capacity: Int = 32) {
    let capacity = min(max(0, capacity), 4096)
    objects.reserveCapacity(capacity)
    counts.reserveCapacity(capacity)
    properties.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  /// Whether it has no properties.
  public var isEmpty: Bool { objects.isEmpty }
  /// The number of properties.
  public var count: Int { properties.count }

  /// Removes all properties, and keeps the memory.
  public mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Requests a property's value.
  public mutating func add<Kind: ~Copyable>(_ object: ObjectID<Kind>, _ property: PropertyID, _ value: UInt64) {
    add(PropertySetting(object: object.rawValue, property: property, value: value))
  }

  /// Requests a property's value.
  public mutating func add(_ setting: PropertySetting) {
    var slot = 0
    var place = 0
    while slot < objects.count, objects[slot] < setting.object {
      place += Int(counts[slot])
      slot += 1
    }
    if slot == objects.count || objects[slot] != setting.object {
      objects.insert(setting.object, at: slot)
      counts.insert(0, at: slot)
    }
    let end = place + Int(counts[slot])
    while place < end, properties[place] < setting.property.rawValue { place += 1 }
    if place < end, properties[place] == setting.property.rawValue {
      values[place] = setting.value
    } else {
      properties.insert(setting.property.rawValue, at: place)
      values.insert(setting.value, at: place)
      counts[slot] += 1
    }
  }

  /// Adds another request.
  ///
  /// If both have a property, the value of `other` counts.
  public mutating func add(_ other: AtomicRequest) {
    for setting in other.settings { add(setting) }
  }

  /// The properties and values, sorted by object and property.
  public var settings: [PropertySetting] {
    let owners = zip(objects, counts).flatMap { repeatElement($0, count: Int($1)) }
    return zip(owners, zip(properties, values)).map { object, setting in
      PropertySetting(object: object, property: PropertyID(rawValue: setting.0), value: setting.1)
    }
  }

  /// The new value; nil if there is none.
  public func value<Kind: ~Copyable>(_ object: ObjectID<Kind>, _ property: PropertyID) -> UInt64? {
    settings.first { $0.object == object.rawValue && $0.property == property }?.value
  }

  /// Lends the arrays in the kernel's order: objects, the number of properties of each object, properties, values.
  borrowing func withArrays<Failure: Error>(
    _ body: (
      UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt64>
    ) throws(Failure) -> Void
  ) throws(Failure) {
    try unsafe objects.withUnsafeBufferPointer { (objects) throws(Failure) in
      try unsafe counts.withUnsafeBufferPointer { (counts) throws(Failure) in
        try unsafe properties.withUnsafeBufferPointer { (properties) throws(Failure) in
          try unsafe values.withUnsafeBufferPointer { (values) throws(Failure) in
            try unsafe body(objects, counts, properties, values)
          }
        }
      }
    }
  }
}

/// A property of an object, and its new value.
public struct PropertySetting: Hashable, Sendable {
  /// The number of the object of any kind.
  public var object: UInt32
  /// The property.
  public var property: PropertyID
  /// The value.
  public var value: UInt64
}

/// The options of an atomic commit (`DRM_MODE_ATOMIC_*` and `DRM_MODE_PAGE_FLIP_*` in drm_mode.h).
public struct CommitFlags: OptionSet, Hashable, Sendable {
  /// The kernel's bits.
  public var rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Send an event for each CRTC when its picture is shown.
  ///
  /// The kernel refuses it together with `testOnly`.
  public static let pageFlipEvent = CommitFlags(rawValue: 0x01)
  /// Do not wait for a vertical blank.
  ///
  /// The picture may tear.
  public static let async = CommitFlags(rawValue: 0x02)
  /// Only test whether the commit would work.
  public static let testOnly = CommitFlags(rawValue: 0x0100)
  /// Return before the picture is shown.
  public static let nonblocking = CommitFlags(rawValue: 0x0200)
  /// Allow changes of modes, connections and power.
  ///
  /// They may blank a screen for a moment.
  public static let allowModeset = CommitFlags(rawValue: 0x0400)
}
