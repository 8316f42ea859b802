// Files of contents: what is in the folder, and what is put there, a piece at a time.
import { heard, post, say, tell } from "./page.js";
import { leave } from "./stream.js";

/** The folder, once it was looked at. */
export const media = { items: null, folder: "", fileBytes: 0, pieceBytes: 0, kinds: [] };
// Of several files each is told of.
const trouble = sentence => {
  tell(sentence, { trouble: true, seconds: 8 });
  return false;
};
/** What the server answers, or nothing where it did not do it, and the page says why. */
async function answered(asked) {
  try {
    const reply = await asked;
    if (reply.status === 401) leave();
    const answer = await reply.json();
    return reply.ok ? answer : trouble(answer.error);
  } catch {
    return trouble("That was not sent: there is no connection.");
  }
}
/** Looks into the folder. */
export async function lookIntoFolder() {
  const answer = await answered(fetch("/api/media"));
  if (answer) Object.assign(media, answer);
  heard.forEach(handler => handler());
}
export const size = bytes => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
// --- Uploads: each has a line in the list of files, from its choice until it is judged

/** Files on their way, and those that were not taken, by their names. */
export const uploads = new Map();
const changed = () => heard.forEach(handler => handler());
function note(name, more) {
  uploads.set(name, { ...uploads.get(name), ...more });
  changed();
}
/** Takes the line of an upload out of the list. */
export function forgetUpload(name) {
  uploads.delete(name);
  changed();
}
/** Puts files into the folder, one after the other. */
export async function uploadFiles(files) {
  for (const file of files) note(file.name, { share: 0, reason: null });
  for (const file of files) await uploadFile(file);
}
/** Puts a file into the folder; returns whether it can be shown. */
export async function uploadFile(file) {
  note(file.name, { share: 0, reason: null });
  const reason = await send(file);
  if (reason) {
    note(file.name, { reason });
    say(`${file.name} was not taken. ${reason}`);
    return false;
  }
  await lookIntoFolder();
  const item = media.items?.find(item => item.name === file.name);
  const verdict = item ? await judge(item) : {};
  uploads.delete(file.name);
  changed();
  say(verdict.reason ? `${file.name} cannot be shown: ${verdict.reason}` : `${file.name} is there.`);
  return !verdict.reason;
}
/** Sends a file; returns why it was not taken, or nothing. */
async function send(file) {
  // Who is quicker than the first look does not know yet what is taken.
  if (!media.fileBytes) {
    await lookIntoFolder();
    if (!media.fileBytes) return "The folder cannot be looked into.";
  }
  // What is too large, or no content, is not even begun.
  if (file.size > media.fileBytes) return `It has ${size(file.size)}; ${size(media.fileBytes)} are taken at most.`;
  if (!media.kinds.includes(file.name.split(".").pop().toLowerCase())) return `It is of a type that is not shown. These are: ${media.kinds.join(", ")}.`;
  if (!file.size) return "It is empty.";
  // Not by URLSearchParams, which makes a plus of a blank.
  const name = encodeURIComponent(file.name);
  // Another upload of this name, from here or elsewhere, is another file until it is whole.
  const upload = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  for (let at = 0, failed = 0; at < file.size;) {
    note(file.name, { share: at / file.size });
    let reply;
    try {
      reply = await fetch(`/api/upload?name=${name}&upload=${upload}&at=${at}&size=${file.size}`, {
        method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file.slice(at, at + media.pieceBytes),
        // Before a whole file replaces another one the daemon looks at it.
        signal: AbortSignal.timeout(at + media.pieceBytes < file.size ? 15_000 : 45_000),
      });
    } catch { reply = null; }
    // What was lost on the way, or too fast, is sent once more; after another piece than this one it goes on there.
    if (reply?.ok || reply?.status === 409) { at = (await reply.json()).at; failed = reply.ok ? 0 : failed + 1; }
    else if (!reply || reply.status === 429) failed += 1;
    else return (await reply.json()).error;
    if (failed > 8) return "It was not sent: there is no connection.";
    if (failed) await new Promise(done => setTimeout(done, 250 * failed));
  }
  note(file.name, { share: 1 });
  return null;
}

// --- Whether the files of the folder can be shown, and how they look

const verdicts = new Map();
const mostAtOnce = 2;
let underway = 0;
const queue = [];
const keyOf = item => `${item.name} ${item.bytes} ${item.changed}`;
/** What is known of a file: a picture of it, or the reason why it cannot be shown, or nothing yet. */
export const verdictOn = item => verdicts.get(keyOf(item)) ?? {};
/** Has the daemon look at a file. */
export async function judge(item) {
  const key = keyOf(item);
  const known = verdicts.get(key);
  if (known) return known.asked ?? known;
  const asked = inTurn(item);
  verdicts.set(key, { asked });
  const verdict = await asked;
  // A file of which nothing was found out is looked at once more when the list is opened again.
  if (verdict.picture || verdict.reason) verdicts.set(key, verdict); else verdicts.delete(key);
  changed();
  return verdict;
}
async function inTurn(item) {
  if (underway >= mostAtOnce) await new Promise(done => queue.push(done));
  underway += 1;
  try {
    const picture = `/thumbnail?name=${encodeURIComponent(item.name)}&version=${item.changed}-${item.bytes}`;
    const reply = await fetch(picture, { signal: AbortSignal.timeout(30_000) });
    if (reply.status === 401) leave();
    if (reply.ok) return { picture };
    // What was said of the path is known here.
    return reply.status === 422 ? { reason: (await reply.json()).error.replace(`${media.folder}/${item.name}`, "It") } : {};
  } catch {
    return {};
  } finally {
    underway -= 1;
    queue.shift()?.();
  }
}
/** Takes a file away. */
export async function removeFile(name) {
  const answer = await answered(post("/api/remove", { name }));
  // Also where it was not: somebody else may have taken it away.
  await lookIntoFolder();
  return answer;
}
/** Has a screen show files, one after the other. */
export async function showFiles(screen, items, seconds) {
  const answer = await answered(post("/api/show", { screen, items, seconds }, 20_000));
  if (answer) tell(answer.note ?? `${screen} shows ${items.length === 1 ? items[0] : `${items.length} files`}.`);
  return answer;
}
