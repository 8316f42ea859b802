// Holds no code: to build this target builds what the tests run besides (`make build-guest-programs`).
