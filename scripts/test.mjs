/**
 * `npm test`: every check and every test, on servers, ports and a data folder of its own. See docs/running.md.
 *
 *   npm test                      everything
 *   npm test -- <part of a path>  only the spec files whose path holds it
 *   npm test -- --servers         only the servers, until Ctrl-C; .test-data/env.sh tells where they are
 */
import { buildFrontend, buildServers } from "./lib/build.mjs";
import { findChromium } from "./lib/chromium.mjs";
import { ClearError, Stopped, sentenceOf } from "./lib/clear-error.mjs";
import { run } from "./lib/command.mjs";
import { demandNode, install, npm } from "./lib/install.mjs";
import { runMark } from "./lib/leftovers.mjs";
import { complain, say } from "./lib/log.mjs";
import { root } from "./lib/paths.mjs";
import { rememberedPorts } from "./lib/ports.mjs";
import { Servers } from "./lib/servers.mjs";
import { stopSignal } from "./lib/stop-signal.mjs";
import { Tally } from "./lib/tally.mjs";
import { clearDeadTestFolders, testFolder } from "./lib/test-folder.mjs";
import { startProducts } from "./lib/test-products.mjs";
import { startTestServers } from "./lib/test-servers.mjs";
import { browserSpecs, runJest, runPlaywright, runScriptTests } from "./lib/test-steps.mjs";
import { serveUntilStopped, testEnvironment } from "./lib/test-environment.mjs";

const stop = stopSignal();
const { signal } = stop;
const args = process.argv.slice(2);
const serversOnly = args.includes("--servers");
const only = args.filter((arg) => !arg.startsWith("--"));

/** @param {Tally} tally @param {Servers} servers @param {string} folder */
async function everything(tally, servers, folder) {
  const { env } = servers.options;
  // Marked, so that what a crash test of theirs leaves running is ended with the run.
  const stage = { env: { ...env, [runMark]: folder }, signal, folder, only };
  const some = only.length > 0;
  await tally.step("packages", () => install({ env, signal }), { fatal: true });
  // A bare machine builds it for minutes: meanwhile everything is checked.
  servers.fetchTemporal();
  if (!some && !serversOnly) {
    await tally.step("npm run check", async () => {
      const [command, prefix] = npm(env);
      const { code } = await run(command, [...prefix, "run", "check"], {
        cwd: root,
        env,
        signal,
        show: true,
      });
      if (code !== 0) throw new ClearError("npm run check found something; it stands above.");
    });
  }
  // Not fatal: what does not compile fails the run, but jest reads the sources and has more to tell.
  await tally.step("build", () => buildServers({ env, signal }));
  /** @type {Record<string, string>} */
  let given = {};
  const start = async () => {
    given = await startTestServers(servers, (what) => tally.notRun(what));
  };
  await tally.step("servers", start, { fatal: true });
  if (serversOnly) return serveUntilStopped(given, stop.requested);
  const withServers = { ...stage, env: { ...stage.env, ...given } };
  // On a bare machine it is installed meanwhile; not before, for apt-get is asked for Redis above.
  const chromium = browserSpecs(only).length === 0 ? undefined : findChromium(env, signal);
  chromium?.catch(() => undefined);
  await tally.tests("start and test scripts", () => runScriptTests(withServers));
  await tally.tests("specs", () => runJest(withServers));
  await inTheBrowser(tally, servers, withServers, chromium);
}

/**
 * @param {Tally} tally
 * @param {Servers} servers
 * @param {import("./lib/test-steps.mjs").Stage} stage
 * @param {Promise<string | undefined> | undefined} finding where Chromium is; nothing where no browser test is asked for
 */
async function inTheBrowser(tally, servers, stage, finding) {
  if (finding === undefined) {
    if (only.length === 0) say("no browser tests yet");
    return;
  }
  const { env } = servers.options;
  if (!(await tally.step("site's pages", () => buildFrontend({ env, signal })))) return;
  await tally.step("first load's size", async () => {
    const { code } = await run(process.execPath, ["frontend/scripts/check-size.mjs"], {
      cwd: root,
      env,
      signal,
      show: true,
    });
    if (code !== 0)
      throw new ClearError("The first load of / ships too much JavaScript; its files stand above.");
  });
  const chromium = await finding;
  if (chromium === undefined)
    return tally.notRun("the browser tests: no Chromium here, and none could be installed");
  /** @type {Record<string, string>} */
  let products = {};
  const start = async () => {
    products = await startProducts(servers, { ...env, TEMPORAL_CLI: stage.env["TEMPORAL_CLI"] ?? "" });
  };
  if (!(await tally.step("the product, twice", start))) return;
  await tally.tests("browser tests", () =>
    runPlaywright({ ...stage, env: { ...stage.env, ...products, CHROMIUM_PATH: chromium } }),
  );
}

/** @returns {Promise<number>} exit code */
async function main() {
  demandNode();
  const dead = await clearDeadTestFolders();
  if (dead > 0) say(`Removed what ${dead} killed test run(s) had left behind.`);
  const tally = new Tally();
  const { folder, remove } = testFolder();
  const servers = new Servers({
    dataDir: folder,
    ports: rememberedPorts(`${folder}/ports.json`),
    env: testEnvironment(process.env),
    restart: false,
    signal,
  });
  try {
    await everything(tally, servers, folder);
  } catch (error) {
    // A fatal step has told its own story already.
    if (!(error instanceof Stopped) && !tally.hasTold(error)) tally.fail(sentenceOf(error));
  }
  stop.abort();
  await servers.stop();
  await remove();
  if (serversOnly) return tally.failed > 0 ? 1 : 0;
  if (stop.byPerson()) {
    complain("Stopped before the end.");
    return 130;
  }
  return tally.conclude();
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    complain(sentenceOf(error));
    process.exit(1);
  },
);
