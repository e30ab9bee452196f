/**
 * A set-up's life on one machine, from the release before to the day it is lost: installs the commit given with four apis,
 * updates it to what is checked out here while visitors book, goes back and forward again, kills each container, sells until the
 * second in which every container is killed, deletes every volume but what a store elsewhere and the provider would have, and
 * follows the runbook's own commands. Then it fills the archive's disk. Prints one line per check and step, and exits with 1 if any
 * check failed.
 *
 *   node deploy/test/lifetime.mjs <commit of the release before>
 *   node deploy/test/lifetime.mjs <commit> --only-updates      ends before the loss
 *   node deploy/test/lifetime.mjs --only-loss      installs what is checked out here, and begins with the sale before the loss
 *   node deploy/test/lifetime.mjs --only-loss --bucket   with archive and backups in a bucket (SeaweedFS over TLS) instead of volumes, which
 *                                                  are deleted too; without the forged backup and the full disk, which are a folder's
 *
 * --keep leaves the set-up running. It builds in a clone and has a compose project of its own, sakhi-lifetime, which it deletes
 * before and afterwards. Ports 80, 443, 4443, 8025 and 8080 must be free.
 */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addListing, addPaper } from "./belongings.mjs";
import {
  askedToWait,
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
  secret,
  writeTrialSettings,
} from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PROJECT = "sakhi-lifetime";
const IMAGE = "sakhi-bazaar:1.0.0";
const POSTGRES_IMAGE = "sakhi-postgres:18.6";
const APIS = 4;
/** Registered before the update, paid after it. */
const STARTED_BEFORE = 20;
/** Bookings that begin in a second, while a release replaces another and before the machine is lost. */
const PER_SECOND = { replaced: 1, lost: 2 };
/** How long visitors book until the machine is lost, in ms. */
const SELLING_MS = 60_000;
/** What the archive may lose, in seconds (docs/decisions/0094-continuous-archiving.md). */
const ARCHIVE_LOSES = 15;
/** Size of the archive's disk that fills, in MB. */
const SMALL_DISK = 96;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "only-loss": { type: "boolean" },
    "only-updates": { type: "boolean" },
    bucket: { type: "boolean", default: false },
    keep: { type: "boolean" },
  },
});
const { "only-loss": onlyLoss = false, "only-updates": onlyUpdates = false } = options;
const [before] = positionals;
if ((before === undefined) !== onlyLoss) {
  console.error("Which release is the one before? node deploy/test/lifetime.mjs <commit>, or --only-loss");
  process.exit(2);
}
if (options.bucket && !onlyLoss) {
  console.error("A release before may know no bucket: --bucket needs --only-loss");
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
const bucket = options.bucket ? await writeBucket() : undefined;
writeTrialSettings(envFile, {
  PUBLIC_URL: "https://mela.sakhi.internal",
  ...bucket?.settings,
  BACKUP_RECIPIENT: /age1\w+/.exec(age)[0],
  BACKUP_IDENTITY_FILE: identity,
});
const settings = readSettings(envFile);
const withBucket = bucket === undefined ? [] : ["-f", "docker-compose.yml", "-f", bucket.file];
const compose = [
  ...["docker", "compose", "-p", PROJECT, "--env-file", envFile],
  ...["--profile", "trial"],
  ...withBucket,
];
const version = () => git("describe", "--always", "--dirty", "--exclude", "*").trim();
const environment = () => ({ cwd: clone, env: { ...process.env, SAKHI_VERSION: version() } });
const run = (...words) => output(compose[0], [...compose.slice(1), ...words], environment());
const product = (service, ...words) =>
  run("exec", "-T", service, "node", ...words.map((w) => w.replace(/^@/, "backend/dist/bundle/")));
const docker = (...words) => output("docker", words).trim();
const lines = (text) => text.split("\n").filter((line) => line.trim() !== "");
const containers = (...services) => lines(run("ps", "-q", ...services));
/** Rows of a query, read in the product's own way. */
const rows = (query) => lines(product("jobs", "@sql.js", query, "--json")).map((line) => JSON.parse(line));
/** One value of a query by the superuser, also while the product is not there. */
const value = (query, database = "sakhi_bazaar") =>
  run("exec", "-T", "postgres", "psql", "-XqAt", "-U", "postgres", "-d", database, "-c", query).trim();
/** A command that leaves the visitors going. @returns its exit code */
const ending = (command, words) =>
  new Promise((resolve) => {
    spawn(command, words, { ...environment(), stdio: ["ignore", "ignore", "inherit"] }).on("exit", resolve);
  });
const indented = (text) => console.log(text.trim().replace(/^/gm, "   "));

/**
 * A bucket of an S3-compatible store, reached as any other one is: by https, with a certificate that its clients have. Its
 * service outlives the machine, like the provider's. @returns its compose file and settings
 */
async function writeBucket() {
  // Needs the checkout's packages, which the other modes do not.
  const { seaweedfsBinary } = await import("../../scripts/lib/seaweedfs-binary.mjs");
  const weed = await seaweedfsBinary(process.env);
  if (weed === undefined) throw new Error("SeaweedFS could not be had: set WEED_COMMAND");
  const [certificate, key, config] = ["store.crt", "store.key", "s3.json"].map((name) => join(work, name));
  output("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-keyout", key, "-out", certificate],
    ...["-subj", "/CN=store", "-addext", "subjectAltName=DNS:store"],
  ]);
  chmodSync(certificate, 0o644);
  const [accessKey, secretKey] = ["lifetime", secret()];
  const identities = [{ name: "lifetime", credentials: [{ accessKey, secretKey }], actions: ["Admin"] }];
  writeFileSync(config, JSON.stringify({ identities }));
  const trust = (name) => ({ environment: { [name]: "/store.crt" }, volumes: [`${certificate}:/store.crt:ro`] });
  const connects = "require('node:net').connect(8333, '127.0.0.1').on('connect', () => process.exit(0))";
  const services = {
    store: {
      ...{ image: IMAGE, pull_policy: "never", user: "0", entrypoint: ["/weed"], networks: ["archive", "outside"] },
      command: [
        ...["server", "-dir=/data", "-ip=store", "-ip.bind=0.0.0.0", "-master.volumeSizeLimitMB=64", "-volume.max=64"],
        ...["-s3", "-s3.port=8333", "-s3.config=/s3.json", "-s3.port.iceberg=0", "-s3.port.lance=0"],
        ...["-s3.cert.file=/store.crt", "-s3.key.file=/store.key"],
      ],
      volumes: [
        `${weed}:/weed:ro`,
        ...[`${certificate}:/store.crt:ro`, `${key}:/store.key:ro`, `${config}:/s3.json:ro`],
        "store:/data",
      ],
      healthcheck: {
        test: ["CMD", "node", "-e", connects],
        interval: "5s",
        timeout: "10s",
        retries: 12,
        start_period: "120s",
      },
    },
    postgres: trust("PGBACKREST_REPO1_STORAGE_CA_FILE"),
    archive: trust("PGBACKREST_REPO1_STORAGE_CA_FILE"),
    backup: trust("NODE_EXTRA_CA_CERTS"),
  };
  const file = join(work, "bucket.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ services, volumes: { store: {} } }));
  const settings = {
    ...{ BACKUP_BUCKET_URL: "https://store:8333/backups", BACKUP_BUCKET_REGION: "auto" },
    ...{ BACKUP_BUCKET_KEY_ID: accessKey, BACKUP_BUCKET_SECRET: secretKey },
  };
  return { file, settings };
}

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
const site = new Site(settings.PUBLIC_URL, undefined);
async function connect() {
  site.ca = await until(60, () => run("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt"));
}
const simulator = new Simulator(compose, clone);
const pay = (orderId) => simulator.post(`/orders/${orderId}/pay`, { method: "upi", outcome: "success" });

/** Places of published events that nobody has tried to book. */
const places = [];
let operator;
let events = 0;
let publishing;
/** Publishes an event with the current plan: 70 places. @returns its slug */
async function publish() {
  const { slug: planOf } = await operator.get("/mela/facts");
  const { slug } = await operator.post("/mela/admin/events", {
    ...{
      name: "Lifetime Mela",
      edition: `No ${++events}`,
      days: "2099-02-05 09:30 to 18:30",
      planOf,
      reason: "a check",
    },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", salesCloseAt: "2099-02-04T12:30:00.000Z" },
  });
  await operator.post(`/mela/admin/events/${slug}/publish`, { reason: "a check" });
  places.push(...(await placesOf(slug)));
  return slug;
}
const placesOf = async (event) =>
  (await new Visitor(site).get(`/mela/layout?event=${event}`)).map((stall) => ({ event, stall }));
async function nextPlace() {
  while (places.length === 0) await (publishing ??= publish().finally(() => (publishing = undefined)));
  return places.shift();
}

/** Every booking that was started, and what its visitor knows. */
const bookings = [];
/** Reserves and registers a stall. The order is not opened yet. */
async function register(place) {
  const { event, stall } = place ?? (await nextPlace());
  const number = String(600_000_000 + bookings.length);
  const visitor = new Visitor(site);
  const booking = { event, stall, visitor, orderId: `MELA${Date.now()}t${number}`, from: Date.now() };
  bookings.push(booking);
  await visitor.post("/mela/reserve", { event, stallId: stall.stallId });
  await visitor.post("/mela/create-provisional-registration", {
    ...{ event, orderId: booking.orderId, fullName: "Asha Rao", email: `asha.${number}@example.com` },
    ...{ phoneNumber: `9${number}`, businessName: "Asha Weaves", pincode: "560066", gstNumber: "", gstAddress: "" },
    ...{ stallId: stall.stallId, stallType: stall.type, paymentStatus: "payment_pending" },
  });
  return booking;
}
/** Pays for a registered stall. @returns the booking once it is sold */
async function buy(booking) {
  const { visitor, orderId, stall } = booking;
  const metadata = { type: "mela_stall", stallId: stall.stallId, stallType: stall.type };
  await visitor.post("/cashfree/initiate", { orderId, amount: stall.price, metadata });
  await pay(orderId);
  const outcome = async () => (await visitor.get(`/mela/payment-status/${orderId}`)).outcome?.kind;
  // A failed poll counts: no retry hides it.
  const end = Date.now() + 120_000;
  while ((await outcome()) !== "sold") {
    if (Date.now() > end) throw new Error(`${orderId} is ${await outcome()} two minutes after its payment`);
    await sleep(500);
  }
  booking.soldAt = Date.now();
  return booking;
}
const book = async (place) => buy(await register(place));
/** Opens My booking, as the page after the payment does. @returns the numbers of its documents */
async function documentsOf({ visitor, orderId }) {
  const { documents } = await visitor.post("/mela/my-booking/session/here", { orderId });
  return documents.map(({ number }) => number);
}

/**
 * Bookings begin at a steady rate until stopped.
 *
 * @param afterwards what a visitor does once her stall is sold
 * @returns a function that stops, waits for all and resolves with the bookings and what failed, in order
 */
function sell(perSecond, afterwards = () => undefined) {
  const first = bookings.length;
  const all = [];
  const failed = [];
  const begin = () =>
    all.push(
      book()
        .then(afterwards)
        .catch((error) => failed.push({ at: Date.now(), message: error.message })),
    );
  const timer = setInterval(begin, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(all);
    return { all: bookings.slice(first), failed };
  };
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

/**
 * Notes when containers of orchestrators and jobs end and start. Listens meanwhile: asked afterwards, Docker remembers its last 256
 * events, and health checks are among them.
 *
 * @returns ends it: times in ms of each kind, in order
 */
function watchWorkers() {
  const seen = { die: [], start: [] };
  const filters = ["event=die", "event=start", `label=com.docker.compose.project=${PROJECT}`];
  const format = '{{.TimeNano}} {{.Action}} {{index .Actor.Attributes "com.docker.compose.service"}}';
  const words = ["events", "--format", format, ...filters.flatMap((filter) => ["--filter", filter])];
  const listening = spawn("docker", words, { stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: listening.stdout }).on("line", (line) => {
    const [nanos, action, service] = line.split(" ");
    if (service === "orchestrator" || service === "jobs") seen[action].push(Number(nanos) / 1e6);
  });
  return async () => {
    const closed = new Promise((done) => listening.once("close", done));
    listening.kill();
    await closed;
    return seen;
  };
}

/** Sells places and reads pages from before to after the product is replaced. */
async function replaceWhileSelling(name, replace) {
  const stopWatching = watchWorkers();
  const stopReading = readPages(site);
  const stopSelling = sell(PER_SECOND.replaced);
  await sleep(5000);
  const from = Date.now();
  report(`${name}: the script ends well`, (await replace()) === 0, `${((Date.now() - from) / 1000).toFixed(0)} s`);
  await sleep(5000);
  const { all, failed } = await stopSelling();
  const read = await stopReading();
  report(`${name}: every booking sold`, failed.length === 0, `${all.length - failed.length} of ${all.length}`);
  report(`${name}: no page failed`, read.failed.length === 0, `${read.failed.length} of ${read.sent}`);
  console.log(`       ${askedToWait()} calls were asked to wait, and made again`);
  const messages = failed.map(({ at, message }) => `${new Date(at).toISOString().slice(11, 19)} ${message}`);
  for (const line of [...messages, ...read.failed].slice(0, 10)) console.log(`       ${line}`);
  // From the end of the first one that was replaced to the start of the last one.
  const { die, start } = await stopWatching();
  const met = all.filter((booking) => booking.from < start.at(-1) && (booking.soldAt ?? 0) > die[0]);
  report(
    `${name}: bookings met the replaced orchestrators and jobs`,
    met.length > 0 && start.length >= 2,
    `${met.length} were under way`,
  );
  const apis = containers("api").length;
  report(`${name}: ${APIS} apis run`, apis === APIS, `${apis}`);
}
const versionShown = async () => JSON.parse((await site.send("GET", "/healthz")).text).version;

/** Kills a container's main process, as a crash would; Docker's restart policy must bring it back. */
async function kill(service) {
  const [id] = containers(service);
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
async function login() {
  operator = new Visitor(site);
  await operator.post("/mela/admin/login", {
    ...{ username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD },
  });
}

// ── Stores, which outlive the machine
const volume = (name) => `${PROJECT}_${name}`;
/** Everything in the archive, with its checksums. */
const archived = () =>
  docker(
    ...["run", "--rm", "--network", "none", "--entrypoint", "sh", "-v", `${volume("archive")}:/archive:ro`],
    ...[POSTGRES_IMAGE, "-c", "cd /archive && find . -type f | sort | xargs -r sha256sum"],
  );
/** Whether the service archive has noted a base backup that was restored beside the server. */
const baseBackup = async (seconds) => {
  const state = await until(seconds, () => {
    const noted = run("exec", "-T", "archive", "cat", "/archive-state/run");
    return /^ok=/m.test(noted) ? noted : undefined;
  });
  return { ok: /^ok=yes$/m.test(state ?? ""), text: lines(state ?? "nothing was noted").join(", ") };
};

/** A second set-up on the archive of the first, which the machine has lost: it is refused, and writes nothing. */
async function secondSetUp() {
  const file = join(work, "second.yml");
  // Its store: the volume, or the network in which the bucket is.
  const kind = bucket === undefined ? "volumes" : "networks";
  writeFileSync(file, `${kind}: { archive: { name: ${volume("archive")}, external: true } }\n`);
  const second = (...words) =>
    output(
      "docker",
      [
        ...["compose", "-p", `${PROJECT}-second`, "--env-file", envFile, "-f", "docker-compose.yml"],
        ...[...withBucket.slice(2), "-f", file, ...words],
      ],
      environment(),
    );
  const stored = bucket === undefined ? archived() : "";
  try {
    second("up", "-d", "--wait", "postgres", "archive");
    const noted = await until(60, () => {
      const state = second("exec", "-T", "archive", "cat", "/archive-state/run");
      return state.includes("ok=no") ? state : undefined;
    });
    const ask = "SELECT failed_count FROM pg_stat_archiver";
    const pushed = await until(60, () => {
      const count = second("exec", "-T", "postgres", "psql", "-XqAt", "-U", "postgres", "-c", ask).trim();
      return count !== "0" && count;
    });
    report("a second set-up on the archive is refused", noted && pushed, `${lines(noted ?? "").join(", ")}`);
    if (bucket === undefined)
      report("and writes nothing there", archived() === stored, `${lines(stored).length} files`);
  } finally {
    second("down", "--volumes", "--timeout", "5");
  }
}

/** The newest backup under a newer name, as somebody could write it who has the store, but not the secret. @returns its name */
function forgeBackup() {
  const forge = `
    const { copyFileSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
    const time = (name) => /-(\\d{8}T\\d{6}Z)\\./.exec(name)[1];
    const newest = readdirSync("/backups").filter((name) => /^(sakhi|manual)-.*\\.age$/.test(name))
      .sort((a, b) => time(a).localeCompare(time(b))).at(-1);
    const now = new Date().toISOString().replace(/[-:]/g, "").replace(/\\.\\d+/, "");
    const forged = newest.replace(/\\d{8}T\\d{6}Z/, now);
    copyFileSync("/backups/" + newest, "/backups/" + forged);
    const description = JSON.parse(readFileSync("/backups/" + newest + ".json", "utf8"));
    writeFileSync("/backups/" + forged + ".json", JSON.stringify({ ...description, archive: forged }));
    console.log(forged);`;
  return docker(
    ...["run", "--rm", "--network", "none", "--user", "0", "-v", `${volume("backups")}:/backups`],
    ...[IMAGE, "node", "-e", forge],
  );
}

/** The commands of a page of the runbook, one a line, without its comments. */
function runbook(page) {
  const [, block] = readFileSync(join(root, "docs/operations", page), "utf8").match(/```sh\n([^`]*)```/);
  return lines(block)
    .map((line) => line.replace(/ +# .*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("export "));
}
/** Runs one of its commands as it stands, but for this set-up's options and the missing terminal. @returns code and output */
function runbookCommand(line) {
  const words = line
    .replace(/docker compose (exec|run)(?! -T)/g, "docker compose $1 -T")
    .replaceAll("docker compose", compose.join(" "))
    .replace(/( open --reason .*)$/, "$1 --yes");
  try {
    return { code: 0, text: output("bash", ["-c", words], environment()) };
  } catch (error) {
    return { code: error.cause.status, text: `${error.cause.stdout}${error.cause.stderr}` };
  }
}

// ── The course
async function install() {
  for (const service of ["migrate", "provider"]) run("build", service);
  if (lines(run("config", "--services")).includes("archive")) run("build", "postgres");
  if (bucket !== undefined) {
    run("up", "-d", "--no-deps", "--wait", "store");
    const create = "echo 's3.bucket.create -name backups' | /weed shell -master=store:9333 -filer=store:8888";
    const made = await until(60, () => run("exec", "-T", "store", "sh", "-c", create).includes("created bucket"), 2000);
    report("the store has a bucket", made);
  }
  run("up", "-d", "--scale", `api=${APIS}`, "--wait", "--wait-timeout", "400");
  await connect();
}

/** From the release before to this one, back and forward, and a crash of each part. */
async function updates() {
  git("checkout", "--quiet", before);
  await step(`install the release before (${version()})`, install);
  const hadArchive = lines(run("config", "--services")).includes("archive");
  const versionBefore = await versionShown();
  await login();
  places.push(...(await placesOf((await operator.get("/mela/facts")).slug)));

  git("checkout", "--quiet", next);
  await step("build the release after, beside the running one", () => {
    // Fills the cache, so that the update below takes as long as on a machine that need not build.
    // By its container: a release before may have named its image otherwise.
    const running = docker("inspect", "-f", "{{.Image}}", containers("api")[0]);
    run("build", "migrate");
    docker("tag", running, IMAGE);
    run("build", "postgres");
  });
  if (!hadArchive) {
    await step("CHANGELOG, Before you update: PostgreSQL with its archive, without sales", async () => {
      run("build", "postgres");
      run("up", "-d", "postgres", "archive");
      const ready = await until(120, async () => (await site.send("GET", "/readyz")).status === 200);
      report("the release before sells on the new PostgreSQL", ready && (await book()).soldAt !== undefined);
    });
  }

  const started = [];
  for (let count = 0; count < STARTED_BEFORE; count++) started.push(await register());
  await step("deploy/update.sh, with bookings", () => replaceWhileSelling("update", update));
  for (const booking of started) await buy(booking);
  report(
    "bookings started before the update are paid after it",
    started.every(({ soldAt }) => soldAt !== undefined),
    `${started.length}`,
  );
  const versionAfter = await versionShown();
  report(
    "/healthz names the new release",
    versionAfter !== versionBefore && versionAfter.includes(version().slice(0, 7)),
    `${versionBefore} to ${versionAfter}`,
  );
  await step("back, with bookings", () => replaceWhileSelling("back", () => update("back")));
  report("/healthz names the release before", (await versionShown()) === versionBefore);
  await step("and forward again, with bookings", () => replaceWhileSelling("forward", update));
  verified("after the updates");

  await step("kill -9 of each container", async () => {
    const product = ["api", "orchestrator", "jobs", "decoder", "backup", "archive"];
    for (const service of [...product, "redis", "temporal", "postgres", "proxy", "mail"]) await kill(service);
  });
  await book();
  report("a booking after all that", true);
}

/** The machine is lost while it sells, and comes back by the runbook. */
async function loss() {
  const belongings = await step("a paper, a picture and a listing", async () => {
    const event = await publish();
    const holder = await book(places.find((place) => place.event === event));
    places.splice(0, places.length, ...places.filter(({ stall, event: of }) => of !== event || stall !== holder.stall));
    const hasPaper = await addPaper(operator, holder);
    return { hasPaper, ...(await addListing(operator, site, pay)) };
  });
  await step("the night: backup and drill, as the service makes them", () => {
    indented(product("backup", "@backup.js"));
    indented(product("backup", "@backup.js", "drill"));
  });
  await step("the archive's base backup", async () => {
    const { ok, text } = await baseBackup(300);
    report("a base backup was made by itself, and restored beside the server", ok, text);
  });

  let lostAt;
  const { all, failed } = await step("visitors book until every container is killed", async () => {
    const stop = sell(PER_SECOND.lost, async (booking) => (booking.numbers = await documentsOf(booking)));
    await sleep(SELLING_MS);
    const [postgres] = containers("postgres");
    const ours = lines(run("config", "--services")).filter((service) => !/^(provider|store)/.test(service));
    const calledAt = Date.now();
    await ending(compose[0], [...compose.slice(1), "kill", ...ours]);
    lostAt = Date.parse(docker("inspect", "-f", "{{.State.FinishedAt}}", postgres));
    const sale = await stop();
    // What a bucket elsewhere would hold, and the provider, which is not ours.
    const outside = ["provider", ...(bucket === undefined ? ["archive", "backups"] : ["store"])].map(volume);
    run("rm", "-f", ...ours);
    for (const name of lines(docker("volume", "ls", "-q", "-f", `label=com.docker.compose.project=${PROJECT}`)))
      if (!outside.includes(name)) docker("volume", "rm", name);
    return { ...sale, failed: sale.failed.filter(({ at }) => at < calledAt) };
  });
  report("every booking before the loss sold", failed.length === 0, failed[0]?.message);
  const known = await simulator.get("/orders");
  const paid = new Set(known.filter(({ order_status: status }) => status === "PAID").map(({ order_id: id }) => id));
  const paidOnes = bookings.filter(({ orderId }) => paid.has(orderId));
  const inFlight = paidOnes.filter(({ soldAt }) => soldAt === undefined);
  report(
    "it was lost in the middle of selling",
    all.some(({ soldAt }) => soldAt > lostAt - 5000),
    `${paidOnes.length} stalls are paid, ${inFlight.length} of them without an answer to their visitor`,
  );

  await step("a second set-up on the same archive", secondSetUp);
  const forged = bucket === undefined ? forgeBackup() : undefined;
  writeFileSync(
    join(clone, "orders.csv"),
    ["Order Id,Status", ...known.map((o) => `${o.order_id},${o.order_status}`), ""].join("\n"),
  );

  const reserve = ({ event, stall }) => new Visitor(site).post("/mela/reserve", { event, stallId: stall.stallId });
  const answerTo = (place) =>
    reserve(place).then(
      () => "reserved",
      (error) => error.message,
    );
  let lostOnes = [];
  const after = [
    [
      / up .*postgres$/,
      () => {
        const newest = Number(value("SELECT extract(epoch FROM max(at)) * 1000 FROM booking_events"));
        const seconds = (lostAt - newest) / 1000;
        report("the archive itself lost at most 15 seconds", seconds <= ARCHIVE_LOSES, `${seconds.toFixed(1)} s`);
        const restored = new Set(lines(value("SELECT order_id FROM bookings WHERE state = 'sold'")));
        lostOnes = paidOnes.filter(({ orderId }) => !restored.has(orderId));
        console.log(`       ${lostOnes.length} of ${paidOnes.length} paid stalls are not sold in what was restored`);
      },
    ],
    [
      /restore\.js files$/,
      (text) => forged === undefined || report("the forged backup is not used", !text.includes(forged), forged),
    ],
    [
      / up -d(?! .*postgres)/,
      async () => {
        await connect();
        if (forged === undefined) return;
        const listed = product("backup", "@backup.js", "list");
        const line = lines(listed).find((each) => each.includes(forged)) ?? listed;
        report("the forged backup is listed as left out", line.startsWith("LEFT OUT"), line);
      },
    ],
    [
      /--orders/,
      async () => {
        const answer = await answerTo(await nextPlace());
        report("the sales are paused until a person opens them", answer.includes("sales_paused"), answer.slice(0, 120));
      },
    ],
    [/verify\.js$/, (text) => reportVerify(() => text, "after the recovery")],
  ];
  for (const line of runbook("questions/the-machine-is-lost.md")) {
    await step(`$ ${line}`, async () => {
      let { code, text } = runbookCommand(line);
      // 2: "run it again when everything answers". 1: issues are open, which a person closes.
      if (line.includes("recover.js"))
        for (let again = 0; code === 2 && again < 20; again++) {
          await sleep(6000);
          ({ code, text } = runbookCommand(line));
        }
      indented(lines(text).slice(-25).join("\n"));
      const fine = code === 0 || /verify\.js$/.test(line) || (code === 1 && /recover\.js( --orders|$)/.test(line));
      if (!fine) throw new Error(`exit ${code}`);
      for (const [command, check] of after) if (command.test(line)) await check(text);
    });
  }

  await step("what visitors find", async () => {
    const unsold = new Set(paidOnes);
    await until(180, async () => {
      for (const booking of unsold) {
        const { paymentStatus } = await new Visitor(site).get(`/mela/payment-status/${booking.orderId}`);
        if (paymentStatus === "payment_successful") unsold.delete(booking);
      }
      return unsold.size === 0;
    });
    report("every paid stall is sold", unsold.size === 0, `${paidOnes.length - unsold.size} of ${paidOnes.length}`);
    for (const { orderId, stall } of [...unsold].slice(0, 5)) console.log(`       ${orderId} ${stall.stallId}`);
    const [{ count }] = rows("SELECT count(*)::int AS count FROM bookings WHERE state = 'sold'");
    report(
      "no other stall is sold, and none twice",
      Number(count) === paidOnes.length,
      `${count} of ${paidOnes.length}`,
    );
    let free = 0;
    for (const event of new Set(paidOnes.map((each) => each.event))) {
      const plan = await new Visitor(site).get(`/mela/layout?event=${event}`);
      const available = new Set(plan.filter(({ status }) => status === "Available").map(({ stallId }) => stallId));
      free += paidOnes.filter((each) => each.event === event && available.has(each.stall.stallId)).length;
    }
    report("no paid stall is free", free === 0, `${free} of ${paidOnes.length}`);
    const again = [];
    for (const booking of lostOnes) again.push(await answerTo(booking));
    report("what was paid in the lost seconds is sold to nobody else", !again.includes("reserved"), `${again.length}`);

    const numbered = await until(120, () => {
      const found = rows("SELECT number, order_id FROM invoices");
      return found.length >= paidOnes.length && found;
    });
    const owners = new Map((numbered ?? []).map(({ number, order_id: orderId }) => [number, orderId]));
    const shown = bookings.flatMap(({ numbers = [], orderId }) => numbers.map((number) => ({ number, orderId })));
    const taken = shown.filter(({ number, orderId }) => (owners.get(number) ?? orderId) !== orderId);
    report(
      "no document number twice",
      numbered !== undefined && owners.size === numbered.length && taken.length === 0,
      `${owners.size} documents, ${shown.length} numbers seen before the loss; ${JSON.stringify(taken.slice(0, 3))}`,
    );
    report("the paper is there again", await until(10, belongings.hasPaper));
    report("the uploaded picture is there again", await until(10, belongings.hasPicture));
    report("the listing is live again", await until(30, belongings.isLive));
    await login();
    await book();
    report("a booking after the recovery", true);
  });
  await step("the archive continues", async () => {
    const { ok, text } = await baseBackup(300);
    report("a base backup of this machine was made, and restored beside the server", ok, text);
  });
}

/** The archive's disk fills while visitors book. */
async function fullDisk() {
  const file = join(work, "small.yml");
  const small = `type: tmpfs, device: tmpfs, o: "size=${SMALL_DISK}m"`;
  writeFileSync(file, `volumes: { archive: { name: ${volume("archive-small")}, driver_opts: { ${small} } } }\n`);
  const withSmall = [...compose.slice(1), "-f", "docker-compose.yml", "-f", file];
  output(compose[0], [...withSmall, "up", "-d", "--no-deps", "--wait", "postgres", "archive"], environment());
  await until(120, async () => (await site.send("GET", "/readyz")).status === 200);
  const archiver = (state) => value(`SELECT coalesce(${state}, false) FROM pg_stat_archiver`, "postgres") === "t";
  const archives = () => {
    value("SELECT pg_switch_wal()", "postgres");
    return archiver("last_archived_time > coalesce(last_failed_time, '-infinity')");
  };
  report("the archive on a small disk archives", await until(150, archives, 3000));
  run("exec", "-T", "archive", "sh", "-c", "dd if=/dev/zero of=/archive/filler bs=64k 2> /dev/null || true");
  console.log(`       ${lines(run("exec", "-T", "archive", "df", "-h", "/archive")).at(-1)}`);
  for (let count = 0; count < 3; count++) await book();
  const stalled = await until(120, async () => {
    await book();
    return archiver("last_failed_time > last_archived_time");
  });
  report("archiving stalls while its disk is full", stalled);
  await book();
  report("selling continues", true);
  const segment = value("SELECT pg_walfile_name(pg_switch_wal())", "postgres");
  run("exec", "-T", "archive", "rm", "/archive/filler");
  const from = Date.now();
  const caughtUp = await until(180, () => archiver(`last_archived_wal >= '${segment}'`), 2000);
  report("archiving catches up once there is room", caughtUp, `after ${((Date.now() - from) / 1000).toFixed(0)} s`);
}

const down = async () => {
  // A network may still have an endpoint of a container that is gone.
  await until(30, () => run("down", "--volumes", "--remove-orphans", "--timeout", "5") + "done", 3000);
  for (const name of lines(docker("volume", "ls", "-q", "-f", `label=com.docker.compose.project=${PROJECT}`)))
    docker("volume", "rm", name);
};

let ended = false;
try {
  await down();
  if (onlyLoss) {
    git("checkout", "--quiet", next);
    await step(`install ${version()}`, install);
    await login();
  } else {
    await updates();
  }
  if (!onlyUpdates) {
    await loss();
    if (bucket === undefined) await step("the archive's disk fills", fullDisk);
    verified("at the end");
  }
  ended = true;
} catch (error) {
  report("the run", false, error.stack);
} finally {
  simulator.close();
  console.log(minutes.map(([name, took]) => `${(took / 60).toFixed(1).padStart(5)} min  ${name}`).join("\n"));
  if (ended && !options.keep) await down();
  else console.log(`left as it is: ${compose.join(" ")} (in ${clone})`);
}
process.exitCode = verdict();
