// Small on purpose: starts the site (main.tsx) once what came with the document has been painted. Before that its files
// would keep the network and the processor from what is seen first; on a phone that takes a second or two.
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
  Object.assign(script, { type: "module", crossOrigin: "anonymous", src: main, onerror: failed });
  globalThis.document.head.append(script);
}

// The site can't be had now: links work without it.
function failed() {
  globalThis.document.querySelector("#root > [inert]").inert = false;
  const notStarted = globalThis.document.getElementById("not-started");
  notStarted.hidden = false;
  notStarted.querySelector("button").onclick = () => globalThis.location.reload();
}

let started = false;
// A page in the background is not painted, and a picture may be slow.
setTimeout(start, 500);
// The pictures that stand in view (src/ui/lazy-image.tsx), then a frame that shows them.
const pictures = [...globalThis.document.querySelectorAll("[inert] main img")];
Promise.allSettled(pictures.map((picture) => picture.decode())).then(() =>
  globalThis.requestAnimationFrame(() => setTimeout(start)),
);
