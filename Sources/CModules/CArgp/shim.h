#pragma once
#include <argp.h>
#include <stdio.h>

// Functions of argp that Swift cannot call: variadic functions, and functions with the variable `stdout`.

// argp_error(3): prints the message and a hint about help to standard error, and exits with status 64. Returns only with ARGP_NO_EXIT.
static inline void marquee_argp_error(const struct argp_state *state, const char *message) {
    argp_error(state, "%s", message);
}

// argp_state_help(3): prints the whole help to standard output, and exits with status 0. Returns only with ARGP_NO_EXIT.
static inline void marquee_argp_help(const struct argp_state *state) {
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
}
