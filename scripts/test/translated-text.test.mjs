import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toolOf } from "../lib/build.mjs";
import { root } from "../lib/files.mjs";

/** Markup and whether a translated page survives it. */
const CASES = {
  "text beside an element that comes and goes": ["<p>{on && <b />} and no</p>", false],
  "changing text beside an element that comes and goes": ["<p>{name}{on ? <b /> : null}</p>", false],
  "text that comes and goes beside an element": ["<p><b />{on && name}</p>", false],
  "text of the tables beside a list": ["<p>{strings.a.b}{list.map((each) => <b key={each} />)}</p>", false],
  "a blank beside an element that comes and goes": ["<p><b /> {on && <b />}</p>", false],
  "changing text beside an icon": ["<p><b />{name}</p>", false],
  "changing text beside words": ["<p>Stall {name}</p>", false],
  "a call beside an icon": ["<p><b />{strings.of(name)}</p>", false],
  "either words, as a label beside an icon": ["<p><b />{on ? 'Paying' : 'Pay'}</p>", false],
  "a fragment of text": ["<>{name}</>", false],
  "a list of elements and words": ["list.map((each) => (on ? <b key={each} /> : each))", false],
  "a single text": ["<p>{name}</p>", true],
  "one of two texts": ["<p>{on ? 'Paying' : 'Pay'}</p>", true],
  "a text or an element": ["<p>{on ? name : <b />}</p>", true],
  "a template": ["<p>{`Stall ${name}`}</p>", true],
  "words that never change beside an icon": ["<p><b />{strings.a.b}</p>", true],
  "words in a paragraph with a link": ["<p>Read <b>this</b> first.</p>", true],
  "text in an element of its own": ["<p>{on && <b />}<span>{name}</span></p>", true],
  "elements in a fragment": ["<>{on && <b />}<b /></>", true],
  "the caller's elements": ["<p>{on && <b />}{children}</p>", true],
};

const folder = mkdtempSync(join(tmpdir(), "sakhi-translated-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("text that a translated page could not change or remove is reported", () => {
  const plugin = join(root, "scripts/lint/plugin.mjs");
  const config = {
    jsPlugins: [plugin],
    categories: { correctness: "off" },
    rules: { "sakhi/translated-text": "error" },
  };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(config));
  const cases = Object.entries(CASES);
  for (const [index, [, [markup]]] of cases.entries())
    writeFileSync(
      join(folder, `case-${index}.tsx`),
      `export const part = ({ on, name, list, children }) => (${markup});`,
    );
  const { stdout } = spawnSync(process.execPath, [toolOf("oxlint", "oxlint"), "-f", "unix", "."], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  const found = Object.fromEntries(cases.map(([name], index) => [name, !stdout.includes(`case-${index}.tsx`)]));
  assert.deepEqual(found, Object.fromEntries(cases.map(([name, [, survives]]) => [name, survives])));
});
