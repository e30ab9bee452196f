import "reflect-metadata";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Body, Controller, Get, Logger, Module, Post } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import pg from "pg";
import { HttpError } from "../../src/platform/http/error-response.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { requestIdOf } from "../../src/platform/http/request-hooks.js";
import { processLogger } from "../../src/platform/log/log.js";
import { testConfig } from "../support/config.js";

const FORM = {
  fullName: "Asha Rao",
  email: "asha.rao@example.org",
  phoneNumber: "9876543210",
  businessName: "Asha Weaves",
  gstNumber: "29ABCDE1234F1Z5",
  gstAddress: "12 Temple Road, Bengaluru",
  pincode: "560001",
};
const PERSONAL = /asha|rao|weaves|9876543210|29ABCDE|temple|560001/i;

@Controller("api/probe")
class ProbeController {
  private readonly log = new Logger("Probe");

  @Post("form")
  async form(@Body() form: RegistrationFormDto): Promise<{ ok: true }> {
    await pause(1);
    this.log.log({ event: "form_received", letters: form.fullName.length });
    return { ok: true };
  }

  @Post("broken")
  broken(@Body() form: RegistrationFormDto): never {
    throw Object.assign(new Error(`Cannot write to ${form.email}`), { code: "EENVELOPE" });
  }

  @Get("read")
  read(): { ok: true } {
    return { ok: true };
  }

  @Get("secret/:phone")
  secret(): never {
    throw new HttpError("not_authenticated");
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe("logs", () => {
  let app: NestFastifyApplication;
  let written: string[];

  beforeAll(async () => {
    const config = testConfig({ DATABASE_URL: "postgres://localhost/none" });
    app = await createHttpApp(ProbeModule, config, processLogger("api"));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    written = [];
    const take = (chunk: unknown): boolean => (written.push(String(chunk)), true);
    jest.spyOn(process.stdout, "write").mockImplementation(take);
    jest.spyOn(process.stderr, "write").mockImplementation(take);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const send = (path: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: "POST", url: `/api/probe/${path}`, payload, headers });

  /** All lines, each of which must be one JSON object. */
  const lines = (): Record<string, unknown>[] =>
    written.map((line) => {
      expect(line).toMatch(/^\{.*\}\n$/);
      return JSON.parse(line) as Record<string, unknown>;
    });

  it("are one JSON object per event, each with the id of its request", async () => {
    const response = await send("form", FORM);
    expect(response.statusCode).toBe(201);
    const id = response.headers["x-request-id"];
    expect(lines()).toMatchObject([
      { level: "log", process: "api", context: "Probe", requestId: id, message: { event: "form_received" } },
      {
        process: "api",
        context: "Http",
        requestId: id,
        message: { event: "request", method: "POST", route: "/api/probe/form", status: 201 },
      },
    ]);
  });

  it("distinguish concurrent requests", async () => {
    const responses = await Promise.all([send("form", FORM), send("form", FORM), send("form", FORM)]);
    const reported = lines().flatMap(({ context, requestId }) => (context === "Probe" ? [requestId] : []));
    expect(reported.sort()).toEqual(responses.map(({ headers }) => headers["x-request-id"]).sort());
  });

  it("name an error's request, type and place, without the sent data", async () => {
    const response = await send("broken", FORM, { "x-request-id": "0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f" });
    expect(response.statusCode).toBe(500);
    expect(response.headers["x-request-id"]).toBe("0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f");
    const [failed] = lines();
    expect(failed).toMatchObject({
      level: "error",
      requestId: "0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f",
      message: { event: "request_failed", method: "POST", route: "/api/probe/broken", error: "Error EENVELOPE" },
    });
    expect(JSON.stringify(failed)).toContain("logs.spec");
    expect(written.join("")).not.toMatch(PERSONAL);
  });

  it("contain neither URLs nor rejected values", async () => {
    await send(`form?name=${FORM.fullName}&phone=${FORM.phoneNumber}`, { ...FORM, email: "asha.rao at home" });
    await send(`unknown/${FORM.email}`, FORM);
    await send("form", FORM, { "content-type": "text/asha", "user-agent": "Asha's phone", referer: "/asha" });
    expect(lines().length).toBeGreaterThanOrEqual(3);
    expect(written.join("")).not.toMatch(PERSONAL);
  });

  it("omit successful GET requests, which the metrics count", async () => {
    const response = await app.inject({ url: "/api/probe/read" });
    expect(response.statusCode).toBe(200);
    expect(written).toEqual([]);
  });

  it("include GET requests that are denied access", async () => {
    await app.inject({ url: `/api/probe/secret/${FORM.phoneNumber}` });
    expect(lines()).toMatchObject([
      { context: "Http", message: { method: "GET", route: "/api/probe/secret/:phone", status: 401 } },
    ]);
    expect(written.join("")).not.toMatch(PERSONAL);
  });
});

describe("PostgreSQL's log", () => {
  // A DETAIL would contain "Key (phone)=(9812345678) already exists."
  it("is configured without personal data, here and in docker-compose.yml", async () => {
    const settings = {
      log_error_verbosity: "terse",
      log_parameter_max_length: "0",
      log_parameter_max_length_on_error: "0",
    };
    const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; setting: string }>(
        "SELECT name, setting FROM pg_settings WHERE name = ANY($1)",
        [Object.keys(settings)],
      );
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(settings);
    } finally {
      await client.end();
    }
    const compose = readFileSync(new URL("../../../docker-compose.yml", import.meta.url), "utf8");
    for (const [name, value] of Object.entries(settings)) expect(compose).toContain(`-c${name}=${value}`);
  });
});

describe("requestIdOf", () => {
  it.each(["0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f", "4BF92F3577B34DA6A3CE929D0E0E4736", "01JD8Z5C3N4V9Q2R7T6W1X0Y8K"])(
    "accepts %s from a proxy",
    (id) => {
      expect(requestIdOf({ "x-request-id": id })).toBe(id);
    },
  );

  it.each([
    ["a phone number", "9876543210"],
    ["a card's number", "4111111111111111"],
    ["a name", "asha-rao"],
    ["an address", "asha@example.org"],
    ["a line break", 'abc"}\n{"level":"error'],
    ["a very long value", "abcdef0123456789".repeat(5)],
    ["a missing id", undefined],
    ["two ids", ["0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f", "x"]],
  ])("replaces %s with a new id", (_case, given) => {
    const id = requestIdOf({ "x-request-id": given });
    expect(id).not.toBe(given);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });
});
