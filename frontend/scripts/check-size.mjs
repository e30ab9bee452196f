/**
 * Fails when a page ships more than its limit: what is fetched before it answers a press; gzipped JavaScript of the first load of / (the entry and the home page with
 * all their imports), and what each screen adds to the entry. Reads the manifests of the build in dist/site, or in the
 * folder given as the first argument; build first (`npm run build`).
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

/**
 * Limit of the first load, in gzipped bytes: 165 kB (the issue "The public browsing area") and 6 kB for react-router, Emotion
 * and the charts' store as they are shipped (docs/decisions/0057), 1 kB for pictures with their sizes and 1 kB for the addresses
 * of brands' pages, 1.5 kB for the pages of every event and the dashboard's header and footer (docs/decisions/0073), 1 kB for
 * fetching again what a change of network ended (docs/decisions/0023), 3 kB for event days in words, the isolation of
 * names (docs/decisions/0088), the end of events and calls with a proof of work (docs/decisions/0091), and 0.8 kB to recognise a
 * call that was asked to wait (docs/decisions/0102; what repeats it and says so is loaded with the first one), and 1.1 kB to answer
 * presses and keep what was typed before the site has started (docs/decisions/0105), and 1 kB for products at addresses over the page and
 * the entries that Back closes (docs/decisions/0108), and 0.3 kB for answers that are kept for a page without network (docs/decisions/0109), and 0.7 kB
 * for what frames keep in view of a picture, whole logos and links as high as a finger needs (docs/decisions/0116), and 0.1 kB to follow the scrolling while
 * the site is rendered, which spares a slow phone two layouts, and 0.5 kB to evaluate the first files one by one (docs/decisions/0105), and 1.9 kB for languages: to switch and offer them, and texts in catalogues (docs/decisions/0130), and 0.4 kB for dates in the
 * words of a given language and an event's texts in another one (docs/decisions/0134).
 */
const MAX_FIRST_LOAD = 185_900;
/** Default limit of what a screen adds, in gzipped bytes; screens with forms, dialogs or tables have their own. */
const MAX_PER_SCREEN = 20_000;
// Forms with an e-mail address ask about mistyped hosts: 0.5 kB; its dialog is loaded when it asks.
const MAX_BY_PATH = {
  // With names of categories, which are in the page's language: 0.2 kB here and below (docs/decisions/0130).
  "/ngo": 20_300,
  "/services": 20_300,
  "/products": 20_300,
  // With the ways to ask for a product and to share it; a product's page also has its pictures.
  "/brands/:brandName": 22_700,
  "/services/brands/:brandName": 22_700,
  "/categories/:categoryName/:brandSlug": 22_700,
  "/brands/:brandName/products/:product": 25_600,
  "/services/brands/:brandName/products/:product": 25_600,
  // Forms with an address ask about mistyped ones; the question itself is loaded when it is asked (docs/decisions/0092).
  // And where the box for WhatsApp is loaded, if the site has it: 0.1 kB here and below (docs/decisions/0122).
  "/join": 95_900,
  "/join-entrepreneur": 95_900,
  // With the rules of what the event asks; its fields are loaded when there are any (docs/decisions/0077).
  // And the sum of several stalls, whose list is loaded where an order may have more than one: 0.8 kB (docs/decisions/0131).
  "/paid-events/mela/register": 95_700,
  "/paid-events/:event/register": 95_700,
  // With public contacts, the list of links and the correction of the address (docs/decisions/0092, 0093).
  "/my/brand": 65_700,
  // The brand's page, made of her draft.
  "/my/brand/look": 28_800,
  "/corporate-gifting": 67_700,
  // With prices by date, the search of who is there, and the offer of a waiting list, which is loaded for a full type (docs/decisions/0114,
  // 0115, 0117). Reserving is a chunk of its own that the form has, too, to add a stall: 0.8 kB (docs/decisions/0131).
  "/paid-events/mela": 67_100,
  "/paid-events/:event": 67_100,
  "/my-booking": 55_000,
  "/find-my-booking": 53_000,
  "/paid-events/mela/offer": 46_200,
  // A chunk with the page above.
  "/paid-events/mela/waiting-list": 46_200,
  "/support": 47_100,
  "/find-my-listing": 50_600,
  // With the calls of the GST, payouts and disputes views, which all administrators' pages share.
  "/paid-events/mela/dashboard": 58_300,
  // The gate has a camera's part that is loaded when it scans, and sales that are loaded when something is sold; its texts in catalogues, and the calls of both.
  "/paid-events/mela/gate": 58_000,
  // With the calls about several stalls (docs/decisions/0131), and of languages.
  "/paid-events/mela/admin-login": 40_300,
  "/paid-events/mela/admin-invitation": 43_000,
  // With times to set up, here and on the ticket (docs/decisions/0129).
  "/paid-events/mela/payment-success": 40_500,
  "/paid-events/:event/payment-success": 40_500,
  "/paid-events/mela/payment-failure": 26_500,
  "/paid-events/:event/payment-failure": 26_500,
  // With the calls for the facts of the event that the address names.
  "/paid-events/policies": 26_000,
  "/paid-events/:event/policies": 26_000,
};
/**
 * What a page may fetch before it answers a press (docs/decisions/0105): the start script, which keeps presses and asks about a
 * stall, in gzipped bytes; the preloaded fonts, in bytes; and its requests: the document, the start script and the fonts.
 */
const MAX_BEFORE_ANSWER = { script: 3_000, fonts: 40_000, requests: 25 };
/** Most script files of a page until the site has taken over: each has a request's headers and a place in the phone's queue. */
const MAX_FILES = 38;
/** Pages with forms have more; they are reached from pages that have fetched most of them. */
// Links as high as a finger needs are a file that most of them share with others (docs/decisions/0116).
const MAX_FILES_BY_PATH = {
  "/my/brand/look": 39,
  "/paid-events/mela": 45,
  "/paid-events/:event": 45,
  "/join": 58,
  "/join-entrepreneur": 58,
  "/paid-events/mela/register": 61,
  "/paid-events/:event/register": 61,
  "/my/brand": 54,
  "/paid-events/mela/payment-success": 54,
  "/paid-events/:event/payment-success": 54,
  "/corporate-gifting": 37,
  "/my-booking": 39,
  "/find-my-booking": 37,
  "/support": 33,
  "/paid-events/mela/dashboard": 40,
  "/find-my-listing": 37,
  "/payment-success": 32,
  "/paid-events/mela/payment-failure": 39,
  "/paid-events/:event/payment-failure": 39,
  // Uploads are a file that it shares with the dashboard.
  // The ticket's times to set up are a file that it shares with the gate (docs/decisions/0129).
};
const ENTRIES = ["index.html", "src/features/content/home/home.page.tsx"];

/** The files of the entries and their static imports, without duplicates. */
export function filesOf(manifest, entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...seen].map((key) => manifest[key].file);
}

const gzipped = (site, file) => gzipSync(readFileSync(join(site, file)), { level: 9 }).length;

/** What each screen adds to the entry, in gzipped bytes, by path; see `screenFiles` in vite.config.ts. */
function screens(site) {
  const files = JSON.parse(readFileSync(join(site, ".vite/screens.json"), "utf8"));
  return Object.entries(files).map(([path, own]) => ({
    path,
    files: own.length,
    mostFiles: MAX_FILES_BY_PATH[path] ?? MAX_FILES,
    bytes: own.reduce((sum, file) => sum + gzipped(site, file), 0),
    most: MAX_BY_PATH[path] ?? MAX_PER_SCREEN,
  }));
}

/** The start script in the document, which fetches the other files (`startAfterPaint` in vite.config.ts). */
const START = /<script defer src="\/(?<file>assets\/start-[^"]+)"/;

/** The files of the first load of / with their gzipped sizes in bytes, largest first. */
function firstLoad(site) {
  const manifest = JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8"));
  const start = START.exec(readFileSync(join(site, "index.html"), "utf8"))?.groups.file;
  if (start === undefined) throw new Error("index.html names no start script");
  return [start, ...filesOf(manifest, ENTRIES)]
    .map((file) => ({ file, bytes: gzipped(site, file) }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

const FONT = /<link rel="preload" as="font" [^>]*href="\/(?<file>[^"]+)"/g;

/** What a page fetches before it answers a press, as in MAX_BEFORE_ANSWER. */
function beforeAnswer(site) {
  const html = readFileSync(join(site, "index.html"), "utf8");
  const fonts = [...html.matchAll(FONT)].map(({ groups }) => statSync(join(site, groups.file)).size);
  return {
    script: gzipped(site, START.exec(html)?.groups.file),
    fonts: fonts.reduce((sum, bytes) => sum + bytes, 0),
    requests: 2 + fonts.length,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const site = process.argv[2] ?? fileURLToPath(new URL("../dist/site", import.meta.url));
  const files = firstLoad(site);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of files) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const summary = `First load of /: ${(total / 1000).toFixed(1)} kB of JavaScript gzipped, at most ${MAX_FIRST_LOAD / 1000} kB`;
  if (total > MAX_FIRST_LOAD) {
    console.error(`${summary}: too much.`);
    process.exitCode = 1;
  } else console.log(`${summary}.`);
  for (const [what, amount] of Object.entries(beforeAnswer(site))) {
    const most = MAX_BEFORE_ANSWER[what];
    const line = `Before a press is answered, ${what}: ${amount}, at most ${most}`;
    if (amount <= most) console.log(`${line}.`);
    else {
      console.error(`${line}: too much.`);
      process.exitCode = 1;
    }
  }
  const entry = filesOf(JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8")), ["index.html"]).length;
  for (const { path, files, mostFiles } of screens(site).filter((each) => entry + each.files > each.mostFiles)) {
    console.error(`${path} fetches ${entry + files} files of JavaScript, at most ${mostFiles}: too many.`);
    process.exitCode = 1;
  }
  for (const { path, bytes, most } of screens(site).filter((each) => each.bytes > each.most)) {
    console.error(
      `${path} adds ${(bytes / 1000).toFixed(1)} kB of JavaScript gzipped, at most ${most / 1000} kB: too much.`,
    );
    process.exitCode = 1;
  }
}
