#pragma once
#include <argp.h>
#include <stdio.h>

// What of argp Swift cannot call: variadic functions, and what takes the variable `stdout`.

// argp_error(3): the message and where to find help on standard error, then the end with status 64; returns only under ARGP_NO_EXIT.
static inline void marquee_argp_error(const struct argp_state *state, const char *message) {
    argp_error(state, "%s", message);
}

// argp_state_help(3): the whole help on standard output, then the end with status 0; returns only under ARGP_NO_EXIT.
static inline void marquee_argp_help(const struct argp_state *state) {
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
}
