import { once } from "node:events";
import { get, type ClientRequest, type IncomingMessage } from "node:http";
import { until } from "@sakhi/testkit/until";

/** One event as it came. */
export interface LayoutEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** A page that follows the plan's events. */
export class Follower {
  readonly events: LayoutEvent[] = [];
  ended = false;
  private rest = "";

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      this.take(text);
    });
    response.on("close", () => (this.ended = true));
    response.on("error", () => undefined);
  }

  /** Opens a stream and waits for its head, whatever its status. */
  static async open(site: string, query = "", headers: Record<string, string> = {}): Promise<Follower> {
    const request = get(`${site}/api/v1/mela/layout/events${query}`, { headers, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    request.on("error", () => undefined);
    return new Follower(request, response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** The event at a place, once it is here. */
  at(index: number): Promise<LayoutEvent> {
    return until(`event ${index}`, () => this.events[index]);
  }

  async close(): Promise<void> {
    this.request.destroy();
    await until("the stream to be closed", () => this.ended);
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line): [string, string] => {
          const [name = "", ...value] = line.split(": ");
          return [name, value.join(": ")];
        }),
      );
      const data: unknown = JSON.parse(fields.get("data") ?? "null");
      this.events.push({ id: fields.get("id"), event: fields.get("event") ?? "", data });
    }
  }
}
