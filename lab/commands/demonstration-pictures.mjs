/**
 * `npm run lab -- demonstration-pictures FOLDER [--again]`: makes the demonstration's pictures of rendered PNG files.
 *
 * FOLDER is what lab/demonstration-pictures/render.py wrote: one file per product, named by its slug. Products that have
 * their picture keep it, unless `--again` makes all of FOLDER again. Products without a file keep their drawing.
 * Decision 63.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildServers } from "../../scripts/lib/build.mjs";
import { readJson, root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";

/** A product's picture is shown at most this wide, in pixels; rendered at the wider one. */
const WIDTHS = [320, 640];
const PLACEHOLDER_WIDTH = 16;
const OUT = join(root, "backend/assets/demonstration");

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function demonstrationPictures({ args, env, stop }) {
  const { values, positionals } = parseArgs({
    args,
    options: { again: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined) throw new ClearError("Which folder? It holds what render.py wrote.");
  await buildServers({ env, signal: stop.signal });
  await makePictures(folder, values.again);
  return 0;
}

/**
 * @param {string} folder of PNG files
 * @param {boolean} again whether pictures that exist are made again
 */
export async function makePictures(folder, again) {
  const list = join(OUT, "pictures.json");
  const rendered = readdirSync(folder).flatMap((file) => (file.endsWith(".png") ? [file.replace(/\.png$/, "")] : []));
  const kept = /** @type {Made[]} */ (readJson(list)).filter(({ product }) => !(again && rendered.includes(product)));
  const known = new Set(kept.map(({ product }) => product));
  const made = [...kept];
  mkdirSync(join(OUT, "pictures"), { recursive: true });
  for (const product of rendered) if (!known.has(product)) made.push(await makePicture(folder, product));
  made.sort((a, b) => (a.product < b.product ? -1 : 1));
  const files = made.flatMap((picture) => picture.files);
  const names = new Set(files.map(({ name }) => name));
  for (const file of readdirSync(join(OUT, "pictures"))) if (!names.has(file)) rmSync(join(OUT, "pictures", file));
  writeFileSync(list, `${JSON.stringify(made, undefined, 2)}\n`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  print(`${made.length} pictures, ${(total / 1_000_000).toFixed(1)} MB`);
}

/**
 * A picture as pictures.json has it.
 * @typedef {{ product: string, placeholder: string, files: { name: string, format: string, width: number, height: number, bytes: number }[] }} Made
 */

/** @param {string} folder @param {string} product @returns {Promise<Made>} */
async function makePicture(folder, product) {
  const { pictureFileName } = await import("@sakhi/domain/pictures/picture.rules");
  /** @type {typeof import("sharp").default} */
  const sharp = createRequire(join(root, "backend/package.json"))("sharp");
  const png = readFileSync(join(folder, `${product}.png`));
  const files = [];
  for (const format of /** @type {const} */ (["avif", "webp"])) {
    for (const width of WIDTHS) {
      const resized = sharp(png).resize({ width, withoutEnlargement: true });
      const encoded =
        format === "avif" ? resized.avif({ quality: 50, effort: 4 }) : resized.webp({ quality: 74, effort: 5 });
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      const name = pictureFileName(createHash("sha256").update(data).digest("hex"), info.width, format);
      writeFileSync(join(OUT, "pictures", name), data);
      files.push({ name, format, width: info.width, height: info.height, bytes: data.length });
    }
  }
  const tiny = await sharp(png).resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 40 }).toBuffer();
  return { product, placeholder: `data:image/webp;base64,${tiny.toString("base64")}`, files };
}
