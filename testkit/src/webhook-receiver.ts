import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A webhook as it came. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}

/** What the receiver does with the next webhook: a status, an answer in full, or no answer at all. */
export type ReceiverBehaviour = number | ((response: ServerResponse) => void) | "silence";

/**
 * Another system that gets webhooks, in the test's own process. Keeps every one, and says with the library of the Standard
 * Webhooks specification whether its signature is right.
 */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** For the next webhooks, in order; then 204. */
  readonly behaviours: ReceiverBehaviour[] = [];
  private readonly silent = new Set<ServerResponse>();

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  /** Starts it on a free port. */
  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts).toString("utf8");
        const headers = request.headers as Record<string, string>;
        const event = JSON.parse(body) as ReceivedWebhook["event"];
        receiver.received.push({ id: headers["webhook-id"] ?? "", headers, body, event });
        receiver.answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** Webhooks of a type, in the order in which they came. */
  of(type: string): ReceivedWebhook[] {
    return this.received.filter(({ event }) => event.type === type);
  }

  /** Whether a webhook is signed with this secret, by the specification's own library. */
  static isSigned({ body, headers }: ReceivedWebhook, secret: string): boolean {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    for (const response of this.silent) response.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(response: ServerResponse): void {
    const behaviour = this.behaviours.shift() ?? 204;
    if (behaviour === "silence") this.silent.add(response);
    else if (typeof behaviour === "number")
      response.writeHead(behaviour).end(behaviour === 204 ? undefined : "as asked");
    else behaviour(response);
  }
}
