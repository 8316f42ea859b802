import ArgumentParser

/// What `--backend` says.
nonisolated enum BackendChoice: String, ExpressibleByArgument, CaseIterable {
  case kms
  case simulated
  case auto
}
