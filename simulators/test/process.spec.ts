/** Both processes, run from their bundles like by `npm start`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "@jest/globals";
import { TestProcess } from "@sakhi/testkit/processes";
import { until } from "@sakhi/testkit/until";
import { createTransport } from "nodemailer";
import { CLIENT, caller, orderBody } from "./harness.js";

const bundles = fileURLToPath(new URL("../dist/bundle", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "simulators-"));
const started: TestProcess[] = [];

afterAll(async () => {
  await Promise.all(started.map((each) => each.kill()));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a bundle, which sends "ready", and returns it with the one line that it prints at each start. */
async function start(name: string, env: Record<string, string>) {
  const args = [join(bundles, `${name}.js`)];
  const simulator = new TestProcess({ name, command: process.execPath, args, env, log: join(folder, `${name}.log`) });
  started.push(simulator);
  await simulator.start();
  /** The line of the latest start; arrives later than "ready". */
  const line = async (starts: number): Promise<string> => {
    const lines = () => simulator.output().split("\n").slice(0, -1);
    await until("the line with its address", () => lines().length >= starts);
    expect(lines()).toHaveLength(starts);
    return lines().at(-1) ?? "";
  };
  return { simulator, line };
}

const urlIn = (line: string) => /http:\/\/localhost:\d+/.exec(line)?.[0] ?? "";

describe("the payment simulator's process", () => {
  const environment = {
    CASHFREE_CLIENT_ID: CLIENT.clientId,
    CASHFREE_CLIENT_SECRET: CLIENT.clientSecret,
    SIMULATOR_DATA: join(folder, "payments", "state.jsonl"),
  };

  it("persists its state through kill -9, rejects a taken port, and stops cleanly on SIGTERM", async () => {
    const { simulator, line } = await start("payment", environment);
    const created = await caller(urlIn(await line(1)))("POST", "/pg/orders", orderBody("K-1"));
    await simulator.killAndRestart();
    const url = urlIn(await line(2));
    expect((await caller(url)("GET", "/pg/orders/K-1")).body).toEqual(created.body);
    const other = spawnSync(process.execPath, [join(bundles, "payment.js")], {
      env: { ...environment, SIMULATOR_DATA: join(folder, "other.jsonl"), SIMULATOR_PORT: new URL(url).port },
      encoding: "utf8",
    });
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining("the port is taken")]);
    expect(await simulator.stop()).toBe(0);
  });

  it("reports all invalid settings and does not start", () => {
    const result = spawnSync(process.execPath, [join(bundles, "payment.js")], {
      env: { SIMULATOR_PORT: "high", SIMULATOR_WEBHOOK_URL: "nowhere" },
      encoding: "utf8",
    });
    expect(result.status).toBe(1);
    for (const name of ["SIMULATOR_PORT", "SIMULATOR_WEBHOOK_URL", "CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"]) {
      expect(result.stderr).toContain(name);
    }
  });
});

describe("the mail catcher's process", () => {
  it("persists accepted messages through kill -9, and stops cleanly on SIGTERM", async () => {
    const { simulator, line } = await start("mail", { MAIL_DATA: join(folder, "mail") });
    const transport = createTransport({ port: Number(/smtp:\/\/127\.0\.0\.1:(\d+)/.exec(await line(1))?.[1]) });
    await transport.sendMail({ from: "a@example.org", to: "b@example.org", subject: "Kept", text: "x" });
    transport.close();
    await simulator.killAndRestart();
    expect((await caller(urlIn(await line(2)))("GET", "/api/messages")).body).toMatchObject([{ subject: "Kept" }]);
    expect(await simulator.stop()).toBe(0);
  });
});
