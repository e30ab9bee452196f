import { createConnection, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A fault of the connection between two parts. */
export type LinkFault =
  /** Delays every byte by `ms`, in both directions. */
  | { readonly kind: "slow"; readonly ms: number }
  /** Limits the rate in each direction. */
  | { readonly kind: "throttled"; readonly bytesPerSecond: number }
  /** Resets open and new connections. */
  | { readonly kind: "cut" }
  /** Forwards nothing, without closing: half-open connections, as after a pulled cable. */
  | { readonly kind: "silent" }
  /** Sends this line to new connections and closes them: a mail server's 421 or 554. */
  | { readonly kind: "refused"; readonly line: string }
  /** Loses a mail server's replies to accepted messages: the only moment in which a crash causes a duplicate. */
  | { readonly kind: "unacknowledged" };

/** Two ends of one connection through the proxy. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Bytes were lost while the link was silent: reset once it is healed, as by TCP. */
  lostBytes: boolean;
  /** Open during a silence: the other end has forgotten the connection. */
  forgotten: boolean;
  /** The mail server has said 354 "go ahead": exactly one reply follows, to the message. */
  inMessage: boolean;
}

/** A TCP proxy between two parts on this machine that can simulate faults. Independent of the protocol. */
export class TcpProxy {
  private fault: LinkFault | undefined;
  /** Number of lost replies to messages. */
  unacknowledged = 0;
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly server: Server,
    /** The port to connect to instead of the target's. */
    readonly port: number,
  ) {}

  /** @param target port of the part behind it */
  static async open(target: number): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on("connection", (client) => proxy.join(client, target));
    return proxy;
  }

  /** Replaces the link's fault. */
  break(fault: LinkFault): void {
    this.fault = fault;
    if (fault.kind === "cut") for (const pair of this.pairs) reset(pair);
    if (fault.kind === "silent") for (const pair of this.pairs) pair.forgotten = true;
  }

  /** Removes the fault. Resets connections that lost bytes in a silence; idle ones are reset once they send. */
  heal(): void {
    this.fault = undefined;
    for (const pair of this.pairs) if (pair.lostBytes) reset(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.pairs) reset(pair);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, target: number): void {
    client.on("error", () => undefined);
    const { fault } = this;
    if (fault?.kind === "cut") return void client.resetAndDestroy();
    if (fault?.kind === "refused") return void client.end(`${fault.line}\r\n`);
    const server = createConnection({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    const pair = { client, server, lostBytes: false, forgotten: fault?.kind === "silent", inMessage: false };
    this.pairs.add(pair);
    this.forward(client, server, pair);
    this.forward(server, client, pair);
  }

  /** Forwards one direction: bytes in order, each with its delay, then the end. */
  private forward(from: Socket, to: Socket, pair: Pair): void {
    let last = Promise.resolve();
    let waiting = 0;
    const pass = (chunk: Buffer): void => {
      if (to.destroyed || to.write(chunk)) return;
      from.pause();
      to.once("drain", () => from.resume());
    };
    from.setNoDelay(true);
    from.on("data", (chunk: Buffer) => {
      if (this.fault?.kind === "unacknowledged" && from === pair.server) {
        if (pair.inMessage) {
          this.unacknowledged += 1;
          return;
        }
        // It may arrive together with earlier replies.
        pair.inMessage = chunk.toString("latin1").split("\r\n").at(-2)?.startsWith("354") === true;
      }
      if (this.fault?.kind === "silent") {
        pair.lostBytes = true;
      } else if (pair.forgotten) {
        reset(pair);
      } else if (waiting === 0 && this.fault === undefined) {
        pass(chunk);
      } else {
        waiting += 1;
        const arrivedAt = performance.now();
        last = last.then(async () => {
          await this.hold(chunk.length, arrivedAt);
          waiting -= 1;
          pass(chunk);
        });
      }
    });
    from.on("end", () => {
      last = last.then(() => {
        if (!to.destroyed) to.end();
      });
    });
    from.on("error", () => undefined);
    from.on("close", (failed: boolean) => {
      if (failed) reset(pair);
      if (to.destroyed) this.pairs.delete(pair);
    });
  }

  /** Waits for the fault's delay of bytes that arrived at this time. */
  private async hold(bytes: number, arrivedAt: number): Promise<void> {
    const { fault } = this;
    if (fault?.kind === "throttled") await delay((bytes / fault.bytesPerSecond) * 1_000);
    if (fault?.kind === "slow") await delay(Math.max(0, arrivedAt + fault.ms - performance.now()));
  }
}

function reset({ client, server }: Pair): void {
  for (const end of [client, server]) if (!end.destroyed) end.resetAndDestroy();
}
