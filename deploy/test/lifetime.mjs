/**
 * A set-up's life on one machine, from the release before to the day it is lost: installs the commit given, updates it to
 * what is checked out here during 300 bookings, goes back and forward again, kills each container, makes a backup, sells more,
 * deletes every volume, restores, recovers and verifies. Prints one line per check and step, and exits with 1 if any check failed.
 *
 *   node deploy/test/lifetime.mjs <commit of the release before>
 *
 * It builds in a clone and has a compose project of its own, sakhi-lifetime, which it deletes before and afterwards. Ports 80,
 * 443, 4443, 8025 and 8080 must be free.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  output,
  readPages,
  readSettings,
  report,
  reportVerify,
  Simulator,
  Site,
  until,
  verdict,
  Visitor,
} from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PROJECT = "sakhi-lifetime";
const IMAGE = "sakhi-bazaar:0.1.0";
const BOOKINGS = 300;
/** Registered before the update, paid after it. */
const STARTED_BEFORE = 20;
/** Visitors who book at the same time. */
const WORKERS = 4;
const before = process.argv[2];
if (before === undefined) {
  console.error("Which release is the one before? node deploy/test/lifetime.mjs <commit>");
  process.exit(2);
}

// ── An installation of its own
const work = mkdtempSync(join(tmpdir(), "sakhi-lifetime-"));
const clone = join(work, "sakhi-bazaar");
const envFile = join(work, "lifetime.env");
const next = output("git", ["-C", root, "rev-parse", "HEAD"]).trim();
output("git", ["clone", "--quiet", root, clone]);
const git = (...words) => output("git", words, { cwd: clone });

const identity = join(work, "backup.key");
const age = output("age-keygen", []);
writeFileSync(identity, age);
// As docs/deployment.md says: the container's user reads it.
chmodSync(identity, 0o400);
chownSync(identity, 1000, 1000);
const secret = (bytes = 24) => randomBytes(bytes).toString("hex");
writeFileSync(
  envFile,
  Object.entries({
    APP_ENV: "local",
    PUBLIC_URL: "https://mela.sakhi.internal",
    ...{ POSTGRES_PASSWORD: secret(), DATABASE_OWNER_PASSWORD: secret(), DATABASE_APP_PASSWORD: secret() },
    ...{ TEMPORAL_DATABASE_PASSWORD: secret(), REDIS_PASSWORD: secret() },
    ...{ COOKIE_SECRET: secret(32), METRICS_TOKEN: secret(32) },
    ...{ ADMIN_USERNAME: "lifetime-admin", ADMIN_PASSWORD: secret(12) },
    SMTP_URL: "smtp://mail:1025",
    ...{ CASHFREE_ENV: "sandbox", CASHFREE_CLIENT_ID: "trial", CASHFREE_CLIENT_SECRET: secret() },
    CASHFREE_BASE_URL: "http://provider:4001/pg",
    // One address is all visitors here.
    ...{ RATE_LIMITS: "off", LIVE_HOLDS_PER_NETWORK: "1000", HELD_SHARE_PERCENT: "100" },
    BACKUP_RECIPIENT: /age1\w+/.exec(age)[0],
    BACKUP_IDENTITY_FILE: identity,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join(""),
  { mode: 0o600 },
);
const settings = readSettings(envFile);
const compose = [...["docker", "compose", "-p", PROJECT, "--env-file", envFile], ...["--profile", "trial"]];
const version = () => git("describe", "--always", "--dirty", "--exclude", "*").trim();
const run = (...words) =>
  output(compose[0], [...compose.slice(1), ...words], {
    cwd: clone,
    env: { ...process.env, SAKHI_VERSION: version() },
  });
const product = (service, ...words) =>
  run("exec", "-T", service, "node", ...words.map((w) => w.replace(/^@/, "backend/dist/bundle/")));
const docker = (...words) => output("docker", words).trim();

const minutes = [];
/** Runs a step and prints how long it took. */
async function step(name, act) {
  const from = Date.now();
  console.log(`── ${name}`);
  const result = await act();
  const took = (Date.now() - from) / 1000;
  minutes.push([name, took]);
  console.log(`   ${took.toFixed(0)} s`);
  return result;
}

// ── Visitors
let site;
async function connect() {
  const ca = await until(60, () => run("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt"));
  site = new Site(settings.PUBLIC_URL, ca);
}
const simulator = new Simulator(compose, clone);

let bookings = 0;
/** Reserves and registers a stall. @returns the visitor and the order, not yet opened */
async function register({ event, stall }) {
  const visitor = new Visitor(site);
  const number = String(600_000_000 + ++bookings);
  const orderId = `MELA${Date.now()}t${number}`;
  await visitor.post("/mela/reserve", { event, stallId: stall.stallId });
  await visitor.post("/mela/create-provisional-registration", {
    ...{ event, orderId, fullName: "Asha Rao", email: `asha.${number}@example.com`, phoneNumber: `9${number}` },
    ...{ businessName: "Asha Weaves", pincode: "560066", gstNumber: "", gstAddress: "" },
    ...{ stallId: stall.stallId, stallType: stall.type, paymentStatus: "payment_pending" },
  });
  return { visitor, orderId, stall };
}
/** Pays a registered stall. @returns the order once it is sold */
async function pay({ visitor, orderId, stall }) {
  const metadata = { type: "mela_stall", stallId: stall.stallId, stallType: stall.type };
  await visitor.post("/cashfree/initiate", { orderId, amount: stall.price, metadata });
  await simulator.post(`/orders/${orderId}/pay`, { method: "upi", outcome: "success" });
  const outcome = async () => (await visitor.get(`/mela/payment-status/${orderId}`)).outcome?.kind;
  // A failed poll counts: no retry hides it.
  const end = Date.now() + 120_000;
  while ((await outcome()) !== "sold") {
    if (Date.now() > end) throw new Error(`${orderId} is ${await outcome()} two minutes after its payment`);
    await sleep(500);
  }
  return orderId;
}
const sold = [];
const book = async (place) => sold.push(await pay(await register(place)));

/** Books places with some visitors at once until none is left. @returns what failed */
async function sellAll(places, onSold = () => undefined) {
  const queue = [...places];
  const failed = [];
  const worker = async () => {
    for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
      await book(place).then(onSold, (error) =>
        failed.push(`${new Date().toISOString().slice(11, 19)} ${error.message}`),
      );
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return failed;
}

/** deploy/update.sh of what the clone has checked out. @returns its exit code */
const update = (...words) =>
  new Promise((resolve) => {
    spawn("deploy/update.sh", words, {
      cwd: clone,
      env: { ...process.env, COMPOSE: compose.join(" ") },
      stdio: "inherit",
    }).on("exit", resolve);
  });

/** Sells places and reads pages while the product is replaced. */
async function replaceWhileSelling(name, places, startAfter, replace) {
  const stop = readPages(site);
  let replacing;
  let done = 0;
  const begin = () => {
    if (++done === startAfter) replacing = replace();
  };
  const failed = await sellAll(places, begin);
  report(`${name}: the script ends well`, (await replacing) === 0);
  const read = await stop();
  report(`${name}: every booking sold`, failed.length === 0, `${places.length - failed.length} of ${places.length}`);
  report(`${name}: no page failed`, read.failed.length === 0, `${read.failed.length} of ${read.sent}`);
  for (const line of [...failed, ...read.failed].slice(0, 10)) console.log(`       ${line}`);
}
const versionShown = async () => JSON.parse((await site.send("GET", "/healthz")).text).version;

/** Publishes an event with the current plan. @returns its 70 free places */
async function publish(operator, edition) {
  const { slug: planOf } = await operator.get("/mela/facts");
  const { slug } = await operator.post("/mela/admin/events", {
    ...{ name: "Lifetime Mela", edition, days: "2099-02-05 09:30 to 18:30", planOf, reason: "a check" },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", salesCloseAt: "2099-02-04T12:30:00.000Z" },
  });
  await operator.post(`/mela/admin/events/${slug}/publish`, { reason: "a check" });
  return placesOf(slug);
}
const placesOf = async (event) =>
  (await new Visitor(site).get(`/mela/layout?event=${event}`)).map((stall) => ({ event, stall }));

/** Kills a container's main process, as a crash would; Docker's restart policy must bring it back. */
async function kill(service) {
  const [id] = run("ps", "-q", service).trim().split("\n");
  const [pid] = docker("inspect", "-f", "{{.State.Pid}}", id).split("\n");
  const from = Date.now();
  process.kill(Number(pid), "SIGKILL");
  const healthy = await until(120, () => {
    const [state, now] = docker("inspect", "-f", "{{.State.Health.Status}} {{.State.Pid}}", id).split(" ");
    return state === "healthy" && now !== pid && now !== "0";
  });
  report(`kill -9 ${service}`, healthy, `healthy again after ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

const verified = (when) => reportVerify(() => product("jobs", "@verify.js"), when);
const login = async () => {
  const operator = new Visitor(site);
  await operator.post("/mela/admin/login", {
    ...{ username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD },
  });
  return operator;
};
const down = () => run("down", "--volumes", "--remove-orphans", "--timeout", "5");

let ended = false;
try {
  down();
  git("checkout", "--quiet", before);
  await step(`install the release before (${version()})`, async () => {
    run("build", "migrate");
    run("build", "provider");
    run("up", "-d", "--wait", "--wait-timeout", "300");
    await connect();
  });
  const versionBefore = await versionShown();

  const operator = await login();
  const { slug } = await operator.get("/mela/facts");
  const places = await placesOf(slug);
  for (const edition of ["A", "B", "C", "D"]) places.push(...(await publish(operator, edition)));

  git("checkout", "--quiet", next);
  await step("build the release after, beside the running one", () => {
    // Fills the cache, so that the update below takes as long as on a machine that need not build.
    const running = docker("image", "inspect", "-f", "{{.Id}}", IMAGE);
    run("build", "migrate");
    docker("tag", running, IMAGE);
  });

  const started = [];
  for (const place of places.splice(0, STARTED_BEFORE)) started.push(await register(place));
  await step(`${BOOKINGS} bookings, and deploy/update.sh among them`, () =>
    replaceWhileSelling("update", places.splice(0, BOOKINGS), 40, update),
  );
  for (const booking of started) sold.push(await pay(booking));
  report(
    "bookings started before the update are paid after it",
    sold.length === BOOKINGS + STARTED_BEFORE,
    `${started.length}`,
  );
  const versionAfter = await versionShown();
  report(
    "/healthz names the new release",
    versionAfter !== versionBefore && versionAfter.includes(version().slice(0, 7)),
    `${versionBefore} to ${versionAfter}`,
  );

  await step("back, with bookings", () => replaceWhileSelling("back", places.splice(0, 15), 2, () => update("back")));
  report("/healthz names the release before", (await versionShown()) === versionBefore);
  await step("and forward again", () => replaceWhileSelling("forward", places.splice(0, 15), 2, update));
  verified("after the updates");

  await step("kill -9 of each container", async () => {
    const product = ["api", "orchestrator", "jobs", "decoder", "backup"];
    for (const service of [...product, "redis", "temporal", "postgres", "proxy", "mail"]) await kill(service);
  });
  const more = await publish(await login(), "E");
  await book(more.shift());
  report("a booking after all that", true, sold.at(-1));

  await step("backup", () => console.log(product("backup", "@backup.js").trim().replace(/^/gm, "   ")));
  await step("drill", () => console.log(product("backup", "@backup.js", "drill").trim().replace(/^/gm, "   ")));
  const lost = sold.length;
  for (const place of more.splice(0, 3)) await book(place);
  // The service copies the record within seconds of each change; here at once.
  product("backup", "@backup.js", "record");

  await step("the machine is lost", () => {
    // What a bucket elsewhere would hold, and the provider, which is not ours.
    run("cp", "backup:/backups/.", join(work, "backups"));
    run("down", "--timeout", "5");
    for (const volume of docker("volume", "ls", "-q", "-f", `label=com.docker.compose.project=${PROJECT}`).split("\n"))
      if (!volume.endsWith("_provider")) docker("volume", "rm", volume);
  });
  await step("restore into an empty installation", () => {
    run("up", "-d", "--wait", "postgres");
    const from = join(work, "backups");
    run(
      ...["run", "--rm", "--no-deps", "-T", "--user", "0", "--cap-add", "CHOWN", "--cap-add", "DAC_OVERRIDE"],
      ...["-v", `${from}:/from:ro`, "backup", "sh", "-c", "cp -r /from/. /backups/ && chown -R node:node /backups"],
    );
    console.log(
      run("run", "--rm", "--no-deps", "-T", "backup", "node", "backend/dist/bundle/restore.js")
        .trim()
        .replace(/^/gm, "   "),
    );
  });
  await step("start", async () => {
    run("up", "-d", "--wait", "--wait-timeout", "300");
    await connect();
  });
  await step("recover", async () => {
    const printed = await until(120, () => product("jobs", "@recover.js"), 3000);
    console.log((printed ?? product("jobs", "@recover.js")).trim().replace(/^/gm, "   "));
  });
  const found = await until(60, async () => {
    const states = await Promise.all(
      sold.slice(lost).map((orderId) => new Visitor(site).get(`/mela/payment-status/${orderId}`)),
    );
    return states.every(({ paymentStatus }) => paymentStatus === "payment_successful");
  });
  report("what was sold after the backup is sold again", found, `${sold.length - lost} bookings`);
  await step("open the sales", () => {
    // Temporal and the record of the last seconds are lost, too: the sales stay closed until a person has asked the provider.
    const said = [
      product("jobs", "@recover.js", "compared", "--reason", "the provider has no order more"),
      product("jobs", "@recover.js", "open", "--reason", "all accounted for", "--yes"),
    ];
    console.log(said.join("").trim().replace(/^/gm, "   "));
  });
  const query = "SELECT count(*) FROM bookings WHERE state = 'sold'";
  const count = Number(JSON.parse(product("jobs", "@sql.js", query, "--json")).count);
  report("every sold stall is sold, once", count === sold.length, `${count} of ${sold.length}`);
  await book(more.shift());
  report("a booking after the recovery", true, sold.at(-1));
  verified("after the recovery");
  ended = true;
} catch (error) {
  report("the run", false, error.stack);
} finally {
  simulator.close();
  console.log(minutes.map(([name, took]) => `${(took / 60).toFixed(1).padStart(5)} min  ${name}`).join("\n"));
  if (ended && !process.argv.includes("--keep")) down();
  else console.log(`left as it is: ${compose.join(" ")} (in ${clone})`);
}
process.exitCode = verdict();
