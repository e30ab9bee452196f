import { createConnection, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** What can be wrong with a connection between two parts. */
export type LinkFault =
  /** Every byte arrives so many milliseconds later, in both directions. */
  | { readonly kind: "slow"; readonly ms: number }
  /** So many bytes a second pass, in each direction. */
  | { readonly kind: "throttled"; readonly bytesPerSecond: number }
  /** Connections are reset, and new ones too. */
  | { readonly kind: "cut" }
  /** Nothing passes and nothing is said: half-open connections, as after a pulled cable. */
  | { readonly kind: "silent" }
  /** Who connects is given this line and hung up on: a mail server's 421 or 554. */
  | { readonly kind: "refused"; readonly line: string };

/** Two ends of one connection through the proxy. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Bytes were lost while the link was silent: the end that sent them is reset once the link is back, as by TCP. */
  lostBytes: boolean;
  /** It lived through a silence: the other end has forgotten it. */
  forgotten: boolean;
}

/** A TCP proxy between two parts on this machine, whose link can be made bad. It understands nothing of what it carries. */
export class TcpProxy {
  private fault: LinkFault | undefined;
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly server: Server,
    /** The port to connect to instead of the target's. */
    readonly port: number,
  ) {}

  /**
   * @param target port of the part behind it
   * @param port where it listens; any free one unless given
   */
  static async open(target: number, port = 0): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port);
    server.on("connection", (client) => proxy.join(client, target));
    return proxy;
  }

  /** From now on the link has this fault instead of any other. */
  break(fault: LinkFault): void {
    this.fault = fault;
    if (fault.kind === "cut") for (const pair of this.pairs) reset(pair);
    if (fault.kind === "silent") for (const pair of this.pairs) pair.forgotten = true;
  }

  /** The link is whole again. Connections that a silence has cost bytes are reset; those that were idle, once they speak. */
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
    const pair = { client, server, lostBytes: false, forgotten: fault?.kind === "silent" };
    this.pairs.add(pair);
    this.carry(client, server, pair);
    this.carry(server, client, pair);
  }

  /** One direction: bytes in their order, each at its time, and the end after them. */
  private carry(from: Socket, to: Socket, pair: Pair): void {
    let last = Promise.resolve();
    let waiting = 0;
    const pass = (chunk: Buffer): void => {
      if (to.destroyed || to.write(chunk)) return;
      from.pause();
      to.once("drain", () => from.resume());
    };
    from.setNoDelay(true);
    from.on("data", (chunk: Buffer) => {
      if (this.fault?.kind === "silent") {
        pair.lostBytes = true;
      } else if (pair.forgotten) {
        reset(pair);
      } else if (waiting === 0 && this.fault === undefined) {
        pass(chunk);
      } else {
        waiting += 1;
        const came = performance.now();
        last = last.then(async () => {
          await this.hold(chunk.length, came);
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

  /** Waits for as long as the fault delays bytes that came at this time. */
  private async hold(bytes: number, came: number): Promise<void> {
    const { fault } = this;
    if (fault?.kind === "throttled") await delay((bytes / fault.bytesPerSecond) * 1_000);
    if (fault?.kind === "slow") await delay(Math.max(0, came + fault.ms - performance.now()));
  }
}

function reset({ client, server }: Pair): void {
  for (const end of [client, server]) if (!end.destroyed) end.resetAndDestroy();
}
