import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "@sakhi/testkit/until";
import { DecoderCommand, DecoderInterrupted } from "../../src/uploads/decoder-command.js";
import {
  decoderIsolation,
  isolation,
  neededBy,
  nodePermissions,
  DECODER_ENVIRONMENT,
} from "../../src/uploads/decoder-isolation.js";
import { serveDecoder } from "../../src/uploads/decoder-server.js";
import { DecoderService } from "../../src/uploads/decoder.service.js";

// What a decoder that hostile bytes have taken over can reach, on the real process (docs/decisions/0089).

const PLANTED = fileURLToPath(new URL("planted-decoder.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sakhi-isolation-"));
const secret = join(folder, "settings.env");
let port = 0;
const listener = createServer();
beforeAll(async () => {
  writeFileSync(secret, "COOKIE_SECRET=planted", { mode: 0o644 });
  process.env["PLANTED_SECRET"] = "planted";
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  port = (listener.address() as { port: number }).port;
});
afterAll(() => {
  listener.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = () => Buffer.from(JSON.stringify({ port, secret, parent: process.pid }));
/** Whether the kernel shuts it in here; what only it can refuse is reported as not run elsewhere. */
const isJailed = isolation().level === "jail";
const inJail = isJailed ? it : it.skip;
if (!isJailed) console.log(`not run: the decoder's jail, because this machine has none (${isolation().words})`);

describe("a decoder that was taken over", () => {
  it("gets none of our settings, files, programs, and no environment of another process", async () => {
    const { made } = await new DecoderService(new DecoderCommand([PLANTED])).decode("picture", request());
    const { "the network": network, ...others } = made as Record<string, string>;
    expect(Object.entries(others).filter(([, found]) => found !== "refused")).toEqual([]);
    if (isJailed) expect(network).toBe("refused");
  });

  it("answers under the file mode of a product that keeps its files to itself", async () => {
    // As `npm start` does: folders made in the jail would otherwise be closed to the decoder's user.
    const mask = process.umask(0o077);
    try {
      const { made } = await new DecoderService(new DecoderCommand([PLANTED])).decode("picture", request());
      expect(made).toMatchObject({ "a program": "refused" });
    } finally {
      process.umask(mask);
    }
  });

  inJail("gets no more by native code, which Node's permissions do not hold", () => {
    const attempt = [
      ...[
        `cat /proc/${process.pid}/environ`,
        "cat /proc/1/environ",
        `cat ${secret}`,
        "cat /etc/passwd",
        "ls /home /etc",
      ],
      ...["touch /usr/x", "touch /x", "mount -t proc proc /usr", "unshare --user true && cat /etc/passwd"],
      ...[`kill -0 ${process.pid}`, "ls /proc/self", `[ -n "$PLANTED_SECRET" ]`],
      `${process.execPath} -e 'require("net").connect(${port}, "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`,
    ];
    for (const command of attempt) {
      const [program = "", ...args] = isolation().wrap(["/bin/sh", "-c", command], neededBy(PLANTED));
      const { status } = spawnSync(program, args, {
        env: DECODER_ENVIRONMENT,
        cwd: "/",
        stdio: "ignore",
        timeout: 30_000,
      });
      expect([command, status === 0]).toEqual([command, false]);
    }
    // And the same way in works: what is refused above is not refused because nothing runs.
    const [program = "", ...args] = isolation().wrap(["/bin/sh", "-c", "exit 0"], neededBy(PLANTED));
    expect(spawnSync(program, args, { env: DECODER_ENVIRONMENT, cwd: "/", stdio: "ignore" }).status).toBe(0);
  });

  inJail("ends with its file, whatever it started", async () => {
    const marker = `planted-${process.pid}`;
    const hanging = `process.once("message", () => process.send("made")); process.title = "${marker}"; process.send("ready"); setInterval(() => undefined, 1e3); // ${marker}`;
    await new DecoderService(new DecoderCommand(["-e", hanging])).decode("picture", request());
    const left = () => spawnSync("pgrep", ["-f", marker], { encoding: "utf8" }).stdout.trim();
    await eventually("the decoder to end", () => Promise.resolve(left() === ""));
  });

  inJail("is as shut in for a user without rights", () => {
    if (process.getuid?.() !== 0) return;
    // As the product's user of a container or a service: namespaces of its own.
    const code = `import(${JSON.stringify(new URL("../../dist/uploads/decoder-isolation.js", import.meta.url).href)}).then(({ isolation }) => {
      const [program, ...args] = isolation().wrap(["/bin/sh", "-c", "cat /etc/passwd || cat /proc/1/environ"], [process.execPath]);
      const { status } = require("node:child_process").spawnSync(program, args, { stdio: "ignore", cwd: "/" });
      console.log(isolation().level + " " + (status === 0));
    })`;
    const as = ["--reuid=65533", "--regid=65533", "--clear-groups", "--", process.execPath, "-e", code];
    const { stdout } = spawnSync("setpriv", as, {
      encoding: "utf8",
      cwd: "/",
      env: { PATH: DECODER_ENVIRONMENT.PATH, TMPDIR: "/tmp" },
    });
    expect(stdout.trim()).toBe("jail false");
  });
});

describe("Node's permissions", () => {
  it.each([
    ["20.20.2", "--experimental-permission"],
    ["22.12.0", "--experimental-permission"],
    ["22.13.0", "--permission"],
    ["23.4.0", "--experimental-permission"],
    ["24.21.0", "--permission"],
  ])("of Node %s are asked for with %s", (version, option) => {
    expect(nodePermissions(["/a"], version)).toEqual([option, "--allow-addons", "--allow-fs-read=/a"]);
  });
});

describe("a decoder behind a socket", () => {
  it("answers as one beside jobs, and says nothing for a file that ended it", async () => {
    const path = join(folder, "decoder.sock");
    const server = await serveDecoder(path, new DecoderService(DecoderCommand.ofBuild()));
    const elsewhere = new DecoderService(DecoderCommand.ofBuild(path));
    try {
      expect((await elsewhere.decode("picture", Buffer.from("no picture"))).made).toEqual({ problem: "not_a_picture" });
      const several = await Promise.all(
        ["a", "b", "c", "d"].map((text) => elsewhere.decode("paper", Buffer.from(text))),
      );
      expect(several.map(({ made }) => made)).toEqual(several.map(() => ({ problem: "not_a_picture" })));
      expect(decoderIsolation(path)).toEqual({ isWhole: true, words: expect.stringContaining(path) as unknown });
    } finally {
      server.close();
    }
    // Its container is down: the job is tried again.
    await expect(elsewhere.decode("picture", Buffer.from("x"))).rejects.toThrow(DecoderInterrupted);
  });

  it("is the program of the container: it listens, and ends on a signal", async () => {
    const path = join(folder, "container.sock");
    const bundle = fileURLToPath(new URL("../../dist/bundle/decoder-server.js", import.meta.url));
    const child = spawn(process.execPath, [bundle, path], { env: {}, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    try {
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      expect(JSON.parse(line.toString())).toMatchObject({ event: "decoder_listens" });
      const elsewhere = new DecoderService(DecoderCommand.ofBuild(path));
      expect((await elsewhere.decode("paper", Buffer.alloc(0))).made).toEqual({ problem: "empty" });
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
