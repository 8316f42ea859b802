/// A request that was handed in.
///
/// Letting go of the ticket does not cancel it.
public final class RasterTicket {
  private var onCancel: (() -> Void)?

  /// - Parameter onCancel: called once at most.
  public init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  /// The completion will not be called.
  ///
  /// Without effect once it has been.
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}
