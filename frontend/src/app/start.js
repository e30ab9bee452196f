// Starts the site (main.tsx) once the server-rendered HTML has been painted: earlier, its files would compete for network
// and CPU with the first paint and delay it on a phone by a second or two.
const { main = "", files = "" } = globalThis.document.currentScript.dataset;
const screen = globalThis.document.getElementById("screen-files")?.textContent ?? "[]";
const RELOADED = "reloaded-to-start";

function start() {
  for (const href of [...files.split(" "), ...JSON.parse(screen)]) {
    const link = globalThis.document.createElement("link");
    Object.assign(link, { rel: "modulepreload", crossOrigin: "anonymous", href });
    globalThis.document.head.append(link);
  }
  load(0);
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
  globalThis.document.querySelector("#root > [inert]")?.removeAttribute("inert");
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

// Waits for the images in view (src/ui/lazy-image.tsx), then for a frame that shows them.
const images = [...globalThis.document.querySelectorAll("[inert] main img")];
const painted = Promise.allSettled(images.map((image) => image.decode())).then(
  () => new Promise((done) => globalThis.requestAnimationFrame(() => setTimeout(done))),
);
// A background page is not painted, and an image may be slow.
Promise.race([painted, new Promise((done) => setTimeout(done, 500))]).then(start);
