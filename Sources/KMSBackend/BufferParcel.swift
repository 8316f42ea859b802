/// Buffers on their way from one thread to the other: made and given back on the probe thread, used on the display thread.
///
/// Sendable because only one thread has them at a time: who hands the parcel over keeps no reference to what is in it, and the
/// queue that it travels in orders the two. What is not taken out is given back where the parcel ends.
final class BufferParcel: @unchecked Sendable {
  private var buffers: OutputBuffers?

  init(_ buffers: OutputBuffers) {
    self.buffers = buffers
  }

  /// Takes the buffers out; nil where somebody has.
  func open() -> OutputBuffers? {
    defer { buffers = nil }
    return buffers
  }
}
