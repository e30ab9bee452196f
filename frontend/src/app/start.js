// Starts the site (main.tsx) once the server-rendered HTML has been painted: earlier, its files would compete for network
// and CPU with the first paint and delay it on a phone by a second or two.
const { main = "", files = "" } = globalThis.document.currentScript.dataset;
const screen = globalThis.document.getElementById("screen-files")?.textContent ?? "[]";

function start() {
  if (started) return;
  started = true;
  for (const href of [...files.split(" "), ...JSON.parse(screen)]) {
    const link = globalThis.document.createElement("link");
    Object.assign(link, { rel: "modulepreload", crossOrigin: "anonymous", href });
    globalThis.document.head.append(link);
  }
  const script = globalThis.document.createElement("script");
  Object.assign(script, { type: "module", crossOrigin: "anonymous", src: main, onerror: onFailure });
  globalThis.document.head.append(script);
}

// The site cannot be loaded: links work without it.
function onFailure() {
  globalThis.document.querySelector("#root > [inert]").inert = false;
  const notStarted = globalThis.document.getElementById("not-started");
  notStarted.hidden = false;
  notStarted.querySelector("button").onclick = () => globalThis.location.reload();
}

let started = false;
// Fallback: a background page is not painted, and an image may be slow.
setTimeout(start, 500);
// Waits for the images in view (src/ui/lazy-image.tsx), then for a frame that shows them.
const images = [...globalThis.document.querySelectorAll("[inert] main img")];
Promise.allSettled(images.map((image) => image.decode())).then(() =>
  globalThis.requestAnimationFrame(() => setTimeout(start)),
);
