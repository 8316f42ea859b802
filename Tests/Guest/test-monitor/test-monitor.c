// A monitor on its own I2C line, for the guest of the tests. Its EDID is at 0x50. At 0x37 it has DDC/CI with the features D6 (power mode)
// and 10 (brightness), as in VESA's E-DDC, DDC/CI 1.1 and MCCS 2.2a. For udev, the line belongs to the graphics card on the PCI bus.
//
// modprobe test-monitor edid=DIGITS; its state is in /sys/module/test_monitor/parameters.
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A monitor with DDC/CI for tests");

static char *edid = "";
module_param(edid, charp, 0444);
MODULE_PARM_DESC(edid, "its EDID, in hexadecimal digits");
static int power = 1;
module_param(power, int, 0644);
MODULE_PARM_DESC(power, "the value of its power mode");
static int writes;
module_param(writes, int, 0644);
MODULE_PARM_DESC(writes, "how often that was set");
static bool deaf;
module_param(deaf, bool, 0644);
MODULE_PARM_DESC(deaf, "it has no DDC/CI");
static bool lacks;
module_param(lacks, bool, 0644);
MODULE_PARM_DESC(lacks, "it has no power mode");
static bool stuck;
module_param(stuck, bool, 0644);
MODULE_PARM_DESC(stuck, "it takes another power mode and does not do it");
static bool sleeps;
module_param(sleeps, bool, 0644);
MODULE_PARM_DESC(sleeps, "in standby it listens, and answers nothing");

static u8 block[256];
static int block_length;
static u8 place;
static u8 reply[11];
static int reply_length;
static DEFINE_MUTEX(lock);

static u8 sum(u8 start, const u8 *bytes, int length)
{
	while (length-- > 0)
		start ^= *bytes++;
	return start;
}

// The answer of a device without data.
static void answer_nothing(void)
{
	static const u8 null[] = {0x6E, 0x80, 0xBE};

	memcpy(reply, null, sizeof(null));
	reply_length = sizeof(null);
}

static void answer(u8 feature)
{
	bool known = feature == 0x10 || (feature == 0xD6 && !lacks);
	u8 value = feature == 0xD6 ? (u8)power : 50;
	u8 most = feature == 0xD6 ? 5 : 100;
	const u8 bytes[] = {0x6E, 0x88, 0x02, known ? 0 : 1, feature, 0, 0, known ? most : 0, 0, known ? value : 0};

	memcpy(reply, bytes, sizeof(bytes));
	// Its sum begins with the host's virtual address.
	reply[10] = sum(0x50, bytes, sizeof(bytes));
	reply_length = 11;
}

static void take(const u8 *bytes, int length)
{
	int count;

	answer_nothing();
	if (length < 3 || bytes[0] != 0x51)
		return;
	count = bytes[1] & 0x7F;
	if (count + 3 > length || sum(0x6E, bytes, count + 2) != bytes[count + 2])
		return;
	if (count >= 2 && bytes[2] == 0x01 && !(sleeps && power > 1)) {
		answer(bytes[3]);
	} else if (count >= 4 && bytes[2] == 0x03 && bytes[3] == 0xD6 && !lacks) {
		writes++;
		if (!stuck)
			power = bytes[5];
	}
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, n, result = count;

	mutex_lock(&lock);
	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];
		bool reads = message->flags & I2C_M_RD;

		if (message->addr == 0x50 && block_length) {
			if (!reads && message->len)
				place = message->buf[0];
			for (n = 0; reads && n < message->len; n++)
				message->buf[n] = place < block_length ? block[place++] : 0xFF;
		} else if (message->addr == 0x37 && !deaf) {
			if (!reads)
				take(message->buf, message->len);
			for (n = 0; reads && n < message->len; n++)
				message->buf[n] = n < reply_length ? reply[n] : 0;
		} else {
			result = -ENXIO;
			break;
		}
	}
	mutex_unlock(&lock);
	return result;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {.master_xfer = transfer, .functionality = functionality};
static struct i2c_adapter adapter = {.owner = THIS_MODULE, .algo = &algorithm, .name = "test monitor"};

static struct pci_dev *card;

static int __init monitor_init(void)
{
	int error;

	block_length = min(strlen(edid) / 2, sizeof(block));
	if (hex2bin(block, edid, block_length))
		return -EINVAL;
	answer_nothing();
	for_each_pci_dev(card)
		if (card->class >> 16 == PCI_BASE_CLASS_DISPLAY)
			break;
	if (card)
		adapter.dev.parent = &card->dev;
	error = i2c_add_adapter(&adapter);
	if (error)
		pci_dev_put(card);
	return error;
}

static void __exit monitor_exit(void)
{
	i2c_del_adapter(&adapter);
	pci_dev_put(card);
}

module_init(monitor_init);
module_exit(monitor_exit);
