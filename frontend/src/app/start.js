// Starts the site (main.tsx) once the server-rendered HTML has been painted: earlier, its files would compete for network
// and CPU with the first paint and delay it on a phone by a second or two.
const { main = "", files = "" } = globalThis.document.currentScript.dataset;
const screen = globalThis.document.getElementById("screen-files")?.textContent ?? "[]";
const RELOADED = "reloaded-to-start";

const hrefs = [...files.split(" "), ...JSON.parse(screen)];

// In small groups: asking for all of them at once keeps a slow phone from answering for a fifth of a second.
function start() {
  for (const href of hrefs.splice(0, 8)) {
    const link = globalThis.document.createElement("link");
    Object.assign(link, { rel: "modulepreload", crossOrigin: "anonymous", href });
    globalThis.document.head.append(link);
  }
  if (hrefs.length > 0) setTimeout(start);
  else evaluate().then(() => load(0));
}

// Evaluates the files that the site imports, each in a task of its own: together they would keep a slow phone from answering for
// half a second.
async function evaluate() {
  for (const file of files.split(" ")) {
    // One that is missing is tried again with the site.
    await import(file).catch(() => undefined);
    await new Promise((done) => setTimeout(done));
  }
}

// Fetches the site, after so many failures.
function load(failures) {
  const script = globalThis.document.createElement("script");
  const onerror = () => onFailure(script, failures + 1);
  Object.assign(script, { type: "module", crossOrigin: "anonymous", src: main, onerror });
  globalThis.document.head.append(script);
}

// A file was not fetched, e.g. because the phone has changed its network: tried again after 2, 4 and then every 8 s, and once the
// phone is online. Until the site has started (main.tsx), the line says so, and links work without it.
function onFailure(script, failures) {
  script.remove();
  const notStarted = globalThis.document.getElementById("not-started");
  notStarted.hidden = false;
  notStarted.querySelector("button").onclick = () => globalThis.location.reload();
  const again = () => {
    clearTimeout(timer);
    globalThis.removeEventListener("online", again);
    if (failures > 3) reloadOrLoad(failures);
    else load(failures);
  };
  const timer = setTimeout(again, [2000, 4000][failures - 1] ?? 8000);
  globalThis.addEventListener("online", again);
}

// Some browsers remember that a file failed, and an update of the site takes files away: nothing but a new page helps then.
// Nothing is lost, since nothing has started. Once a minute at most.
async function reloadOrLoad(failures) {
  const page = await fetch(globalThis.location.href, { method: "HEAD" }).catch(() => undefined);
  try {
    if (page?.status < 500 && Date.now() - sessionStorage.getItem(RELOADED) >= 60_000) {
      sessionStorage.setItem(RELOADED, Date.now());
      globalThis.location.reload();
      return;
    }
  } catch {
    // Storage is blocked: the page could reload again and again.
  }
  load(failures);
}

// What is pressed in the server-rendered view is kept, and answered by the site once it has started (take-over.ts). The page says
// so at once, and marks it. Links work as they are; stalls are links too, which works where this script has not come.
const view = globalThis.document.getElementById("first-view");
const controlOf = ({ target }) => target.closest("a, button");
const drop = () => view.querySelector("[data-coming]")?.removeAttribute("data-coming");

// Until the site has taken over, `data-coming` is at the control whose press counts: the latest.
function keep(control) {
  drop();
  control.dataset.coming = "";
  if (!asks(control)) say(control.dataset.stall ?? control.ariaLabel ?? control.textContent.trim());
}

function say(name) {
  const line = globalThis.document.getElementById("coming");
  line.textContent = line.dataset.text.replace("{name}", () => name);
}

// The question about a free stall has come with the page (first-question.tsx): it is asked at once. The site asks it again, and
// passes a Yes on.
const question = globalThis.document.getElementById("first-question");

function asks({ dataset }) {
  if (dataset.status !== "Available" || !question?.showModal) return false;
  for (const slot of question.querySelectorAll("[data-fill]")) slot.textContent = dataset[slot.dataset.fill];
  question.showModal();
  return true;
}

question?.addEventListener("click", ({ target }) => {
  // The backdrop is the dialog's own.
  if (target === question || target.closest("[data-no]")) question.close();
  const yes = target.closest("[data-yes]:not([aria-disabled])");
  if (!yes) return;
  question.dataset.agreed = "";
  yes.setAttribute("aria-disabled", "true");
  yes.textContent = yes.dataset.pending;
  const status = question.querySelector("[data-waits]");
  status.textContent = status.dataset.waits;
});
question?.addEventListener("close", () => {
  drop();
  const yes = question.querySelector("[data-yes]");
  delete question.dataset.agreed;
  yes.removeAttribute("aria-disabled");
  yes.textContent = YES;
  question.querySelector("[data-waits]").textContent = "";
});
const YES = question?.querySelector("[data-yes]").textContent;

view?.addEventListener("click", (event) => {
  const control = controlOf(event);
  delete control?.dataset.down;
  if (!control?.matches("button, [data-stall]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (question?.contains(control)) return;
  event.preventDefault();
  keep(control);
});
// A button answers the space bar, too; the first view's stalls are links.
view?.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches("a[data-stall]")) return;
  event.preventDefault();
  event.target.click();
});
// The value is kept by the field itself.
view?.addEventListener("change", ({ target }) => {
  if (target.matches("select")) say(target.selectedOptions[0].text);
});
// The site may take over between pressing and letting go.
view?.addEventListener("pointerdown", (event) => {
  if (event.button === 0) controlOf(event)?.setAttribute("data-down", "");
});
for (const end of ["pointerup", "pointercancel"])
  globalThis.addEventListener(end, () =>
    // The click comes first.
    setTimeout(() => view?.querySelector("[data-down]")?.removeAttribute("data-down")),
  );

// Waits for the images in view (src/ui/lazy-image.tsx), then for a frame that shows them.
const images = [...globalThis.document.querySelectorAll("#first-view main img")];
const painted = Promise.allSettled(images.map((image) => image.decode())).then(
  () => new Promise((done) => globalThis.requestAnimationFrame(() => setTimeout(done))),
);
// A background page is not painted, and an image may be slow.
Promise.race([painted, new Promise((done) => setTimeout(done, 500))]).then(start);
