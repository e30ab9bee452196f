import { createConnection, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { TcpProxy } from "./tcp-proxy.js";
import { until } from "./until.js";

/** An echo server. */
let echo: Server;
let proxy: TcpProxy;
const opened: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  proxy = await TcpProxy.open((echo.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await proxy.close();
  await new Promise((resolve) => echo.close(resolve));
});

/** A client of the proxy, with everything it has received. */
async function connect(): Promise<{ socket: Socket; received: () => string; closed: () => boolean }> {
  const socket = createConnection(proxy.port, "127.0.0.1");
  opened.push(socket);
  let received = "";
  let closed = false;
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (closed = true));
  await until("a connection", () => !socket.connecting);
  return { socket, received: () => received, closed: () => closed };
}

describe("TcpProxy", () => {
  it("forwards everything in order", async () => {
    const { socket, received } = await connect();
    const text = "0123456789".repeat(50_000);
    socket.write(text);
    await until("all of it", () => received().length === text.length);
    expect(received()).toBe(text);
  });

  it("delays every byte of a slow link, in order", async () => {
    const { socket, received } = await connect();
    proxy.break({ kind: "slow", ms: 100 });
    const began = performance.now();
    socket.write("a");
    socket.write("b");
    await until("both", () => received() === "ab");
    // Round trip.
    expect(performance.now() - began).toBeGreaterThanOrEqual(195);
    proxy.heal();
    socket.write("c");
    await until("the third", () => received() === "abc");
  });

  it("limits the rate of a throttled link", async () => {
    const { socket, received } = await connect();
    proxy.break({ kind: "throttled", bytesPerSecond: 10_000 });
    const began = performance.now();
    socket.write("x".repeat(2_000));
    await until("all of it", () => received().length === 2_000);
    expect(performance.now() - began).toBeGreaterThanOrEqual(395);
  });

  it("resets open and new connections of a cut link, until it is healed", async () => {
    const before = await connect();
    proxy.break({ kind: "cut" });
    await until("the reset", before.closed);
    const during = await connect();
    await until("the reset of the new one", during.closed);
    proxy.heal();
    const after = await connect();
    after.socket.write("again");
    await until("an echo", () => after.received() === "again");
  });

  it("forwards nothing on a silent link; after healing, resets connections that lost bytes, and idle ones once they send", async () => {
    const speaking = await connect();
    const idle = await connect();
    idle.socket.write("hello");
    await until("an echo", () => idle.received() === "hello");
    proxy.break({ kind: "silent" });
    speaking.socket.write("lost");
    const late = await connect();
    late.socket.write("lost too");
    proxy.heal();
    await until("the reset", speaking.closed);
    expect(speaking.received()).toBe("");
    expect(idle.closed()).toBe(false);
    idle.socket.write("are you there?");
    await until("the reset of the idle one", idle.closed);
    expect(idle.received()).toBe("hello");
  });

  it("sends the line of a refused link and disconnects", async () => {
    proxy.break({ kind: "refused", line: "421 try again later" });
    const { received, closed } = await connect();
    await until("the end", closed);
    expect(received()).toBe("421 try again later\r\n");
  });
});
