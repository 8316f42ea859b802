#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// Reads the ELD of a device of a sound card: the description of the display behind it. Returns the number of bytes, 0 without a display, and -1 if
// the device has none. ALSA's values live on the stack by macros.
static inline int marquee_alsa_read_eld(snd_ctl_t *control, unsigned device, uint8_t *bytes, unsigned capacity) {
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_info_t *info;
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_id_alloca(&id);
    snd_ctl_elem_info_alloca(&info);
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_PCM);
    snd_ctl_elem_id_set_name(id, "ELD");
    snd_ctl_elem_id_set_device(id, device);
    snd_ctl_elem_info_set_id(info, id);
    int count = -1;
    if (snd_ctl_elem_info(control, info) == 0 && snd_ctl_elem_info_get_type(info) == SND_CTL_ELEM_TYPE_BYTES) {
        unsigned all = snd_ctl_elem_info_get_count(info);
        snd_ctl_elem_value_set_id(value, id);
        count = 0;
        if (all > 0 && snd_ctl_elem_read(control, value) == 0) {
            if (all > capacity) all = capacity;
            for (unsigned i = 0; i < all; i++) bytes[i] = snd_ctl_elem_value_get_byte(value, i);
            count = (int)all;
        }
    }
    return count;
}
