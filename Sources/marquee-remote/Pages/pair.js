const form = document.getElementById("form");
const code = document.getElementById("code");
const said = document.getElementById("said");
const go = document.getElementById("go");
let busy = false;
// A link with another code was opened meanwhile.
let newer = false;
// The page for a device whose pairing ends with the server: it is opened once that was read.
let paired = null;
/** What this device asks to be paired for. */
const purpose = () => new FormData(form).get("page") === "/screens" ? "screens" : "talk";
// Which code it is only the server knows: one that a page of a talk has made is for that talk alone.
const sayEnd = () => {
  document.getElementById("end").textContent = purpose() === "screens" ? "after twelve hours, or with the talk whose code this is" : "with the talk";
};

async function pair() {
  if (busy) return;
  if (paired) return location.replace(paired);
  if (!code.value.trim()) {
    said.textContent = "Type the code first.";
    return code.focus();
  }
  busy = true;
  said.textContent = "";
  go.textContent = "Pairing …";
  try {
    const reply = await fetch("/api/pair", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: code.value, purpose: purpose() }),
    });
    if (reply.ok) {
      const { role, page: theirs, unkept } = await reply.json();
      const wanted = theirs ?? new FormData(form).get("page");
      const page = role === "control" || wanted === "/screens" ? wanted : "/";
      if (!unkept) return location.replace(page);
      paired = page;
      busy = false;
      said.textContent = unkept;
      go.textContent = "Open";
      return go.focus();
    }
    said.textContent = (await reply.json()).error;
  } catch {
    said.textContent = "The server cannot be reached. Is this device in the same network?";
  }
  busy = false;
  go.textContent = "Pair";
  if (newer) {
    newer = false;
    return pair();
  }
  code.focus();
  code.select();
}

form.addEventListener("submit", event => {
  event.preventDefault();
  pair();
});

form.addEventListener("change", sayEnd);

/** Obeys the address, and pairs at once with the code of a QR code: what stands behind the # is told to nobody on the way. */
function obeyAddress() {
  const wantsScreens = new URLSearchParams(location.search).get("to") === "screens";
  const isWide = matchMedia("(min-width: 900px)").matches;
  const carried = location.hash.slice(1);
  form.elements.page.value = wantsScreens ? "/screens" : isWide && !carried ? "/console" : "/";
  sayEnd();
  if (!carried) return code.focus();
  code.value = carried.slice(0, 12);
  history.replaceState(null, "", "/pair");
  if (busy) newer = true; else pair();
}
// A link that is opened in a tab with this page changes what stands behind the #, and loads nothing.
addEventListener("hashchange", obeyAddress);
obeyAddress();
