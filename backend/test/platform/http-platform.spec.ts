import "reflect-metadata";
import { EventEmitter, once } from "node:events";
import { Agent, get, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Body, Controller, Get, Module, Param, Post, Query } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { until } from "@sakhi/testkit/until";
import request from "supertest";
import { readConfig } from "../../src/platform/config/config.js";
import type { TrustedProxies } from "../../src/platform/config/settings.js";
import { drainBeforeStop } from "../../src/platform/http/draining.js";
import type { ErrorResponse } from "../../src/platform/http/error.response.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { CurrentVisitor, type Visitor } from "../../src/platform/http/visitor-cookie.js";
import { testConfig } from "../support/config.js";
import { startTestApp } from "../support/http-app.js";
import { PRODUCTION_SETTINGS } from "./production-settings.js";

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

  /** Throws as Fastify plugins do, e.g. the one for static files. */
  @Get("plugin/:status")
  plugin(@Param("status") status: string): never {
    throw Object.assign(new Error("secret detail"), { statusCode: Number(status) });
  }

  /** Responds when the test emits "finish". */
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

  /** Needs no body. */
  @Post("action")
  action(): { ok: true } {
    return { ok: true };
  }

  @Post("visitor")
  remember(@CurrentVisitor() visitor: Visitor): { ok: true } {
    visitor.remember(ID);
    return { ok: true };
  }
}

const slow = new EventEmitter();
const NO_DATABASE = { DATABASE_URL: "postgres://localhost/none" };
/** Production settings. */
const LIVE = { production: true, publicUrl: "https://bazaar.example" };

/** 2,000 levels: validating them overflows the stack. */
const nested = (open: string, close: string, inside = ""): string => open.repeat(2_000) + inside + close.repeat(2_000);

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe("createHttpApp", () => {
  let app: NestFastifyApplication;
  const http = () => request(app.getHttpServer());

  beforeAll(async () => {
    app = await startTestApp(ProbeModule, testConfig(NO_DATABASE));
    await app.listen(0, "127.0.0.1");
  });
  afterAll(() => app.close());

  it("returns an error with code, message, details, request id and content security policy", async () => {
    const response = await http().get("/api/probe/refused").expect(409);
    expect(response.body).toEqual({
      statusCode: 409,
      code: "stall_sold",
      message: "This stall has already been sold",
      error: "This stall has already been sold",
      similar: ["B1"],
    });
    const { headers } = response;
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["content-security-policy"]).toMatch(
      /base-uri 'none'.*frame-ancestors 'none'|frame-ancestors 'none'.*base-uri 'none'/,
    );
  });

  it.each([
    ["another method", "DELETE", "/api/probe/refused", {}, 405],
    ["a form", "POST", "/api/probe/form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["another site's page", "POST", "/api/probe/form", { origin: "https://evil.example" }, 403],
    ["a malformed URL", "GET", "/api/probe/%", {}, 400],
  ])("sets security headers on the response to %s", async (_what, method, path, headers, status) => {
    // Not by supertest, which would mend the address.
    const response = await fetch(`${await app.getUrl()}${path}`, { method, headers });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    [403, 404, "not_found"],
    [412, 400, "invalid_request"],
    [416, 400, "invalid_request"],
    [500, 500, "internal_error"],
  ])("maps a plugin's %d to %d", async (thrown, status, code) => {
    const response = await http().get(`/api/probe/plugin/${thrown}`).expect(status);
    expect(response.body).toMatchObject({ statusCode: status, code });
    expect(response.text).not.toContain("secret");
  });

  // Regression: the router accepted each of these, but hooks that check the URL did not recognize it.
  it.each(["/%61pi/probe/form", "/a%70i/%70robe/form", "http://other.example/api/probe/form"])(
    "normalizes the URL %s before the hooks",
    async (target) => {
      const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
      socket.write(`POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\n`);
      socket.write("Content-Length: 2\r\n\r\n{}");
      const response = await text(socket);
      expect(response).toMatch(/^HTTP\/1\.1 415 /);
      expect(response).toMatch(/^cache-control: no-store\r$/im);
    },
  );

  it("keeps idle connections open longer than Caddy, which does not retry a POST on a closed one", () => {
    const server: Server = app.getHttpServer();
    expect(server.keepAliveTimeout).toBeGreaterThan(120_000);
  });

  it("hides the details of an unexpected error", async () => {
    const response = await http().get("/api/probe/broken").expect(500);
    expect(response.body).toMatchObject({ statusCode: 500, code: "internal_error" });
    expect(response.text).not.toMatch(/hunter2|stack|at /);
  });

  it.each([
    ["DELETE", "/api/probe/refused", "GET, HEAD"],
    ["PUT", "/api/probe/named/Asha%20Rao?also=this", "GET, HEAD"],
    ["GET", "/api/probe/form/", "POST"],
    ["PATCH", "/api/probe/visitor", "GET, HEAD, POST"],
  ])("responds to %s %s with 405 and the allowed methods", async (method, url, allow) => {
    const response = await app.inject({ method: method as "GET", url });
    expect({ status: response.statusCode, allow: response.headers["allow"] }).toEqual({ status: 405, allow });
    expect(response.json()).toMatchObject({ statusCode: 405, code: "method_not_allowed" });
  });

  it("responds to an unknown call with 404 in the same format", async () => {
    const response = await http().get("/api/v1/nowhere").expect(404);
    expect(response.body).toMatchObject({ statusCode: 404, code: "not_found" });
  });

  it("returns the DTO's messages for every invalid field, and refuses unknown fields", async () => {
    const response = await http()
      .post("/api/probe/form")
      .send({ fullName: "A", email: "no", phoneNumber: "12", businessName: "", pincode: "1", role: "admin" })
      .expect(400);
    const { code, fields } = response.body as ErrorResponse;
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
    ["a content type that starts like JSON", "application/jsonp", "{}", 415, "unsupported_media_type"],
    // Regression: each of these caused a 500 in validators or PostgreSQL.
    ["a body nested too deep", "application/json", nested("[", "]"), 400, "invalid_request"],
    ["a field nested too deep", "application/json", `{"email":${nested('{"a":', "}", "1")}}`, 400, "invalid_request"],
    ["NUL in a text", "application/json", '{"fullName":"Asha\\u0000Rao"}', 400, "invalid_request"],
    ["a lone surrogate", "application/json", '{"email":"\\ud800@example.com"}', 400, "invalid_request"],
    ["NUL in an inner field", "application/json", '{"a":{"b":["x\\u0000"]}}', 400, "invalid_request"],
  ])("refuses %s", async (_what, type, body, status, code) => {
    const response = await http().post("/api/probe/form").set("content-type", type).send(body);
    expect([response.status, (response.body as ErrorResponse).code]).toEqual([status, code]);
  });

  it("returns the path of a field whose text cannot be stored", async () => {
    const response = await http()
      .post("/api/probe/form")
      .send({ fullName: "Asha Rao", inner: { list: ["fine", "not\0fine"] } });
    const sentence = "This text has a character that can't be stored. Please type it again.";
    expect(response.body).toMatchObject({ message: sentence, fields: { "inner.list.1": [sentence] } });
  });

  it.each([
    ["/api/probe/named/a%00b", "name"],
    ["/api/probe/named/fine?also=a%00b", "also"],
  ])("refuses a path or query parameter that cannot be stored: %s", async (path, field) => {
    const response = await http().get(path).expect(400);
    const { code, fields } = response.body as ErrorResponse;
    expect([code, Object.keys(fields ?? {})]).toEqual(["invalid_request", [field]]);
  });

  it.each(["/api/probe/%", "/api/probe/named/%ff", "/api/%E0%A4%A"])(
    "refuses the malformed URL %s in the same format",
    async (path) => {
      // Not by supertest, which would mend the address.
      const response = await fetch(`${await app.getUrl()}${path}`);
      const message = "This address can't be read.";
      expect(await response.json()).toEqual({ code: "invalid_request", message, error: message, statusCode: 400 });
    },
  );

  it.each([
    ["anything but HTTP", "nonsense\r\n\r\n", 400, "invalid_request"],
    ["a broken header", "GET /api/probe/visitor HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n", 400, "invalid_request"],
    [
      "headers too large",
      `GET /api/probe/visitor HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
      413,
      "too_large",
    ],
  ])("refuses %s in the same format", async (_what, bytes, status, code) => {
    const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
    socket.write(bytes);
    const response = await text(socket);
    for (const header of [
      "content-security-policy: default-src 'self'",
      "x-content-type-options: nosniff",
      "cache-control: no-store",
    ])
      expect(response.toLowerCase()).toContain(`\r\n${header}`);
    const body = JSON.parse(response.slice(response.indexOf("\r\n\r\n"))) as ErrorResponse;
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const message = "This request can't be read.";
    expect(body).toEqual({ statusCode: status, code, message, error: message });
  });

  const PERSON = { "sec-fetch-dest": "document", accept: "text/html,application/xhtml+xml" };

  it.each([
    ["an unknown call", "/api/v1/nowhere", 404, "We can&#39;t find this page"],
    ["a refused call", "/api/probe/refused", 409, "This stall has already been sold"],
    ["a call that fails", "/api/probe/broken", 500, "Something went wrong"],
    ["a malformed address", "/api/probe/%", 400, "This address can't be read"],
  ])("shows a person %s as a page", async (_what, path, status, words) => {
    const response = await fetch(`${await app.getUrl()}${path}`, { headers: PERSON });
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const page = await response.text();
    expect(page).toContain(words.replace("&#39;", "'"));
    expect(page).toContain('<a href="/">');
    expect(page).not.toContain("hunter2");
  });

  it("shows a person a request that cannot be read as a page", async () => {
    const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nbroken\r\n\r\n");
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400 .*\r\nContent-Type: text\/html; charset=utf-8\r\n.*<h1>/s);
  });

  it.each([
    ["fetch", { "content-length": "0" }],
    ["a client without a length", {}],
  ])("accepts an action without a body but with the content type of JSON, as by %s", async (_who, headers) => {
    const response = await app.inject({
      method: "POST",
      url: "/api/probe/action",
      headers: { "content-type": "application/json", ...headers },
    });
    expect([response.statusCode, response.body]).toEqual([201, '{"ok":true}']);
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
        // DNS rebinding, another port, another scheme.
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
  ])("accepts writing calls only from its own pages: %s", async (_where, settings, calls) => {
    const other = await startTestApp(ProbeModule, Object.assign(testConfig(NO_DATABASE), settings));
    for (const [origin, host, status] of calls) {
      const headers = { host, ...(origin === undefined ? {} : { origin }) };
      const response = await other.inject({ method: "POST", url: "/api/probe/visitor", headers });
      expect([origin, host, response.statusCode]).toEqual([origin, host, status]);
    }
    await other.close();
  });

  it.each<[TrustedProxies, string, string]>([
    [false, "203.0.113.9, 198.51.100.2", "127.0.0.1"],
    [1, "203.0.113.9, 198.51.100.2", "198.51.100.2"],
    [2, "203.0.113.9, 198.51.100.2", "203.0.113.9"],
    [["127.0.0.0/8"], "203.0.113.9, 198.51.100.2", "198.51.100.2"],
    [["10.0.0.0/8"], "203.0.113.9, 198.51.100.2", "127.0.0.1"],
  ])("with TRUST_PROXY %j, resolves X-Forwarded-For %s to %s", async (trustProxy, forwarded, address) => {
    const config = Object.assign(testConfig(NO_DATABASE), { trustProxy });
    const other = await startTestApp(ProbeModule, config);
    const headers = { "x-forwarded-for": forwarded };
    const response = await other.inject({ url: "/api/probe/visitor", headers });
    expect(response.json()).toMatchObject({ address });
    // Not through the proxy: the header is ignored.
    const direct = await other.inject({ url: "/api/probe/visitor", headers, remoteAddress: "192.0.2.66" });
    expect(direct.json()).toMatchObject({ address: "192.0.2.66" });
    await other.close();
  });

  it("sets __Host- and Secure on cookies if the public URL is https, whatever the request's headers", async () => {
    const config = Object.assign(testConfig(NO_DATABASE), LIVE);
    const other = await startTestApp(ProbeModule, config);
    const given = await other.inject({ method: "POST", url: "/api/probe/visitor" });
    const cookie = String(given.headers["set-cookie"]);
    expect(cookie).toMatch(/^__Host-sakhi_visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [value = ""] = cookie.split(";");
    const visitor = async (header: string): Promise<unknown> =>
      (await other.inject({ url: "/api/probe/visitor", headers: { cookie: header } })).json();
    expect(await visitor(value)).toMatchObject({ id: ID });
    // A sibling domain could set this one.
    expect(await visitor(value.replace("__Host-", ""))).toMatchObject({ id: null });
    await other.close();
    const plain = await http().post("/api/probe/visitor").set("x-forwarded-proto", "https");
    expect(String(plain.headers["set-cookie"])).not.toContain("Secure");
  });

  it("identifies a visitor by a signed, httpOnly cookie only", async () => {
    const given = await http().post("/api/probe/visitor").expect(201);
    const cookie = String(given.headers["set-cookie"]);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    for (const [value, id] of [
      [cookie.split(";")[0] ?? "", ID],
      [`sakhi_visitor=${ID}.forged`, null],
      [`sakhi_visitor=${ID}`, null],
    ] as const) {
      const response = await http().get("/api/probe/visitor").set("cookie", value);
      expect([value, response.body]).toMatchObject([value, { id }]);
    }
  });
});

it("enables the API docs locally, and in production only with API_DOCS=on", () => {
  expect(testConfig(NO_DATABASE).apiDocs).toBe(true);
  expect(readConfig(PRODUCTION_SETTINGS).apiDocs).toBe(false);
  expect(readConfig({ ...PRODUCTION_SETTINGS, API_DOCS: "on" }).apiDocs).toBe(true);
});

describe("an HTTP app during shutdown", () => {
  it("serves behind a proxy until no connection of the proxy is left", async () => {
    const app = await createHttpApp(ProbeModule, testConfig(NO_DATABASE), false);
    const drain = drainBeforeStop(app.getHttpAdapter().getInstance());
    await app.listen(0, "127.0.0.1");
    const agent = new Agent({ keepAlive: true });
    const url = `${await app.getUrl()}/api/probe/visitor`;
    const call = () =>
      new Promise<{ readonly status: number | undefined; readonly connection: string | undefined }>(
        (resolve, reject) => {
          get(url, { agent }, (response) => {
            response.resume().on("end", () => {
              resolve({ status: response.statusCode, connection: response.headers.connection });
            });
          }).on("error", reject);
        },
      );
    const open = () => Object.values(agent.freeSockets).flat().length;
    try {
      expect([await call(), open()]).toEqual([{ status: 200, connection: "keep-alive" }, 1]);
      const drained = drain(200);
      expect(await call()).toEqual({ status: 200, connection: "close" });
      await until("the connection to be closed", () => open() === 0);
      await drained;
      await app.close();
    } finally {
      agent.destroy();
    }
  });

  it("finishes running requests, and responds 503 to new requests on open connections", async () => {
    const app = await startTestApp(ProbeModule, testConfig(NO_DATABASE));
    await app.listen(0, "127.0.0.1");
    const socket = connect(Number(new URL(await app.getUrl()).port), "127.0.0.1");
    const responses = text(socket);
    const started = once(slow, "started");
    socket.write("GET /api/probe/slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await started;
    const stopped = app.close();
    const server: Server = app.getHttpServer();
    await until("the server to refuse connections", () => !server.listening);
    const late = once(server, "request");
    socket.write("GET /api/probe/visitor HTTP/1.1\r\nHost: a\r\n\r\n");
    await late;
    slow.emit("finish");
    await stopped;
    const [, first = "", second = ""] = (await responses).split(/^HTTP\/1\.1 /m);
    expect(first).toMatch(/^200 /);
    expect(second).toMatch(/^503 /);
    expect(second).toMatch(/^connection: close\r$/im);
    expect(second).toMatch(/^retry-after: 1\r$/im);
    expect(second).toContain('"code":"service_unavailable"');
  });
});
