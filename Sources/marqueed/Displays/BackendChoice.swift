/// What `--backend` says.
nonisolated enum BackendChoice: String, CaseIterable {
  case kms
  case simulated
  case auto
}
