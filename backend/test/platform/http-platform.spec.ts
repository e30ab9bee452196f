import "reflect-metadata";
import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import type { Server } from "node:http";
import { text } from "node:stream/consumers";
import { Body, Controller, Get, Module, Param, Post, Query } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import request from "supertest";
import type { ErrorResponse } from "../../src/platform/http/error.response.js";
import { CurrentVisitor, type Visitor } from "../../src/platform/http/visitor-cookie.js";
import type { TrustedProxies } from "../../src/platform/config/settings.js";
import { testConfig } from "../support/config.js";
import { PRODUCTION_SETTINGS } from "./production-settings.js";
import { readConfig } from "../../src/platform/config/config.js";
import { until } from "@sakhi/testkit/until";
import { startTestApp } from "../support/http-app.js";

const ID = "0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5f";

@Controller("api/probe")
class ProbeController {
  @Get("refused")
  refused(): never {
    throw new DomainError("stall_sold", { similar: ["B1"] });
  }

  @Get("broken")
  broken(): never {
    throw new Error("secret detail: password=hunter2");
  }

  /** As a plugin of Fastify's does, the one for files among them. */
  @Get("plugin/:status")
  plugin(@Param("status") status: string): never {
    throw Object.assign(new Error("secret detail"), { statusCode: Number(status) });
  }

  /** Answers when the test lets it. */
  @Get("slow")
  slow(): Promise<void> {
    slow.emit("started");
    return once(slow, "finish").then(() => undefined);
  }

  @Post("form")
  form(@Body() form: RegistrationFormDto): RegistrationFormDto {
    return form;
  }

  @Get("named/:name")
  named(@Param("name") name: string, @Query("also") also?: string): { name: string; also: string | null } {
    return { name, also: also ?? null };
  }

  @Get("visitor")
  visitor(@CurrentVisitor() { id, address }: Visitor): { id: string | null; address: string } {
    return { id: id ?? null, address };
  }

  @Post("visitor")
  remember(@CurrentVisitor() visitor: Visitor): { ok: true } {
    visitor.remember(ID);
    return { ok: true };
  }
}

const slow = new EventEmitter();
const NO_DATABASE = { DATABASE_URL: "postgres://localhost/none" };
/** As it is in production. */
const LIVE = { production: true, publicUrl: "https://bazaar.example" };

/** Two thousand levels: more than the stack has room for while they are validated. */
const nested = (open: string, close: string, inside = ""): string => open.repeat(2_000) + inside + close.repeat(2_000);

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe("the HTTP platform", () => {
  let app: NestFastifyApplication;
  const http = () => request(app.getHttpServer());

  beforeAll(async () => {
    app = await startTestApp(ProbeModule, testConfig(NO_DATABASE));
    await app.listen(0, "127.0.0.1");
  });
  afterAll(() => app.close());

  it("answers an error with its code, sentence and details, a request id and a content security policy", async () => {
    const answer = await http().get("/api/probe/refused").expect(409);
    expect(answer.body).toEqual({
      statusCode: 409,
      code: "stall_sold",
      message: "This stall has already been sold",
      error: "This stall has already been sold",
      similar: ["B1"],
    });
    const { headers } = answer;
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["content-security-policy"]).toMatch(
      /base-uri 'none'.*frame-ancestors 'none'|frame-ancestors 'none'.*base-uri 'none'/,
    );
  });

  it.each([
    ["another method", "DELETE", "/api/probe/refused", {}, 405],
    ["a form", "POST", "/api/probe/form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["another site's page", "POST", "/api/probe/form", { origin: "https://evil.example" }, 403],
    ["an address that cannot be read", "GET", "/api/probe/%", {}, 400],
  ])("protects the answer to %s like every other", async (_what, method, path, headers, status) => {
    // Not by supertest, which would mend the address.
    const answer = await fetch(`${await app.getUrl()}${path}`, { method, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    [403, 404, "not_found"],
    [412, 400, "invalid_request"],
    [416, 400, "invalid_request"],
    [500, 500, "internal_error"],
  ])("answers a plugin's %d with %d", async (thrown, status, code) => {
    const answer = await http().get(`/api/probe/plugin/${thrown}`).expect(status);
    expect(answer.body).toMatchObject({ statusCode: status, code });
    expect(answer.text).not.toContain("secret");
  });

  // The router understands these too: each went past what looks at the address.
  it.each(["/%61pi/probe/form", "/a%70i/%70robe/form", "http://other.example/api/probe/form"])(
    "takes %s for what it is",
    async (target) => {
      const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
      socket.write(`POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n`);
      socket.write("Content-Length: 2\r\n\r\n{}");
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 415 /);
      expect(answer).toMatch(/^cache-control: no-store\r$/im);
    },
  );

  it("keeps an idle connection for longer than Caddy, which never repeats a POST that met the end of one", () => {
    const server: Server = app.getHttpServer();
    expect(server.keepAliveTimeout).toBeGreaterThan(120_000);
  });

  it("answers what nobody foresaw without telling anything of it", async () => {
    const answer = await http().get("/api/probe/broken").expect(500);
    expect(answer.body).toMatchObject({ statusCode: 500, code: "internal_error" });
    expect(answer.text).not.toMatch(/hunter2|stack|at /);
  });

  it.each([
    ["DELETE", "/api/probe/refused", "GET, HEAD"],
    ["PUT", "/api/probe/named/Asha%20Rao?also=this", "GET, HEAD"],
    ["GET", "/api/probe/form/", "POST"],
    ["PATCH", "/api/probe/visitor", "GET, HEAD, POST"],
  ])("answers %s %s with 405 and the methods it takes", async (method, url, allow) => {
    const answer = await app.inject({ method: method as "GET", url });
    expect({ status: answer.statusCode, allow: answer.headers["allow"] }).toEqual({ status: 405, allow });
    expect(answer.json()).toMatchObject({ statusCode: 405, code: "method_not_allowed" });
  });

  it("answers 404 for an unknown call in the same shape", async () => {
    const answer = await http().get("/api/v1/nowhere").expect(404);
    expect(answer.body).toMatchObject({ statusCode: 404, code: "not_found" });
  });

  it("names every wrong field with the sentences of the DTO, and refuses unknown fields", async () => {
    const answer = await http()
      .post("/api/probe/form")
      .send({ fullName: "A", email: "no", phoneNumber: "12", businessName: "", pincode: "1", role: "admin" })
      .expect(400);
    const { code, fields } = answer.body as ErrorResponse;
    expect(code).toBe("invalid_request");
    expect(fields).toEqual({
      fullName: ["Full name is required"],
      email: ["Please enter a valid email address"],
      phoneNumber: ["Phone number must be exactly 10 digits"],
      businessName: ["Business name is required"],
      pincode: ["Pincode must be exactly 6 digits"],
      role: ["This field is not known"],
    });
  });

  it.each([
    ["broken JSON", "application/json", "{", 400, "invalid_request"],
    ["an empty body", "application/json", "", 400, "invalid_request"],
    ["a list", "application/json", "[1]", 400, "invalid_request"],
    ["a body that is too large", "application/json", `{"fullName":"${"x".repeat(70_000)}"}`, 413, "too_large"],
    ["another content type", "text/csv", "a,b", 415, "unsupported_media_type"],
    ["a form", "application/x-www-form-urlencoded", "fullName=Asha", 415, "unsupported_media_type"],
    ["a text", "text/plain", '{"fullName":"Asha"}', 415, "unsupported_media_type"],
    ["what only begins like JSON", "application/jsonp", "{}", 415, "unsupported_media_type"],
    // Each of these was a 500 once: validators and PostgreSQL stumble over them.
    ["a body nested too deep", "application/json", nested("[", "]"), 400, "invalid_request"],
    ["a field nested too deep", "application/json", `{"email":${nested('{"a":', "}", "1")}}`, 400, "invalid_request"],
    ["NUL in a text", "application/json", '{"fullName":"Asha\\u0000Rao"}', 400, "invalid_request"],
    ["half a character", "application/json", '{"email":"\\ud800@example.com"}', 400, "invalid_request"],
    ["NUL in an inner field", "application/json", '{"a":{"b":["x\\u0000"]}}', 400, "invalid_request"],
  ])("refuses %s", async (_what, type, body, status, code) => {
    const answer = await http().post("/api/probe/form").set("content-type", type).send(body);
    expect([answer.status, (answer.body as ErrorResponse).code]).toEqual([status, code]);
  });

  it("names the field whose text cannot be stored", async () => {
    const answer = await http()
      .post("/api/probe/form")
      .send({ fullName: "Asha Rao", inner: { list: ["fine", "not\0fine"] } });
    const sentence = "This text has a character that cannot be stored. Please type it again.";
    expect(answer.body).toMatchObject({ message: sentence, fields: { "inner.list.1": [sentence] } });
  });

  it.each([
    ["/api/probe/named/a%00b", "name"],
    ["/api/probe/named/fine?also=a%00b", "also"],
  ])("refuses an address part that cannot be stored: %s", async (path, field) => {
    const answer = await http().get(path).expect(400);
    const { code, fields } = answer.body as ErrorResponse;
    expect([code, Object.keys(fields ?? {})]).toEqual(["invalid_request", [field]]);
  });

  it.each(["/api/probe/%", "/api/probe/named/%ff", "/api/%E0%A4%A"])(
    "refuses an address that cannot be read in the one shape: %s",
    async (path) => {
      // Not by supertest, which would mend the address.
      const answer = await fetch(`${await app.getUrl()}${path}`);
      const message = "This address cannot be read.";
      expect(await answer.json()).toEqual({ code: "invalid_request", message, error: message, statusCode: 400 });
    },
  );

  it.each([
    ["no HTTP at all", "nonsense\r\n\r\n", 400, "invalid_request"],
    ["a broken header", "GET /api/probe/visitor HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n", 400, "invalid_request"],
    [
      "headers too large",
      `GET /api/probe/visitor HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
      413,
      "too_large",
    ],
  ])("refuses %s in the one shape", async (_what, bytes, status, code) => {
    const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
    socket.write(bytes);
    const answer = await text(socket);
    const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as ErrorResponse;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const message = "This request cannot be read.";
    expect(body).toEqual({ statusCode: status, code, message, error: message });
  });

  type FromOrigin = readonly [origin: string | undefined, host: string, status: number];
  it.each<[string, object, readonly FromOrigin[]]>([
    [
      "locally",
      {},
      [
        [undefined, "127.0.0.1:3000", 201],
        ["http://127.0.0.1:3000", "127.0.0.1:3000", 201],
        ["http://localhost:9", "localhost:9", 201],
        ["http://192.168.1.5:3000", "192.168.1.5:3000", 201],
        ["http://[::1]:3000", "[::1]:3000", 201],
        ["null", "127.0.0.1:3000", 403],
        // A name that was pointed at us, another port, another scheme.
        ["http://evil.example", "evil.example", 403],
        ["https://evil.example", "127.0.0.1:3000", 403],
        ["http://localhost:9", "localhost:8", 403],
        ["https://localhost:9", "localhost:9", 403],
      ],
    ],
    [
      "in production",
      LIVE,
      [
        ["https://bazaar.example", "bazaar.example", 201],
        ["https://bazaar.example", "10.0.0.7:3000", 201],
        ["http://bazaar.example", "bazaar.example", 403],
        ["https://bazaar.example:8443", "bazaar.example", 403],
        ["http://10.0.0.7:3000", "10.0.0.7:3000", 403],
        ["https://evil.example", "evil.example", 403],
      ],
    ],
  ])("takes writing calls %s only from pages of its own", async (_where, settings, calls) => {
    const other = await startTestApp(ProbeModule, Object.assign(testConfig(NO_DATABASE), settings));
    for (const [origin, host, status] of calls) {
      const headers = { host, ...(origin === undefined ? {} : { origin }) };
      const answer = await other.inject({ method: "POST", url: "/api/probe/visitor", headers });
      expect([origin, host, answer.statusCode]).toEqual([origin, host, status]);
    }
    await other.close();
  });

  it.each<[TrustedProxies, string, string]>([
    [false, "203.0.113.9, 198.51.100.2", "127.0.0.1"],
    [1, "203.0.113.9, 198.51.100.2", "198.51.100.2"],
    [2, "203.0.113.9, 198.51.100.2", "203.0.113.9"],
    [["127.0.0.0/8"], "203.0.113.9, 198.51.100.2", "198.51.100.2"],
    [["10.0.0.0/8"], "203.0.113.9, 198.51.100.2", "127.0.0.1"],
  ])("with TRUST_PROXY %j knows the sender of %s as %s", async (trustProxy, forwarded, address) => {
    const config = Object.assign(testConfig(NO_DATABASE), { trustProxy });
    const other = await startTestApp(ProbeModule, config);
    const headers = { "x-forwarded-for": forwarded };
    const answer = await other.inject({ url: "/api/probe/visitor", headers });
    expect(answer.json()).toMatchObject({ address });
    // Past the proxy, from somewhere else: nothing it says is believed.
    const past = await other.inject({ url: "/api/probe/visitor", headers, remoteAddress: "192.0.2.66" });
    expect(past.json()).toMatchObject({ address: "192.0.2.66" });
    await other.close();
  });

  it("keeps cookies with __Host- and Secure where the public address is https, whatever the call says", async () => {
    const config = Object.assign(testConfig(NO_DATABASE), LIVE);
    const other = await startTestApp(ProbeModule, config);
    const given = await other.inject({ method: "POST", url: "/api/probe/visitor" });
    const cookie = String(given.headers["set-cookie"]);
    expect(cookie).toMatch(/^__Host-sakhi_visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [value = ""] = cookie.split(";");
    const visitor = async (header: string): Promise<unknown> =>
      (await other.inject({ url: "/api/probe/visitor", headers: { cookie: header } })).json();
    expect(await visitor(value)).toMatchObject({ id: ID });
    // One that a neighbouring host could plant.
    expect(await visitor(value.replace("__Host-", ""))).toMatchObject({ id: null });
    await other.close();
    const plain = await http().post("/api/probe/visitor").set("x-forwarded-proto", "https");
    expect(String(plain.headers["set-cookie"])).not.toContain("Secure");
  });

  it("remembers a visitor in a signed, httpOnly cookie and believes no other", async () => {
    const given = await http().post("/api/probe/visitor").expect(201);
    const cookie = String(given.headers["set-cookie"]);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    for (const [value, id] of [
      [cookie.split(";")[0] ?? "", ID],
      [`sakhi_visitor=${ID}.forged`, null],
      [`sakhi_visitor=${ID}`, null],
    ] as const) {
      const answer = await http().get("/api/probe/visitor").set("cookie", value);
      expect([value, answer.body]).toMatchObject([value, { id }]);
    }
  });
});

it("serves the API's description locally, and in production where it is asked for", () => {
  expect(testConfig(NO_DATABASE).apiDocs).toBe(true);
  expect(readConfig(PRODUCTION_SETTINGS).apiDocs).toBe(false);
  expect(readConfig({ ...PRODUCTION_SETTINGS, API_DOCS: "on" }).apiDocs).toBe(true);
});

describe("a process that is asked to stop", () => {
  it("finishes what is under way, and answers what still comes on an open connection with 503 and its code", async () => {
    const app = await startTestApp(ProbeModule, testConfig(NO_DATABASE));
    await app.listen(0, "127.0.0.1");
    const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
    const answers = text(socket);
    const started = once(slow, "started");
    socket.write("GET /api/probe/slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await started;
    const stopped = app.close();
    const server: Server = app.getHttpServer();
    await until("the server to take no connection", () => !server.listening);
    const late = once(server, "request");
    socket.write("GET /api/probe/visitor HTTP/1.1\r\nHost: a\r\n\r\n");
    await late;
    slow.emit("finish");
    await stopped;
    const [, first = "", second = ""] = (await answers).split(/^HTTP\/1\.1 /m);
    expect(first).toMatch(/^200 /);
    expect(second).toMatch(/^503 /);
    expect(second).toMatch(/^connection: close\r$/im);
    expect(second).toMatch(/^retry-after: 1\r$/im);
    expect(second).toContain('"code":"service_unavailable"');
  });
});
