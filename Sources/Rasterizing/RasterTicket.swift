/// A request that was handed in.
///
/// Letting go of the ticket does not cancel it.
public final class RasterTicket {
  private var onCancel: (() -> Void)?
  private let onHurry: () -> Void

  /// - Parameters:
  ///   - onCancel: called once at most.
  ///   - onHurry: somebody does not want to wait any longer.
  public init(onCancel: @escaping () -> Void, onHurry: @escaping () -> Void = {}) {
    self.onCancel = onCancel
    self.onHurry = onHurry
  }

  /// A patient request is as urgent as others from now on.
  ///
  /// Without effect on one that is being worked at.
  public func hurry() { onHurry() }

  /// The completion will not be called.
  ///
  /// Without effect once it has been.
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}
