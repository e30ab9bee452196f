/**
 * Checks that the image has what the product reads by a computed name (decision 81): runs inside the image, as its user and
 * without a network, and needs nothing beside it.
 *
 *   docker run --rm --network none --read-only --tmpfs /tmp -v "$PWD/deploy/test:/app/check:ro" \
 *     -v "$PWD/backend/test/pictures/samples:/samples:ro" sakhi-bazaar:1.0.0 node check/image.mjs
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { report, verdict } from "./setup.mjs";

const APP = process.cwd();
const require = createRequire(join(APP, "backend/dist/bundle/jobs.js"));

/** Starts the decoder as jobs does, with its limits and without our settings. */
function decode(bytes) {
  const limits = 'ulimit -d 716800 && ulimit -t 120 && exec "$@"';
  const node = [process.execPath, "--max-old-space-size=256", join(APP, "backend/dist/bundle/decoder.js")];
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...node], {
    env: { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    cwd: "/",
  });
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ problem: `ended with ${signal ?? code}` }));
    child.on("message", (message) =>
      message === "ready" ? child.send({ purpose: "picture", bytes }) : resolve(message),
    );
  });
}

const samples = readdirSync("/samples");
for (const name of samples) {
  const { files = [], problem = "" } = await decode(readFileSync(join("/samples", name)));
  const made = files.map(({ format, width, bytes }) => `${format} ${width} px, ${bytes.length} B`).join("; ");
  report(`${name} is decoded`, files.length > 0, made || problem);
}
report(
  "a HEIC was among them",
  samples.some((name) => name.endsWith(".heic")),
);

/** A word in nine of the scripts that invoices have a font for. */
const WORDS = {
  mukta: "हस्तशिल्प",
  "noto-sans-bengali": "হস্তশিল্প",
  "noto-sans-gujarati": "હસ્તકલા",
  "noto-sans-gurmukhi": "ਦਸਤਕਾਰੀ",
  "noto-sans-kannada": "ಕರಕುಶಲ",
  "noto-sans-malayalam": "കരകൗശലം",
  "noto-sans-oriya": "ହସ୍ତଶିଳ୍ପ",
  "noto-sans-tamil": "கைவினை",
  "noto-sans-telugu": "హస్తకళలు",
};

// Imported as the bundles do; found because this folder lies in the image's.
const { default: PDFDocument } = await import("pdfkit");
const fontkit = await import("fontkit");
for (const [font, word] of Object.entries(WORDS)) {
  const folder = dirname(require.resolve(`@expo-google-fonts/${font}/package.json`));
  const found = readdirSync(folder, { recursive: true }).filter((file) => /_(400Regular|700Bold)\.ttf$/.test(file));
  const missing = found.flatMap((file) =>
    fontkit
      .create(readFileSync(join(folder, file)))
      .layout(word)
      .glyphs.filter(({ id }) => id === 0),
  );
  const document = new PDFDocument({ font: "" });
  const parts = [];
  const written = new Promise((resolve) => document.on("data", (part) => parts.push(part)).on("end", resolve));
  for (const file of found) document.font(readFileSync(join(folder, file))).text(word);
  document.end();
  await written;
  const { length } = Buffer.concat(parts);
  report(`a PDF with ${word}`, found.length === 2 && missing.length === 0, `${font}, ${length} B`);
}

const board = join(dirname(require.resolve("@bull-board/ui/package.json")), "dist");
const pages = readdirSync(board, { recursive: true });
report(
  "the queue board's page and scripts",
  pages.includes("index.ejs") && pages.some((file) => /static\/.*\.js$/.test(file)),
  `${pages.length} files`,
);

process.exitCode = verdict();
