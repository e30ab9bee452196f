import { createConnection, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/**
 * A proxy of the mail server that can withhold the server's reply to an accepted message: the only moment in which a crash
 * causes a duplicate.
 */
export class SmtpGate {
  private withholding = false;
  private isDown = false;
  private withheldCount = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param target the mail server's port on this machine */
  static async open(target: number): Promise<SmtpGate> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const gate = new SmtpGate(server, (server.address() as AddressInfo).port);
    server.on("connection", (client) => gate.join(client, target));
    return gate;
  }

  /** Simulates an outage: closes every connection. */
  goDown(): void {
    this.isDown = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Ends the outage. */
  comeUp(): void {
    this.isDown = false;
  }

  /** Withholds the replies to messages from now on; the server still accepts them. */
  withholdReplies(): void {
    this.withholding = true;
    this.withheldCount = 0;
  }

  /** Number of withheld replies. */
  get withheld(): number {
    return this.withheldCount;
  }

  /** Forwards replies again; withheld ones are lost. */
  forwardReplies(): void {
    this.withholding = false;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, target: number): void {
    if (this.isDown) {
      client.on("error", () => undefined);
      client.destroy();
      return;
    }
    const server = createConnection(target, "127.0.0.1");
    let inData = false;
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server);
    server.on("data", (reply: Buffer) => {
      // After 354 "go ahead" exactly one reply follows: to the message. It may arrive together with earlier ones.
      if (inData && this.withholding) {
        this.withheldCount += 1;
        return;
      }
      inData = reply.toString("latin1").split("\r\n").at(-2)?.startsWith("354") === true;
      client.write(reply);
    });
  }
}
