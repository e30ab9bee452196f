import { createConnection, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/**
 * Stands between us and a mail server and can withhold the server's yes to a message it has taken: the one moment in
 * which a crash makes a duplicate.
 */
export class SmtpGate {
  private closed = false;
  private away = false;
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

  /** From now on there is no mail server: every connection is cut. */
  leave(): void {
    this.away = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** The mail server is there again. */
  comeBack(): void {
    this.away = false;
  }

  /** From now on no message is answered with yes, though the server takes it. */
  withhold(): void {
    this.closed = true;
    this.withheldCount = 0;
  }

  /** How many answers are being withheld. */
  get withheld(): number {
    return this.withheldCount;
  }

  /** Answers pass again; those withheld never come. */
  pass(): void {
    this.closed = false;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, target: number): void {
    if (this.away) {
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
    server.on("data", (answer: Buffer) => {
      // 354 "go ahead" is followed by exactly one answer: to the message. It may come together with those before it.
      if (inData && this.closed) {
        this.withheldCount += 1;
        return;
      }
      inData = answer.toString("latin1").split("\r\n").at(-2)?.startsWith("354") === true;
      client.write(answer);
    });
  }
}
