/**
 * `npm run lab -- guides`: walks the guides (lab/guides/guides.mjs) in a browser on a product of its own, and writes
 * docs/guides/*.md, frontend/public/guide-*.html and their pictures. A step that fails, fails the command. After a change of
 * words only: `npm run lab -- guides --pages-only`.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildFrontend, buildServers } from "../../scripts/lib/build.mjs";
import { readJson, root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { findChromium } from "../../scripts/lib/test-servers.mjs";
import { GUIDES } from "../guides/guides.mjs";
import { htmlOf, markdownOf } from "../guides/pages.mjs";
import { onOwnProduct } from "../support/own-product.mjs";

const PUBLIC = join(root, "frontend/public");
const PICTURES = join(PUBLIC, "assets/guides");
const SIZES = {
  phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, width: 585 },
  desk: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, width: 1280 },
};
const ADMINISTRATOR = { username: "vasudha", password: randomBytes(18).toString("base64url") };
/** Timeout of one action, in ms. */
const STEP_MS = 90_000;

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function guides(run) {
  const { values } = parseArgs({ args: run.args, options: { "pages-only": { type: "boolean", default: false } } });
  if (!values["pages-only"]) {
    const pictures = await picturesOf(run);
    rmSync(PICTURES, { recursive: true, force: true });
    mkdirSync(PICTURES, { recursive: true });
    for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(PICTURES, name), bytes);
  }
  mkdirSync(join(root, "docs/guides"), { recursive: true });
  const { format } = await import("oxfmt");
  const options = readJson(join(root, ".oxfmtrc.json"));
  const version = (/** @type {string} */ name) =>
    createHash("sha256")
      .update(readFileSync(join(PICTURES, name)))
      .digest("hex")
      .slice(0, 8);
  for (const guide of GUIDES) {
    const page = join(root, `docs/guides/${guide.slug}.md`);
    writeFileSync(page, (await format(page, markdownOf(guide), options)).code);
    const html = join(PUBLIC, `guide-${guide.slug}.html`);
    writeFileSync(html, (await format(html, htmlOf(guide, version), options)).code);
    print(`wrote docs/guides/${guide.slug}.md and its page`);
  }
  return 0;
}

/**
 * Walks every guide.
 * @param {import("../../scripts/lib/command.mjs").Run} run
 * @returns {Promise<Record<string, Buffer>>} the pictures by file name
 */
async function picturesOf({ env, stop, temporal }) {
  await buildServers({ env, signal: stop.signal });
  await buildFrontend({ env, signal: stop.signal });
  const executablePath = await findChromium(env);
  if (executablePath === undefined) throw new ClearError("There is no Chromium here, and none could be installed.");
  const sharp = createRequire(join(root, "backend/package.json"))("sharp");
  const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
  const settings = { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password };
  const walks = async (/** @type {string} */ site, /** @type {Record<string, any>} */ addresses) => {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      /** @type {Record<string, Buffer>} by file name */
      const taken = {};
      for (const guide of GUIDES) Object.assign(taken, await walked(browser, sharp, guide, site, addresses));
      return taken;
    } finally {
      await browser.close();
    }
  };
  return onOwnProduct("guides", env, stop, temporal, walks, settings);
}

/**
 * @param {import("playwright").Browser} browser
 * @param {any} sharp
 * @param {import("../guides/guides.mjs").Guide} guide
 * @param {string} site
 * @param {Record<string, any>} addresses
 * @returns {Promise<Record<string, Buffer>>}
 */
async function walked(browser, sharp, { slug, phone, steps }, site, addresses) {
  const { viewport, deviceScaleFactor, width } = phone ? SIZES.phone : SIZES.desk;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: phone,
    hasTouch: phone,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const walk = {
    page,
    site,
    administrator: ADMINISTRATOR,
    linkInMail: (/** @type {string} */ address) => linkInMail(addresses["mail"], address),
  };
  /** @type {Record<string, Buffer>} */
  const taken = {};
  for (const { id, question, go } of steps) {
    const marked = await go(walk);
    await settled(page);
    await marked?.evaluate((element) => {
      Object.assign(element.style, { outline: "4px solid #e39a0b", outlineOffset: "4px", borderRadius: "8px" });
    });
    const picture = await page.screenshot({ animations: "disabled" });
    await marked?.evaluate((element) => element.removeAttribute("style")).catch(() => undefined);
    taken[`${slug}-${id}.webp`] = await sharp(picture).resize({ width }).webp({ quality: 72 }).toBuffer();
    print(`${slug}: ${question}`);
  }
  await context.close();
  return taken;
}

/** Waits until fonts and pictures are there. @param {import("playwright").Page} page */
async function settled(page) {
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
}

/**
 * @param {string} mails base URL of the mail catcher
 * @param {string} address
 * @returns {Promise<string>}
 */
async function linkInMail(mails, address) {
  const { Mailbox } = await import("@sakhi/testkit/mailbox");
  const mailbox = new Mailbox(mails);
  for (let waited = 0; waited < STEP_MS; waited += 500) {
    for (const mail of await mailbox.to(address)) {
      const found = /http\S*\/(?:my-booking|my\/brand|mela\/waiting-list)#[\w.~%-]+/.exec(
        (await mailbox.body(mail)).text,
      )?.[0];
      if (found !== undefined) return found;
    }
    await delay(500);
  }
  throw new ClearError(`No mail to ${address} has a link.`);
}
