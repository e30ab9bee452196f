import assert from "node:assert/strict";
import { test } from "node:test";
import { places } from "../../backend/scripts/bundle.mjs";

/** What the plugin makes of a file at /app/node_modules/a/lib/b.js for a bundle in /app/dist. @param {string} code */
async function moved(code) {
  const { transform } = /** @type {any} */ (places("/app/dist"));
  const { code: after } = await transform.handler(code, "/app/node_modules/a/lib/b.js");
  return after.trim().replaceAll(/\s+/g, " ");
}

const FILE = '__place.path("../node_modules/a/lib/b.js")';
const FOLDER = '__place.path("../node_modules/a/lib")';

for (const [code, expected] of [
  ["use(__filename);", `use(${FILE});`],
  ["use(__dirname);", `use(${FOLDER});`],
  ["use(import.meta.filename);", `use(${FILE});`],
  ["use(import.meta.dirname);", `use(${FOLDER});`],
  ["use(import.meta.url);", 'use(__place.url("../node_modules/a/lib/b.js"));'],
  ['require.resolve("c");', '__place.require("../node_modules/a/lib/b.js").resolve("c");'],
  ["use({ __dirname });", `use({ __dirname: ${FOLDER} });`],
  ["use(`${__dirname}/c`);", `use(\`\${${FOLDER}}/c\`);`],
  // Text, names of properties and variables of the code's own are not the module's place. ejs generates code as text.
  [`use("var __filename = 1; require.resolve('c')");`, `use("var __filename = 1; require.resolve('c')");`],
  ["use(`__dirname import.meta.url`);", "use(`__dirname import.meta.url`);"],
  ["use(/__dirname/);", "use(/__dirname/);"],
  ["use(a.__dirname, { __filename: 1 });", "use(a.__dirname, { __filename: 1 });"],
  ["use((__dirname) => __dirname);", "use((__dirname) => __dirname);"],
])
  test(`a bundle's ${code} becomes ${expected}`, async () => {
    assert.equal(await moved(code ?? ""), expected);
  });
