import { describe, expect, it } from "@jest/globals";
import { PooledClient } from "./pooled-client.js";

const lost = new Error("terminating connection due to unexpected postmaster exit");
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("PooledClient that loses its connection", () => {
  const create = () => new PooledClient({ host: "127.0.0.1", port: 1 });

  it("keeps an error that nobody listens for and emits it once, to the next listener", async () => {
    const client = create();
    expect(() => client.emit("error", lost)).not.toThrow();
    const heard: unknown[] = [];
    const listen = (error: unknown): void => void heard.push(error);
    client.on("error", listen);
    expect(heard).toEqual([]);
    await turn();
    expect(heard).toEqual([lost]);
    client.removeListener("error", listen);
    client.on("error", listen);
    await turn();
    expect(heard).toEqual([lost]);
  });

  it("emits the error to who listens already, and to nobody again", async () => {
    const client = create();
    const heard: unknown[] = [];
    client.on("error", (error: unknown) => heard.push(error));
    client.emit("error", lost);
    client.on("error", (error: unknown) => heard.push(error));
    await turn();
    expect(heard).toEqual([lost]);
  });
});
