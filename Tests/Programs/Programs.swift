// Holds no code: to build this target builds all programs of the packages (`make build`).
