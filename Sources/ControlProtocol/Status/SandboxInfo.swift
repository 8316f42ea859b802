/// A worker that lacks a part of its sandbox, as its last process has reported it.
public struct SandboxInfo: Codable, Hashable, Sendable {
  /// The worker's program.
  public var worker: String
  /// Whether other files are kept from it (Landlock).
  public var files: Bool
  /// Whether calls of the kernel that it does not need are refused to it (seccomp).
  public var calls: Bool
  /// What is missing and why, a phrase for each part.
  public var reasons: [String]

  /// Makes one from its fields.
  public init(worker: String, files: Bool, calls: Bool, reasons: [String]) {
    self.worker = worker
    self.files = files
    self.calls = calls
    self.reasons = reasons
  }
}
