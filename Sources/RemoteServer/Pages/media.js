// Files of contents: what is in the folder, and what is put there, a piece at a time.
import { heard, post, tell } from "./page.js";
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
/** Puts a file into the folder; tells how far it is. */
export async function uploadFile(file) {
  // Who is quicker than the first look does not know yet what is taken.
  if (!media.fileBytes) {
    await lookIntoFolder();
    // Why not has been told.
    if (!media.fileBytes) return false;
  }
  // What is too large, or no content, is not even begun.
  if (file.size > media.fileBytes) return trouble(`${file.name} has ${size(file.size)}; ${size(media.fileBytes)} are taken at most.`);
  if (!media.kinds.includes(file.name.split(".").pop().toLowerCase())) return trouble(`${file.name} is nothing that is shown. ${media.kinds.join(", ")} are.`);
  if (!file.size) return trouble(`${file.name} is empty.`);
  // Not by URLSearchParams, which makes a plus of a blank.
  const name = encodeURIComponent(file.name);
  // Another upload of this name, from here or elsewhere, is another file until it is whole.
  const upload = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  for (let at = 0, failed = 0; at < file.size;) {
    tell(`${file.name}: ${Math.floor(at / file.size * 100)} %`, { key: "upload" });
    let reply;
    try {
      reply = await fetch(`/api/upload?name=${name}&upload=${upload}&at=${at}&size=${file.size}`, {
        method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file.slice(at, at + media.pieceBytes), signal: AbortSignal.timeout(15_000),
      });
    } catch { reply = null; }
    // What was lost on the way, or too fast, is sent once more; after another piece than this one it goes on there.
    if (reply?.ok || reply?.status === 409) { at = (await reply.json()).at; failed = reply.ok ? 0 : failed + 1; }
    else if (!reply || reply.status === 429) failed += 1;
    else { tell(null, { key: "upload" }); return trouble(`${file.name}: ${(await reply.json()).error}`); }
    if (failed > 8) { tell(null, { key: "upload" }); return trouble(`${file.name} was not sent: there is no connection.`); }
    if (failed) await new Promise(done => setTimeout(done, 250 * failed));
  }
  tell(null, { key: "upload" });
  tell(`${file.name} is there.`);
  await lookIntoFolder();
  return true;
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
