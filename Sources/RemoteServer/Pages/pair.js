const form = document.getElementById("form");
const code = document.getElementById("code");
const said = document.getElementById("said");
const go = document.getElementById("go");
let busy = false;
/** What this device asks to be paired for. */
const purpose = () => new FormData(form).get("page") === "/screens" ? "screens" : "talk";
// Which code it is only the server knows: one that a page of a talk has made is for that talk alone.
const sayEnd = () => {
  document.getElementById("end").textContent = purpose() === "screens" ? "after twelve hours, or with the talk whose code this is" : "with the talk";
};

async function pair() {
  if (busy) return;
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
      const { role, page: theirs } = await reply.json();
      const page = theirs ?? new FormData(form).get("page");
      location.replace(role === "control" || page === "/screens" ? page : "/");
      return;
    }
    said.textContent = (await reply.json()).error;
  } catch {
    said.textContent = "The server cannot be reached. Is this device in the same network?";
  }
  busy = false;
  go.textContent = "Pair";
  code.focus();
  code.select();
}

form.addEventListener("submit", event => {
  event.preventDefault();
  pair();
});

form.addEventListener("change", sayEnd);

const wantsScreens = new URLSearchParams(location.search).get("to") === "screens";
if (wantsScreens) form.elements.page.value = "/screens";
// From the QR code: what stands behind the # is told to nobody on the way.
const carried = location.hash.slice(1);
if (carried) {
  code.value = carried.slice(0, 12);
  history.replaceState(null, "", "/pair");
  pair();
} else {
  if (!wantsScreens && matchMedia("(min-width: 900px)").matches) form.elements.page.value = "/console";
  code.focus();
}
sayEnd();
