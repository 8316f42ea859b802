#ifndef SYNC_GATE_H
#define SYNC_GATE_H

/// A disk that loses the data that it should keep. No errno has this number.
enum { SYNC_GATE_SKIPPED = 255 };

/// fsync(2) for a program that is started with this library in LD_PRELOAD.
///
/// MARQUEE_SYNC_GATE names a Unix socket. While a test listens there, each call sends the last part of the synced file's path, and waits
/// for one byte: 0 lets the call continue, SYNC_GATE_SKIPPED makes it do nothing and succeed, any other value is the errno with which it
/// fails. Without a listener nothing is changed.
int fsync(int descriptor);

#endif
