import type { EventEmitter } from "node:events";
import { afterEach, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { guardDatabaseClients } from "./guarded-clients.js";

const lost = new Error("terminating connection due to unexpected postmaster exit");

describe.each<[string, () => EventEmitter]>([
  ["client", () => new pg.Client({ host: "127.0.0.1", port: 1 })],
  ["pool", () => new pg.Pool({ host: "127.0.0.1", port: 1 })],
])("guardDatabaseClients: a pg %s that loses its connection", (_what, create) => {
  afterEach(() => {
    for (const { prototype } of [pg.Client, pg.Pool]) {
      Reflect.deleteProperty(prototype, "emit");
      Reflect.deleteProperty(prototype, "on");
    }
  });

  it("crashes the process without the guard and without an error listener", () => {
    expect(() => create().emit("error", lost)).toThrow(lost.message);
  });

  it("stores an error without a listener and emits it once to the next listener", async () => {
    guardDatabaseClients();
    const connection = create();
    expect(connection.emit("error", lost)).toBe(false);
    const heard: unknown[] = [];
    const listen = (error: unknown): void => void heard.push(error);
    connection.on("error", listen);
    expect(heard).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual([lost]);
    connection.removeAllListeners();
    connection.on("error", listen);
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual([lost]);
    connection.removeAllListeners();
    expect(connection.emit("error", lost)).toBe(false);
  });

  it("emits the error to existing listeners", () => {
    guardDatabaseClients();
    guardDatabaseClients();
    const connection = create();
    const heard: unknown[] = [];
    connection.on("error", (error: unknown) => heard.push(error));
    expect(connection.emit("error", lost)).toBe(true);
    expect(heard).toEqual([lost]);
    expect(connection.emit("end")).toBe(false);
  });
});
