/** Both processes, run from their bundles like by `npm start`. */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "@jest/globals";
import { createTransport } from "nodemailer";
import { until } from "@sakhi/testkit/until";
import { CLIENT, caller, orderBody } from "./harness.js";

const bundles = fileURLToPath(new URL("../dist/bundle", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "simulators-"));
const children: ChildProcess[] = [];

afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    }),
  );
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an entry and resolves once it is "ready", with the line it printed. */
async function start(entry: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(bundles, entry)], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let line = "";
  child.stdout?.on("data", (chunk: Buffer) => (line += chunk.toString("utf8")));
  // A child that exits before it is ready fails the test immediately.
  const [message] = (await Promise.race([once(child, "message"), once(child, "exit")])) as unknown[];
  expect(message).toBe("ready");
  // Another channel than the message, so it may arrive later.
  await until("the line with its address", () => line.includes("\n"));
  expect(line.trim().split("\n")).toHaveLength(1);
  return { child, line };
}

const urlIn = (line: string) => /http:\/\/localhost:\d+/.exec(line)?.[0] ?? "";

describe("the payment simulator's process", () => {
  const environment = {
    CASHFREE_CLIENT_ID: CLIENT.clientId,
    CASHFREE_CLIENT_SECRET: CLIENT.clientSecret,
    SIMULATOR_DATA: join(folder, "payments", "state.jsonl"),
  };

  it("persists its state through kill -9, rejects a taken port, and stops cleanly on SIGTERM", async () => {
    const first = await start("payment.js", environment);
    const created = await caller(urlIn(first.line))("POST", "/pg/orders", orderBody("K-1"));
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const second = await start("payment.js", environment);
    expect((await caller(urlIn(second.line))("GET", "/pg/orders/K-1")).body).toEqual(created.body);
    const { port } = new URL(urlIn(second.line));
    const third = spawnSync(process.execPath, [join(bundles, "payment.js")], {
      env: { ...environment, SIMULATOR_DATA: join(folder, "other.jsonl"), SIMULATOR_PORT: port },
      encoding: "utf8",
    });
    expect([third.status, third.stderr]).toEqual([1, expect.stringContaining("the port is taken")]);
    second.child.kill("SIGTERM");
    expect(await once(second.child, "exit")).toEqual([0, null]);
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
    const environment = { MAIL_DATA: join(folder, "mail") };
    const first = await start("mail.js", environment);
    const transport = createTransport({ port: Number(/smtp:\/\/127\.0\.0\.1:(\d+)/.exec(first.line)?.[1]) });
    await transport.sendMail({ from: "a@example.org", to: "b@example.org", subject: "Kept", text: "x" });
    transport.close();
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const second = await start("mail.js", environment);
    expect((await caller(urlIn(second.line))("GET", "/api/messages")).body).toMatchObject([{ subject: "Kept" }]);
    second.child.kill("SIGTERM");
    expect(await once(second.child, "exit")).toEqual([0, null]);
  });
});
