import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { root } from "../../scripts/lib/files.mjs";

const PRODUCTS = 20;
const PICTURES_EACH = 3;
const NAME = "Saheli House of Everything";

/**
 * Adds a brand with as much as fits on a page: logo, cover, 20 products and 60 pictures, each of its own and as the
 * decoder makes them.
 * @param {{ databaseUrl: string, dataDir: string }} product
 * @returns {Promise<string>} the path of its page
 */
export async function addFullBrand({ databaseUrl, dataDir }) {
  const backend = createRequire(join(root, "backend/package.json"));
  const { default: sharp } = await import(pathToFileURL(backend.resolve("sharp")).href);
  const { renderPicture } = await import(pathToFileURL(join(root, "backend/dist/pictures/picture-rendering.js")).href);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const brandId = randomUUID();
    await database.query(
      `INSERT INTO brands (id, module, name, category, logo, description, location, website_url, origin)
       SELECT $1, b.module, $2, b.category, b.logo, repeat('We make everything by hand in our house by the lake. ', 12),
              'Jaipur, Rajasthan', 'https://saheli.example', 'application'
         FROM brands b WHERE b.module = 'shops' AND b.category = 'Bags' LIMIT 1`,
      [brandId, NAME],
    );
    /** @param {number} seed @returns {Promise<string>} */
    const addPicture = async (seed) => {
      const [r, g, b] = [(seed * 53) % 256, (seed * 97) % 256, (seed * 151) % 256];
      // Noise, softened: about as large as a photograph.
      const bytes = await sharp({
        create: {
          ...{ width: 1600, height: 1200, channels: 3, background: { r, g, b } },
          noise: { type: "gaussian", mean: 90 + (seed % 60), sigma: 60 },
        },
      })
        .blur(2)
        .jpeg()
        .toBuffer();
      const { files, placeholder } = await renderPicture(bytes);
      const id = randomUUID();
      await database.query(
        `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at, alt)
         VALUES ($1, 'brand', $2, 'ready', $3, $3, 1600, 1200, $4, clock_timestamp(), $5)`,
        [id, brandId, bytes.length, placeholder, `Picture ${seed}`],
      );
      for (const file of files) {
        const name = `${createHash("sha256").update(file.bytes).digest("hex").slice(0, 40)}-${file.width}.${file.format}`;
        const shelf = join(dataDir, "pictures", name.slice(0, 2));
        await mkdir(shelf, { recursive: true });
        await writeFile(join(shelf, name), file.bytes);
        await database.query(
          `INSERT INTO picture_files (picture_id, name, format, width, height, bytes) VALUES ($1, $2, $3, $4, $5, $6)`,
          [id, name, file.format, file.width, file.height, file.bytes.length],
        );
      }
      return id;
    };
    const [logo, cover] = [await addPicture(1), await addPicture(2)];
    for (let at = 0; at < PRODUCTS; at += 1) {
      const listingId = randomUUID();
      await database.query(
        `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, status, position, price_kind,
                               price_from_paise)
         SELECT $1, b.id, b.module, b.name_key, b.category, $3, repeat('Sewn of old sarees, each another one. ', 4), 'live', $4,
                'fixed', 49900 + 10000 * $4::int FROM brands b WHERE b.id = $2`,
        [listingId, brandId, `Bag of old sarees, number ${at + 1}`, at],
      );
      for (let position = 0; position < PICTURES_EACH; position += 1) {
        const picture = await addPicture(3 + at * PICTURES_EACH + position);
        await database.query(
          "INSERT INTO product_images (listing_id, position, picture_id, alt) VALUES ($1, $2, $3, $4)",
          [listingId, position, picture, `Bag ${at + 1}, picture ${position + 1}`],
        );
      }
    }
    await database.query("UPDATE brands SET logo_picture_id = $2, cover_picture_id = $3 WHERE id = $1", [
      ...[brandId, logo, cover],
    ]);
  } finally {
    await database.end();
  }
  return `/brands/${encodeURIComponent(NAME)}`;
}
