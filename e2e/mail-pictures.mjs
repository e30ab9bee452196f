/**
 * Pictures of every mail as a reader sees it: on a phone and on a wide screen, in light and dark, side by side, and its
 * plain text.
 *
 *   npm run pictures:mails [-- part of a name]     (no build, no servers)
 *
 * The mails are the examples of backend/test/mail. Everything lands in e2e/test-results/mails; what is too wide, or too
 * small for a thumb, is said.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = join(ROOT, "e2e/test-results/mails");
const WIDTHS = [360, 800];
const SCHEMES = /** @type {const} */ (["light", "dark"]);
/** Least height of a button, in CSS px. */
const TAP = 44;
const wanted = process.argv[2] ?? "";

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const written = spawnSync(
  process.execPath,
  [join(ROOT, "node_modules/jest/bin/jest.js"), "--runInBand", "backend/test/mail/mail-templates.spec.ts"],
  {
    cwd: ROOT,
    env: { ...process.env, MAIL_PREVIEW_DIR: OUT, NODE_OPTIONS: "--experimental-vm-modules --no-warnings" },
    encoding: "utf8",
  },
);
if (written.status !== 0) console.error(`The tests of the mails do not pass.\n${written.stderr}`);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
const names = readdirSync(OUT)
  .filter((file) => file.endsWith(".html") && file.includes(wanted))
  .map((file) => file.replace(".html", ""));
for (const name of names) {
  const shots = [];
  for (const colorScheme of SCHEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 600 });
      await page.goto(pathToFileURL(join(OUT, `${name}.html`)).href);
      const problems = await page.evaluate((least) => {
        const { document, innerWidth } = globalThis;
        const found = [];
        if (document.documentElement.scrollWidth > innerWidth) found.push("is too wide");
        for (const link of document.querySelectorAll("td > a")) {
          if (link.getBoundingClientRect().height < least) found.push(`"${link.textContent}" is too low for a thumb`);
        }
        return found;
      }, TAP);
      for (const problem of problems) console.error(`${name} (${width} px, ${colorScheme}) ${problem}`);
      shots.push((await page.screenshot({ fullPage: true })).toString("base64"));
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 2 * (360 + 800) + 24, height: 600 });
  const pictures = shots.map((shot) => `<img src="data:image/png;base64,${shot}" alt="">`).join("");
  await page.setContent(`<body style="margin:0;display:flex;align-items:start;gap:8px">${pictures}`);
  await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: true });

  await page.setViewportSize({ width: 360, height: 600 });
  const text = readFileSync(join(OUT, `${name}.txt`), "utf8")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  await page.setContent(`<pre style="margin:12px;white-space:pre-wrap;overflow-wrap:anywhere">${text}</pre>`);
  await page.screenshot({ path: join(OUT, `${name}-text.png`), fullPage: true });
}
await browser.close();
console.log(`${names.length} mails in e2e/test-results/mails`);
process.exitCode = written.status ?? 1;
