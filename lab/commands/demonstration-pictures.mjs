/**
 * `npm run lab -- demonstration-pictures FOLDER`: makes the demonstration's pictures of rendered PNG files.
 *
 * FOLDER is what lab/demonstration-pictures/render.py wrote: one file per product, named by its slug. Products without a
 * file keep their drawing. Decision 63.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildServers } from "../../scripts/lib/build.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";

/** A product's picture is shown at most this wide, in pixels; rendered at the wider one. */
const WIDTHS = [320, 640];
const PLACEHOLDER_WIDTH = 16;
const OUT = join(root, "backend/assets/demonstration");

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function demonstrationPictures({ args: [folder], env, stop }) {
  if (folder === undefined) throw new ClearError("Which folder? It holds what render.py wrote.");
  await buildServers({ env, signal: stop.signal });
  const { pictureFileName } = await import("@sakhi/domain/pictures/picture.rules");
  /** @type {typeof import("sharp").default} */
  const sharp = createRequire(join(root, "backend/package.json"))("sharp");
  const products = readdirSync(folder).filter((file) => file.endsWith(".png"));
  rmSync(join(OUT, "pictures"), { recursive: true, force: true });
  mkdirSync(join(OUT, "pictures"), { recursive: true });
  const pictures = [];
  let total = 0;
  for (const file of products.toSorted()) {
    const png = readFileSync(join(folder, file));
    const files = [];
    for (const format of /** @type {const} */ (["avif", "webp"])) {
      for (const width of WIDTHS) {
        const resized = sharp(png).resize({ width, withoutEnlargement: true });
        const encoded =
          format === "avif" ? resized.avif({ quality: 50, effort: 7 }) : resized.webp({ quality: 74, effort: 6 });
        const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
        const name = pictureFileName(createHash("sha256").update(data).digest("hex"), info.width, format);
        writeFileSync(join(OUT, "pictures", name), data);
        files.push({ name, format, width: info.width, height: info.height, bytes: data.length });
        total += data.length;
      }
    }
    const tiny = await sharp(png).resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 40 }).toBuffer();
    pictures.push({
      product: file.replace(/\.png$/, ""),
      placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
      files,
    });
  }
  writeFileSync(join(OUT, "pictures.json"), `${JSON.stringify(pictures, undefined, 2)}\n`);
  print(`${pictures.length} pictures, ${(total / 1_000_000).toFixed(1)} MB`);
  return 0;
}
