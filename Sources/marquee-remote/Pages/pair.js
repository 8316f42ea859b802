const form = document.getElementById("form");
const code = document.getElementById("code");
const problem = document.getElementById("problem");
const go = document.getElementById("go");
let busy = false;
// A link with another code was opened during the request.
let hasNewerCode = false;
// The page to open after the person has read that the server could not store the pairing.
let pairedPage = null;
const purpose = () => new FormData(form).get("page") === "/screens" ? "screens" : "talk";
// Only the server knows where the code was made. A code of a talk's page is for that talk alone.
const showEnd = () => {
  document.getElementById("end").textContent = purpose() === "screens" ? "after twelve hours, or with the talk if its page made the code" : "with the talk";
};

async function pair() {
  if (busy) return;
  if (pairedPage) return location.replace(pairedPage);
  if (!code.value.trim()) {
    problem.textContent = "Type the code first.";
    return code.focus();
  }
  busy = true;
  problem.textContent = "";
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
      pairedPage = page;
      busy = false;
      problem.textContent = unkept;
      go.textContent = "Open";
      return go.focus();
    }
    problem.textContent = (await reply.json()).error;
  } catch {
    problem.textContent = "The server cannot be reached. Is this device on the same network?";
  }
  busy = false;
  go.textContent = "Pair";
  if (hasNewerCode) {
    hasNewerCode = false;
    return pair();
  }
  code.focus();
  code.select();
}

form.addEventListener("submit", event => {
  event.preventDefault();
  pair();
});

form.addEventListener("change", showEnd);

/** Reads the address. A QR code has its pairing code behind the #, which browsers do not send, and the page pairs with it at once. */
function readAddress() {
  const wantsScreens = new URLSearchParams(location.search).get("to") === "screens";
  const isWide = matchMedia("(min-width: 900px)").matches;
  const linkCode = location.hash.slice(1);
  form.elements.page.value = wantsScreens ? "/screens" : isWide && !linkCode ? "/console" : "/";
  showEnd();
  if (!linkCode) return code.focus();
  code.value = linkCode.slice(0, 12);
  history.replaceState(null, "", "/pair");
  if (busy) hasNewerCode = true; else pair();
}
// A link that opens in a tab with this page changes only the text behind the #, and loads nothing.
addEventListener("hashchange", readAddress);
readAddress();
