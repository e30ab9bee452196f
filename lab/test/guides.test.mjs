/** The written guides have the words of their source, and their pictures. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/lib/files.mjs";
import { GUIDES } from "../guides/guides.mjs";

/** Without marks and line ends, which the formatter and the two forms set differently. */
const words = (/** @type {string} */ text) =>
  text
    .replaceAll(/<[^>]+>|\*\*/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, "");

for (const { slug, lead, steps } of GUIDES) {
  test(`the guide ${slug} says what its steps do, with their pictures`, () => {
    const pages = [`docs/guides/${slug}.md`, `frontend/public/guide-${slug}.html`].map((page) =>
      readFileSync(join(root, page), "utf8"),
    );
    for (const page of pages) {
      for (const sentence of [lead, ...steps.flatMap(({ text }) => text)]) {
        assert.ok(words(page).includes(words(sentence)), `npm run lab -- guides --pages-only: ${sentence}`);
      }
      for (const { id } of steps) {
        const picture = `assets/guides/${slug}-${id}.webp`;
        assert.ok(page.includes(picture), picture);
        assert.ok(existsSync(join(root, "frontend/public", picture)), picture);
      }
    }
  });
}
