#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// The number of sample pairs that the device had recorded at a time, in nanoseconds of CLOCK_MONOTONIC.
typedef struct { int64_t pairs, time; } SoundMark;

// Records 48,000 pairs of samples a second, and returns the left samples of all of them and a mark for each block of 480. Returns NULL, or the reason why it
// could not record.
static inline const char *record_sound(const char *device, int64_t pairs, int16_t *left, SoundMark *marks) {
    snd_pcm_t *pcm;
    int error = snd_pcm_open(&pcm, device, SND_PCM_STREAM_CAPTURE, 0);
    if (error < 0) return snd_strerror(error);
    error = snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 2, 48000, 0, 500000);
    if (error < 0) return snd_strerror(error);
    snd_pcm_sw_params_t *settings;
    snd_pcm_sw_params_alloca(&settings);
    snd_pcm_sw_params_current(pcm, settings);
    snd_pcm_sw_params_set_tstamp_mode(pcm, settings, SND_PCM_TSTAMP_ENABLE);
    snd_pcm_sw_params_set_tstamp_type(pcm, settings, SND_PCM_TSTAMP_TYPE_MONOTONIC);
    snd_pcm_sw_params(pcm, settings);
    snd_pcm_start(pcm);
    snd_pcm_status_t *status;
    snd_pcm_status_alloca(&status);
    int16_t block[960];
    int64_t done = 0;
    while (done + 480 <= pairs) {
        snd_pcm_sframes_t count = snd_pcm_readi(pcm, block, 480);
        if (count != 480) {
            snd_pcm_close(pcm);
            return count < 0 ? snd_strerror((int)count) : "a short read";
        }
        for (int i = 0; i < 480; i++) left[done + i] = block[2 * i];
        snd_pcm_status(pcm, status);
        snd_htimestamp_t time;
        snd_pcm_status_get_htstamp(status, &time);
        marks[done / 480] = (SoundMark){
            done + 480 + (int64_t)snd_pcm_status_get_avail(status), (int64_t)time.tv_sec * 1000000000 + time.tv_nsec};
        done += 480;
    }
    snd_pcm_close(pcm);
    return NULL;
}
