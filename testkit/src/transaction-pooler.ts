import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import pg from "pg";

/** AuthenticationOk, then ReadyForQuery. */
const WELCOME = Buffer.from("520000000800000000" + "5a0000000549", "hex");
const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/** A connection to PostgreSQL, and whom it serves. */
interface Backend {
  readonly client: pg.Client;
  readonly stream: Socket;
  user: Socket | undefined;
}

/** What pg keeps of a connection besides its types. */
interface WithStream {
  readonly connection: { readonly stream: Socket };
}

/**
 * A pooler of PostgreSQL's connections in transaction mode, as PgBouncer is: a client has a connection from its first
 * message to the end of the transaction. It lets everyone in, ignores startup parameters, and knows no TLS.
 */
export class TransactionPooler {
  private readonly clients = new Set<Socket>();
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly backends: readonly Backend[],
    /** Gives out the connection that was returned first, not last. */
    private readonly inTurn: boolean,
    private readonly idle: Backend[],
    /** The database's address through this pooler. */
    readonly url: string,
  ) {}

  static async open(databaseUrl: string, { size = 4, inTurn = false } = {}): Promise<TransactionPooler> {
    const backends = await Promise.all(Array.from({ length: size }, () => backendOf(databaseUrl)));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pooler = new TransactionPooler(server, backends, inTurn, [...backends], url.href);
    for (const backend of backends) pooler.forwardAnswers(backend);
    server.on("connection", (client) => pooler.join(client));
    return pooler;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.destroy();
    for (const { stream } of this.backends) stream.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    this.clients.add(client);
    client.on("error", () => undefined);
    client.on("close", () => this.clients.delete(client));
    client.once("data", () => {
      client.write(WELCOME);
      let last = Promise.resolve();
      client.on("data", (messages: Buffer) => {
        last = last.then(async () => {
          if (messages[0] === TERMINATE) return void client.end();
          (await this.backendFor(client)).stream.write(messages);
        });
      });
    });
  }

  /** The one that serves this client, or the next that is idle. */
  private async backendFor(client: Socket): Promise<Backend> {
    const serving = this.backends.find(({ user }) => user === client);
    if (serving !== undefined) return serving;
    for (;;) {
      const backend = this.inTurn ? this.idle.shift() : this.idle.pop();
      if (backend !== undefined) {
        backend.user = client;
        return backend;
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Forwards whole messages: a type, a length that counts itself, and the rest. */
  private forwardAnswers(backend: Backend): void {
    let rest = Buffer.alloc(0);
    backend.stream.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, 1 + rest.readInt32BE(1));
        rest = rest.subarray(message.length);
        const { user } = backend;
        if (message[0] === READY && message[5] === IDLE) {
          backend.user = undefined;
          this.idle.push(backend);
          this.waiting.shift()?.();
        }
        user?.write(message);
      }
    });
  }
}

/** Logs in with pg, then takes its socket. */
async function backendOf(databaseUrl: string): Promise<Backend> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as WithStream).connection;
  stream.removeAllListeners("data");
  return { client, stream, user: undefined };
}
