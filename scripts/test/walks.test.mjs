import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { walked, walksPage } from "../check-walks.mjs";
import { root } from "../lib/files.mjs";
import { Sources } from "../lib/walks.mjs";

/** A small product: a button, a page, a call, a controller, a service behind an interface, a repository. */
const FILES = {
  "frontend/src/button.tsx": `export function Button({ onChoose }) { return <b onClick={() => onChoose("B12")} />; }`,
  "frontend/src/page.tsx": `import { Button } from "./button";
    import { words } from "./words";
    import { api } from "./generated";
    export function Page() { return <Button onChoose={(stallId) => { words(stallId); api.reserveStall(stallId); }} />; }`,
  "frontend/src/words.ts": `export const words = (stallId) => stallId;`,
  "frontend/src/generated.ts": "export const api = { reserveStall: call({ url: `/api/stalls/reserve` }) };",
  "backend/src/controller.ts": `import { Service } from "./service.js";
    @Controller("api/stalls") export class StallsController {
      constructor(private readonly service: Service) {}
      @Post("reserve") reserve(dto) { return this.service.reserve(dto.stallId); } }`,
  "backend/src/service.ts": `import { Store } from "./store.js";
    export class Service { constructor(private readonly store: Store) {}
      reserve(stallId: string) { return this.store.insert(stallId); } }`,
  "backend/src/store.ts": `export abstract class Store { abstract insert(stallId: string): void; }`,
  "backend/src/repository.ts": `import { Store } from "./store.js";
    export class Repository extends Store { insert(stallId: string) { return query("SELECT lock_stall($1)", [stallId]); } }`,
  "backend/assets/functions.sql": "CREATE FUNCTION lock_stall(p_stall text) …",
};
const STEPS = [
  "frontend/src/button.tsx:Button",
  "< frontend/src/page.tsx:Page",
  "frontend/src/generated.ts:*",
  "frontend/src/generated.ts:.reserveStall",
  "backend/src/controller.ts:StallsController.reserve",
  "backend/src/service.ts:Service.reserve",
  "backend/src/store.ts:Store.insert",
  "backend/src/repository.ts:Repository.insert",
  "backend/assets/functions.sql:FUNCTION lock_stall",
];

const folder = mkdtempSync(join(tmpdir(), "walks-"));
after(() => rmSync(folder, { recursive: true }));
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const walk = (/** @type {string[]} */ steps) => new Sources(folder).walk({ name: "stallId", value: "stallId", steps });

test("a walk counts its files, and finds those beside it", () => {
  const { files, beside, problems } = walk(STEPS);
  assert.deepEqual(problems, []);
  assert.equal(files.length, 8);
  assert.deepEqual(beside, ["frontend/src/words.ts"]);
});

for (const left of ["page.tsx", "generated.ts", "controller.ts", "service.ts", "repository.ts"])
  test(`a walk without ${left} has a gap`, () => {
    const { problems } = walk(STEPS.filter((step) => !step.includes(left)));
    assert.match(problems.join("\n"), /which file is missing before it\?/);
  });

test("a step that is gone is a problem", () => {
  assert.deepEqual(walk([...STEPS, "backend/src/service.ts:Service.release"]).problems, [
    "backend/src/service.ts:Service.release: the file has no Service.release",
  ]);
  assert.deepEqual(walk([...STEPS, "backend/src/gone.ts:Gone"]).problems, [
    "backend/src/gone.ts:Gone: there is no such file",
  ]);
});

test("a step that begins with what was stored needs no link", () => {
  const steps = ["backend/src/store.ts:Store.insert", "~ frontend/src/words.ts:words"];
  assert.deepEqual(walk(steps).problems, []);
  assert.equal(walk(steps.map((step) => step.replace("~ ", ""))).problems.length, 1);
});

test("the walks of this product have no gap, and their page is up to date", async () => {
  const walks = walked();
  assert.equal(walks.length, 3);
  assert.deepEqual(
    walks.flatMap(({ problems }) => problems),
    [],
  );
  assert.equal(readFileSync(join(root, "docs/flows/walks.md"), "utf8"), await walksPage());
});
