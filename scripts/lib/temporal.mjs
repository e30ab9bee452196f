import { run } from "./command.mjs";

/**
 * How Temporal's development server is run. It keeps its workflows in one file, so that they go on after a stop
 * or a crash.
 * @param {string} binary
 * @param {{ port: number, uiPort: number, database: string, cwd: string, log: string, env: NodeJS.ProcessEnv }} options
 * @returns {import("./supervised.mjs").Plan}
 */
export function temporalPlan(binary, { port, uiPort, database, cwd, log, env }) {
  const attributes = ["StallId", "OrderId", "Stage"].flatMap((name) => [
    "--search-attribute",
    `${name}=Keyword`,
  ]);
  return {
    name: "Temporal",
    command: binary,
    args: [
      "server",
      "start-dev",
      ...["--ip", "127.0.0.1", "--port", String(port), "--ui-port", String(uiPort)],
      ...["--db-filename", database, "--log-level", "warn"],
      ...attributes,
    ],
    cwd,
    env: { PATH: env["PATH"], HOME: env["HOME"] },
    log,
    isReady: () => isServing(binary, port),
    stopsIn: 1,
    stopSignal: "SIGINT",
    stopMs: 8_000,
  };
}

/** @param {string} binary @param {number} port @returns {Promise<boolean>} */
async function isServing(binary, port) {
  const { code } = await run(
    binary,
    ["operator", "namespace", "describe", "--namespace", "default", "--address", `127.0.0.1:${port}`],
    { timeoutMs: 5_000 },
  );
  return code === 0;
}
