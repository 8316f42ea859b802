// This target has no code. Its build also builds the programs that the tests run (`make build-guest-programs`).
