// The media folder: its files, uploads in pieces, and the daemon's check of each file.
import { announce, limitedTo, notifyChange, post, showMessage } from "./page.js";
import { openPairing } from "./stream.js";

/** The folder; `items` is null before it is loaded. */
export const media = { items: null, folder: "", fileBytes: 0, pieceBytes: 0, kinds: [] };
const showTrouble = sentence => {
  showMessage(sentence, { trouble: true, seconds: 8 });
  return false;
};
/** The server's reply. After a failure the page shows the reason, and the result is false. */
async function replyOf(request) {
  try {
    const reply = await request;
    if (reply.status === 401) openPairing();
    const answer = await reply.json();
    return reply.ok ? answer : showTrouble(answer.error);
  } catch {
    return showTrouble("That was not sent: there is no connection.");
  }
}
export async function loadFolder() {
  const answer = await replyOf(fetch("/api/media"));
  if (answer) Object.assign(media, answer);
  notifyChange();
}
export const size = bytes => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

// --- Uploads: each has a line in the list of files until the daemon has checked it

/** Uploads that run and uploads that were refused, by file name. */
export const uploads = new Map();
const changed = () => notifyChange();
function updateUpload(name, more) {
  uploads.set(name, { ...uploads.get(name), ...more });
  changed();
}
export function removeUpload(name) {
  uploads.delete(name);
  changed();
}
/** Uploads files, one after the other. */
export async function uploadFiles(files) {
  for (const file of files) updateUpload(file.name, { share: 0, reason: null });
  for (const file of files) await uploadFile(file);
}
/** Uploads a file. Returns whether the daemon can show it. */
export async function uploadFile(file) {
  updateUpload(file.name, { share: 0, reason: null });
  const reason = await send(file);
  if (reason) {
    updateUpload(file.name, { reason });
    announce(`${file.name} was not accepted. ${reason}`);
    return false;
  }
  await loadFolder();
  const item = media.items?.find(item => item.name === file.name);
  const result = item ? await checkFile(item) : {};
  uploads.delete(file.name);
  changed();
  announce(result.reason ? `${file.name} cannot be shown: ${result.reason}` : [`${file.name} is in the folder.`, result.note].filter(Boolean).join(" "));
  return !result.reason;
}
/** Sends a file. Returns the reason if it was refused, otherwise null. */
async function send(file) {
  // The limits are unknown before the folder is loaded for the first time.
  if (!media.fileBytes) {
    await loadFolder();
    if (!media.fileBytes) return "The folder cannot be read.";
  }
  if (file.size > media.fileBytes) return `The file has ${size(file.size)}. The limit is ${size(media.fileBytes)}.`;
  if (!media.kinds.includes(file.name.split(".").pop().toLowerCase())) return `This type of file cannot be shown. Use one of: ${media.kinds.join(", ")}.`;
  if (!file.size) return "The file is empty.";
  // URLSearchParams would encode a blank as a plus.
  const name = encodeURIComponent(file.name);
  // Each upload has an identifier, because another device may upload a file of the same name.
  const upload = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  for (let at = 0, failures = 0; at < file.size;) {
    updateUpload(file.name, { share: at / file.size });
    let reply;
    try {
      reply = await fetch(`/api/upload?name=${name}&upload=${upload}&at=${at}&size=${file.size}`, {
        method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file.slice(at, at + media.pieceBytes),
        // With the last piece the daemon checks the file before it replaces another one.
        signal: AbortSignal.timeout(at + media.pieceBytes < file.size ? 15_000 : 45_000),
      });
    } catch { reply = null; }
    // A lost piece and a piece that came too fast are sent again. A 409 says where the upload continues.
    if (reply?.ok || reply?.status === 409) { at = (await reply.json()).at; failures = reply.ok ? 0 : failures + 1; }
    else if (!reply || reply.status === 429) failures += 1;
    else return (await reply.json()).error;
    if (failures > 8) return "The file was not sent: there is no connection.";
    if (failures) await new Promise(done => setTimeout(done, 250 * failures));
  }
  updateUpload(file.name, { share: 1 });
  return null;
}

// --- The daemon's check of each file: its thumbnail, or the reason why it cannot be shown

const checks = new Map();
const inTurn = limitedTo(2);
const keyOf = item => `${item.name} ${item.bytes} ${item.changed}`;
/** The result of a file's check: its thumbnail with a note about missing parts, or the reason why it cannot be shown. Empty before the check. */
export const checkResult = item => checks.get(keyOf(item)) ?? {};
export async function checkFile(item) {
  const key = keyOf(item);
  const known = checks.get(key);
  if (known) return known.pending ?? known;
  const pending = inTurn(() => requestThumbnail(item));
  checks.set(key, { pending });
  const result = await pending;
  // A check without a result is repeated when the list opens again.
  if (result.picture || result.reason) checks.set(key, result); else checks.delete(key);
  changed();
  return result;
}
async function requestThumbnail(item) {
  try {
    const picture = `/thumbnail?name=${encodeURIComponent(item.name)}&version=${item.changed}-${item.bytes}`;
    const reply = await fetch(picture, { signal: AbortSignal.timeout(30_000) });
    if (reply.status === 401) openPairing();
    if (reply.ok) return { picture, note: decodeURIComponent(reply.headers.get("Marquee-Note") ?? "") };
    // The person knows the path already.
    return reply.status === 422 ? { reason: (await reply.json()).error.replace(`${media.folder}/${item.name}`, "The file") } : {};
  } catch {
    return {};
  }
}
export async function removeFile(name) {
  const answer = await replyOf(post("/api/remove", { name }));
  // Load the folder after a failure too: another device may have deleted the file.
  await loadFolder();
  return answer;
}
export async function showFiles(screen, items, seconds) {
  const answer = await replyOf(post("/api/show", { screen, items, seconds }, 20_000));
  if (answer) showMessage(answer.note ?? `${screen} shows ${items.length === 1 ? items[0] : `${items.length} files`}.`);
  return answer;
}
