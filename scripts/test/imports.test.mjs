import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { readJson, root } from "../lib/files.mjs";

/**
 * A minimal repository in which everything is allowed, and for each rule a file that violates it: a rule that cannot be
 * violated protects nothing.
 */
const allowed = {
  "domain/src/bookings/booking.states.ts": `export const states = ["held"];`,
  "domain/src/bookings/booking.rules.ts": `import { states } from "./booking.states.js"; export const rule = states;`,
  "domain/src/bookings/reserve.dto.ts": `import { IsString } from "class-validator"; export const shape = IsString;`,
  "workflows/src/bookings/hold.workflow.ts": `import { sleep } from "@temporalio/workflow";
    import { rule } from "@sakhi/domain/bookings/booking.rules"; export const hold = [sleep, rule];`,
  "workflows/src/bookings/hold.workflow.spec.ts": `import { readFileSync } from "node:fs";
    import { Worker } from "@temporalio/worker"; export const tools = [readFileSync, Worker];`,
  "backend/src/bookings/bookings.repository.ts": `export const table = "bookings";`,
  "backend/src/bookings/bookings.entities.ts": `export class BookingEntity {}`,
  "backend/src/bookings/bookings.service.ts": `import { table } from "./bookings.repository.js";
    import { hold } from "@sakhi/workflows/bookings/hold.workflow";
    import { payments } from "../payments/orders.service.js"; import { provider } from "../payments/provider/payment-provider.js";
    import { clock } from "../platform/clock.js"; export const bookings = [table, hold, payments, provider, clock];`,
  "backend/src/bookings/bookings.module.ts": `export const module = "bookings";`,
  "backend/src/payments/orders.service.ts": `export const payments = "payments";`,
  "backend/src/payments/payments.module.ts": `export const payments = "payments";`,
  "backend/src/payments/provider/payment-provider.ts": `export const provider = "provider";`,
  "backend/src/payments/payments.controller.ts": `export const controller = "payments";`,
  "backend/src/platform/clock.ts": `export const clock = "clock";`,
  "backend/src/main.api.ts": `import { module } from "./bookings/bookings.module.js"; export const api = module;`,
  "frontend/src/features/mela/plan.page.tsx": `import { rule } from "@sakhi/domain/bookings/booking.rules";
    import { button } from "../../ui/button"; export const plan = [rule, button];`,
  "frontend/src/features/shop/shop.page.tsx": `export const shop = "shop";`,
  "frontend/src/ui/button.tsx": `export const button = "button";`,
  "simulators/src/payment/server.ts": `export const server = "server";`,
  "testkit/src/until.ts": `export const until = "until";`,
  "lab/test/fuzz.spec.ts": `import { until } from "../../testkit/src/until.js";
    import { payments } from "../../backend/src/payments/orders.service.js"; export const fuzz = [until, payments];`,
  "e2e/plan.spec.ts": `import { rule } from "@sakhi/domain/bookings/booking.rules";
    import { until } from "../testkit/src/until.js"; export const journey = [rule, until];`,
};

/** Files that violate each rule. They must not import files of other violations. */
const violations = {
  "domain-imports-nothing-of-ours": {
    "domain/src/bad/ours.ts": `import { hold } from "../../../workflows/src/bookings/hold.workflow.js"; export const x = hold;`,
  },
  "domain-is-plain": {
    "domain/src/bad/node.ts": `import { readFileSync } from "node:fs"; export const x = readFileSync;`,
  },
  "validators-only-in-dtos": {
    "domain/src/bad/validated.ts": `import { IsString } from "class-validator"; export const x = IsString;`,
  },
  "workflows-see-only-domain": {
    "workflows/src/bad/backend.ts": `import { clock } from "../../../backend/src/platform/clock.js"; export const x = clock;`,
  },
  "workflows-use-only-states-rules-and-errors": {
    "domain/src/bookings/prices.ts": `export const price = 1;`,
    "workflows/src/bad/price.ts": `import { price } from "@sakhi/domain/bookings/prices"; export const x = price;`,
  },
  "workflow-bundle-stays-free-of-validators": {
    "domain/src/bad/leak.rules.ts": `import { shape } from "../bookings/reserve.dto.js"; export const x = shape;`,
    "workflows/src/bad/leak.ts": `import { x } from "@sakhi/domain/bad/leak.rules"; export const y = x;`,
  },
  "workflows-use-only-temporal": {
    "workflows/src/bad/node.ts": `import { randomUUID } from "node:crypto"; export const x = randomUUID;`,
  },
  "backend-never-sees-frontend": {
    "backend/src/bookings/page.ts": `import { shop } from "../../../frontend/src/features/shop/shop.page.js"; export const x = shop;`,
  },
  "frontend-sees-only-domain": {
    "frontend/src/bad.ts": `import { clock } from "../../backend/src/platform/clock"; export const x = clock;`,
  },
  "features-meet-at-the-service": {
    "backend/src/bookings/nosy.ts": `import { controller } from "../payments/payments.controller.js"; export const x = controller;`,
    "backend/src/bookings/unnamed.ts": `import { inner } from "../payments/inner.service.js"; export const x = inner;`,
    "backend/src/payments/inner.service.ts": `export const inner = "inner";`,
  },
  "folders-in-order": {
    "backend/src/issues/upwards.ts": `import { payments } from "../payments/payments.module.js"; export const x = payments;`,
    "domain/src/payments/upwards.ts": `import { states } from "../bookings/booking.states.js"; export const x = states;`,
  },
  "folders-have-their-place": {
    "backend/src/novelties/new.ts": `import { payments } from "../payments/payments.module.js"; export const x = payments;`,
  },
  "tables-stay-in-their-feature": {
    "backend/src/payments/thief.ts": `import { table } from "../bookings/bookings.repository.js"; export const x = table;`,
  },
  "entities-are-types-elsewhere": {
    "backend/src/payments/writer.ts": `import { BookingEntity } from "../bookings/bookings.entities.js"; export const x = BookingEntity;`,
  },
  "entries-go-through-modules": {
    "backend/src/main.jobs.ts": `import { table } from "./bookings/bookings.repository.js"; export const x = table;`,
  },
  "platform-knows-no-feature": {
    "backend/src/platform/curious.ts": `import { payments } from "../payments/orders.service.js"; export const x = payments;`,
  },
  "nobody-imports-an-entry": {
    "backend/src/bookings/again.ts": `import { api } from "../main.api.js"; export const x = api;`,
  },
  "pages-do-not-see-each-other": {
    "frontend/src/features/mela/nosy.tsx": `import { shop } from "../shop/shop.page"; export const x = shop;`,
  },
  "shared-parts-know-no-page": {
    "frontend/src/ui/nosy.tsx": `import { shop } from "../features/shop/shop.page"; export const x = shop;`,
  },
  "calls-know-no-screen": {
    "frontend/src/api/nosy.ts": `import { button } from "../ui/button"; export const x = button;`,
  },
  "parts-know-no-product": {
    "frontend/src/shared/paid.tsx": `export const paid = "paid";`,
    "frontend/src/ui/knowing.tsx": `import { paid } from "../shared/paid"; export const x = paid;`,
  },
  "simulators-import-nothing-of-ours": {
    "simulators/src/payment/ours.ts": `import { rule } from "@sakhi/domain/bookings/booking.rules"; export const x = rule;`,
  },
  "only-tests-use-the-testkit": {
    "backend/src/payments/tested.ts": `import { until } from "../../../testkit/src/until.js"; export const x = until;`,
  },
  "nobody-imports-simulators": {
    "backend/src/payments/cheat.ts": `import { server } from "../../../simulators/src/payment/server.js"; export const x = server;`,
  },
  "journeys-see-the-product-from-outside": {
    "e2e/peeking.spec.ts": `import { clock } from "../backend/src/platform/clock.js"; export const x = clock;`,
  },
  "nobody-imports-the-lab": {
    "lab/src/chaos.ts": `export const chaos = "chaos";`,
    "testkit/src/wild.ts": `import { chaos } from "../../lab/src/chaos.js"; export const x = chaos;`,
  },
  "the-lab-runs-the-product-from-outside": {
    "lab/src/inside.ts": `import { clock } from "../../backend/src/platform/clock.js"; export const x = clock;`,
  },
  "no-cycles": {
    "domain/src/bad/one.ts": `import { two } from "./two.js"; export const one = () => two;`,
    "domain/src/bad/two.ts": `import { one } from "./one.js"; export const two = () => one;`,
  },
  "every-import-resolves": { "domain/src/bad/lost.ts": `import { lost } from "./nowhere.js"; export const x = lost;` },
};

const config = join(root, "dependency-cruiser.cjs");
/** Folders read by `npm run check -- imports`. */
const { workspaces } = readJson(join(root, "package.json"));
const { forbidden } = createRequire(import.meta.url)(config);
/** @type {string} */
let repository;

before(() => {
  repository = mkdtempSync(join(tmpdir(), "sakhi-imports-"));
  mkdirSync(join(repository, "node_modules/@sakhi"), { recursive: true });
  for (const name of ["class-validator", "class-transformer", "@temporalio", "typescript"]) {
    symlinkSync(join(root, "node_modules", name), join(repository, "node_modules", name));
  }
  for (const name of ["domain", "workflows"]) {
    write(`${name}/package.json`, readFileSync(join(root, name, "package.json"), "utf8"));
    symlinkSync(join(repository, name), join(repository, "node_modules/@sakhi", name));
  }
});

after(() => rmSync(repository, { recursive: true, force: true }));

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

test("every import rule has a violating file, and a comment of one sentence", () => {
  assert.deepEqual(
    [...new Set(forbidden.map((/** @type {any} */ rule) => rule.name))].sort(),
    Object.keys(violations).sort(),
  );
  for (const { name, comment } of forbidden) assert.match(comment, /^[A-Z@a-z].*[^.]\.$/, name);
});

test("every import rule fires on its violating file, and none on the allowed files", () => {
  for (const files of [allowed, ...Object.values(violations)])
    for (const [path, text] of Object.entries(files)) write(path, text);
  const cli = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cli, "--config", config, "--output-type", "json", ...workspaces],
    { cwd: repository, encoding: "utf8", maxBuffer: 50_000_000 },
  );
  assert.notEqual(stdout, "", stderr);
  /** @type {{ rule: string, from: string }[]} */
  const found = JSON.parse(stdout).summary.violations.map((/** @type {any} */ { rule, from }) => ({
    rule: rule.name,
    from,
  }));
  assert.deepEqual(
    found.filter(({ from }) => from in allowed),
    [],
  );
  for (const [rule, files] of Object.entries(violations)) {
    const ofFiles = found.filter(({ from }) => from in files);
    assert.ok(
      ofFiles.some((each) => each.rule === rule),
      `${rule} did not fire on ${Object.keys(files).join(", ")}; fired: ${JSON.stringify(ofFiles)}`,
    );
  }
});

test("the folders in docs/architecture.md may import what their packages depend on", () => {
  const page =
    readFileSync(join(root, "docs/architecture.md"), "utf8").split("\n## Folders\n")[1]?.split("\n## ")[0] ?? "";
  const rows = [...page.matchAll(/^\| (?:\[)?`(\w+)\/`.*\|([^|]*)\|$/gm)];
  const workspaces = readJson(join(root, "package.json")).workspaces;
  assert.deepEqual(rows.map(([, name]) => name).sort(), [...workspaces, "scripts"].sort());
  for (const [, name = "", named = ""] of rows) {
    if (name === "scripts") continue;
    const { dependencies, devDependencies } = readJson(join(root, name, "package.json"));
    const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((each) => each.startsWith("@sakhi/"));
    const stated = [...named.matchAll(/`(\w+)`/g)].map(([, each]) => `@sakhi/${each}`);
    assert.deepEqual(stated.sort(), ours.sort(), name);
  }
});
