import "reflect-metadata";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import request from "supertest";
import { ImageProxyModule } from "../../src/images/image-proxy.module.js";
import { imageProxyPolicy } from "../../src/images/image-proxy.policy.js";
import type { ImageProxyPolicy } from "../../src/images/image-proxy.policy.js";
import { KnownPicturesService } from "../../src/images/known-pictures.service.js";
import { isPublicAddress } from "../../src/platform/outside/public-address.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe("GET /api/v1/image-proxy", () => {
  let server: Server;
  let port: string;
  let app: NestFastifyApplication;
  let handler: Handler;
  let requested: string[] = [];
  /** The fake DNS: addresses by host name. */
  let names: Record<string, string[]>;
  let limits = { maxBytes: 2_000, timeoutMs: 60_000 };

  const get = (url: string) => request(app.getHttpServer()).get("/api/v1/image-proxy").query({ url });
  const rejection = async (url: string): Promise<[number, string]> => {
    const apiError = await get(url);
    return [apiError.status, (apiError.body as { code: string }).code];
  };
  const picture =
    (type = "image/png", bytes: Buffer = PNG): Handler =>
    (_, response) =>
      response.writeHead(200, { "content-type": type }).end(bytes);
  const redirect =
    (location: string): Handler =>
    (_, response) =>
      response.writeHead(302, { location }).end();

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      requested.push(`${incoming.headers.host ?? ""}${incoming.url ?? ""}`);
      handler(incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = String((server.address() as AddressInfo).port);
    // The local server stands in for the drive: names may resolve to 127.0.0.1, and to no other address that the
    // production policy rejects.
    const policy: ImageProxyPolicy = {
      maxRedirects: 3,
      maxFetches: 4,
      hosts: ["drive.test", "thumbs.test", "inside.test", "both.test", "127.0.0.1", "[::1]", "169.254.169.254"],
      ports: { "http:": port },
      get maxBytes() {
        return limits.maxBytes;
      },
      get timeoutMs() {
        return limits.timeoutMs;
      },
      async resolve(host) {
        const found = names[host];
        if (found === undefined) throw new Error("ENOTFOUND");
        return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      },
      knows: (address) => Promise.resolve(!address.includes("stranger")),
      allowsAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
    };
    app = await startTestApp(ImageProxyModule.with(policy), testConfig({ DATABASE_URL: "postgres://localhost/none" }));
    // Otherwise supertest listens for each call separately, and closes at the first of several concurrent responses.
    await app.listen(0, "127.0.0.1");
  });
  beforeEach(() => {
    requested = [];
    limits = { maxBytes: 2_000, timeoutMs: 60_000 };
    names = { "drive.test": ["127.0.0.1"], "thumbs.test": ["127.0.0.1"] };
    handler = picture();
  });
  afterAll(async () => {
    await app.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("returns a picture with the type of its bytes, cacheable for a day", async () => {
    handler = picture("application/octet-stream");
    const found = await get(`http://drive.test:${port}/thumbnail?id=1&sz=w2000`).expect(200);
    expect(found.headers).toMatchObject({
      ...{ "content-type": "image/png", "cache-control": "public, max-age=86400", "x-content-type-options": "nosniff" },
    });
    expect(found.body).toEqual(PNG);
  });

  it("fetches a picture once for concurrent and later requests", async () => {
    const url = `http://drive.test:${port}/once`;
    await Promise.all([get(url).expect(200), get(url).expect(200), get(url).expect(200)]);
    await get(url).expect(200);
    expect(requested).toHaveLength(1);
  });

  it("fetches no picture that the catalogue does not show, but follows redirects of those", async () => {
    expect(await rejection(`http://drive.test:${port}/stranger`)).toEqual([404, "image_unknown"]);
    expect(requested).toEqual([]);
    handler = (incoming, response) =>
      incoming.url === "/ours"
        ? redirect(`http://drive.test:${port}/stranger`)(incoming, response)
        : picture()(incoming, response);
    await get(`http://drive.test:${port}/ours`).expect(200);
  });

  it("follows a redirect to another known host", async () => {
    handler = (incoming, response) =>
      incoming.url === "/moved"
        ? redirect(`http://thumbs.test:${port}/here`)(incoming, response)
        : picture()(incoming, response);
    await get(`http://drive.test:${port}/moved`).expect(200);
    expect(requested).toEqual([`drive.test:${port}/moved`, `thumbs.test:${port}/here`]);
  });

  it("forwards none of the visitor's headers", async () => {
    let headers: Record<string, unknown> = {};
    handler = (incoming, response) => {
      headers = incoming.headers;
      picture()(incoming, response);
    };
    const own = { cookie: "secret=1", authorization: "Bearer x", "x-forwarded-for": "192.0.2.1" };
    await get(`http://drive.test:${port}/headers`).set(own).expect(200);
    expect(Object.keys(headers).filter((name) => name in own)).toEqual([]);
    expect(headers).toHaveProperty("host");
  });

  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "[::1]"],
    ["::ffff:127.0.0.1", "[::ffff:127.0.0.1]"],
    ["decimal", "2130706433"],
    ["octal", "0177.0.0.1"],
    ["hexadecimal", "0x7f000001"],
    ["short", "127.1"],
    ["full-width digits", "１２７.0.0.1"],
    ["the metadata address", "169.254.169.254"],
    ["any other name", "evil.test"],
    ["a name that ends like a known one", "notdrive.test"],
    ["a name that begins like a known one", "drive.test.evil.example"],
    ["a known name with a dot at its end", "drive.test."],
  ])("rejects %s as a host, also if listed", async (_what, host) => {
    expect(await rejection(`http://${host}:${port}/a`)).toEqual([403, "image_host_refused"]);
    expect(requested).toEqual([]);
  });

  it.each([
    ["text that is no address", "hello"],
    ["an empty address", ""],
    ["another protocol", "ftp://drive.test/a"],
    ["a file", "file:///etc/passwd"],
    ["data", "data:image/png;base64,AAAA"],
    ["a name and password", "http://user:pass@drive.test/a"],
    ["another port", "http://drive.test:22/a"],
  ])("rejects %s", async (_what, url) => {
    expect(await rejection(url)).toEqual([400, "image_address_invalid"]);
    expect(requested).toEqual([]);
  });

  it.each([
    ["private", ["10.0.0.5"]],
    ["private (172.16/12)", ["172.20.1.1"]],
    ["private (192.168/16)", ["192.168.1.1"]],
    ["loopback", ["127.0.0.2"]],
    ["link-local", ["169.254.169.254"]],
    ["carrier-grade NAT", ["100.64.1.1"]],
    ["multicast", ["224.0.0.1"]],
    ["unspecified", ["0.0.0.0"]],
    ["IPv6 loopback", ["::1"]],
    ["IPv6 unique local", ["fd00::1"]],
    ["IPv6 link-local", ["fe80::1"]],
    ["IPv4 inside IPv6", ["::ffff:10.0.0.5"]],
    ["NAT64", ["64:ff9b::a00:5"]],
    ["6to4", ["2002:a00:5::1"]],
    ["public and private together", ["8.8.8.8", "10.0.0.5"]],
  ])("rejects a public name that resolves to a %s address", async (_what, addresses) => {
    names["inside.test"] = addresses;
    expect(await rejection(`http://inside.test:${port}/a`)).toEqual([403, "image_network_refused"]);
    expect(requested).toEqual([]);
  });

  it.each([
    ["an IP address", (to: string) => `http://169.254.169.254:${to}/latest`, "image_host_refused"],
    ["localhost", (to: string) => `http://localhost:${to}/a`, "image_host_refused"],
    ["a known name with a private address", (to: string) => `http://inside.test:${to}/a`, "image_network_refused"],
  ])("rejects a redirect to %s", async (what, location, code) => {
    names["inside.test"] = ["192.168.0.10"];
    handler = redirect(location(port));
    expect(await rejection(`http://drive.test:${port}/${encodeURIComponent(what)}`)).toEqual([403, code]);
    expect(requested).toHaveLength(1);
  });

  it("connects to the checked address even if the next DNS lookup differs", async () => {
    let times = 0;
    Object.defineProperty(names, "both.test", { get: () => (times++ === 0 ? ["127.0.0.1"] : ["10.0.0.5"]) });
    await get(`http://both.test:${port}/pinned`).expect(200);
    expect(times).toBe(1);
  });

  it("gives up on a redirect loop", async () => {
    handler = redirect(`http://drive.test:${port}/round`);
    expect(await rejection(`http://drive.test:${port}/round`)).toEqual([404, "image_unavailable"]);
    expect(requested).toHaveLength(4);
  });

  it.each([
    ["a page", "text/html", Buffer.from("<html></html>")],
    ["a page sent as a picture", "image/png", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["an empty file", "image/png", Buffer.alloc(0)],
  ])("rejects %s", async (what, type, bytes) => {
    handler = picture(type, bytes);
    expect(await rejection(`http://drive.test:${port}/${encodeURIComponent(what)}`)).toEqual([
      415,
      "image_type_refused",
    ]);
  });

  it("rejects pictures that are too large, with or without a content length", async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(5_000)]);
    handler = picture("image/png", large);
    expect(await rejection(`http://drive.test:${port}/large`)).toEqual([413, "image_too_large"]);
    handler = (_, response) => {
      response.writeHead(200, { "content-type": "image/png", "transfer-encoding": "chunked" });
      response.write(large.subarray(0, 1_500));
      response.end(large.subarray(1_500));
    };
    expect(await rejection(`http://drive.test:${port}/larger`)).toEqual([413, "image_too_large"]);
  });

  it.each([
    ["never responds", () => undefined],
    [
      "stalls in the middle",
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { "content-type": "image/png" });
        response.write(PNG.subarray(0, 10));
      },
    ],
    ["has no such picture", (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end()],
    ["closes the connection", (incoming: IncomingMessage) => void incoming.socket.destroy()],
  ])("gives up on a host that %s, and does not cache the failure", async (what, behaviour: Handler) => {
    limits = { maxBytes: 2_000, timeoutMs: 300 };
    handler = behaviour;
    const url = `http://drive.test:${port}/${encodeURIComponent(what)}`;
    expect(await rejection(url)).toEqual([404, "image_unavailable"]);
    limits = { maxBytes: 2_000, timeoutMs: 60_000 };
    handler = picture();
    await get(url).expect(200);
  });

  it("gives up on a name that does not exist", async () => {
    expect(await rejection(`http://thumbs.test:${port}/a`)).toEqual([200, undefined]);
    delete names["thumbs.test"];
    expect(await rejection(`http://thumbs.test:${port}/b`)).toEqual([404, "image_unavailable"]);
  });

  it("allows in production only https, the shared drive and public addresses", () => {
    const config = testConfig({ DATABASE_URL: "postgres://localhost/none" });
    const policy = imageProxyPolicy(config.imageProxyHosts, { includes: () => Promise.resolve(false) });
    expect(policy.ports).toEqual({ "https:": "443" });
    expect(policy.hosts).toContain("drive.google.com");
    const addresses = ["8.8.8.8", "2a00:1450:4001:830::200e", "127.0.0.1", "not an address"];
    expect(addresses.map((address) => policy.allowsAddress(address))).toEqual([true, true, false, false]);
  });
});

describe("KnownPictures", () => {
  const thumbnail = (id: string) => `https://drive.google.com/thumbnail?id=${id}&sz=w2000`;

  it("are those that the catalogue shows now, in the notation of its pages", async () => {
    const db = await createTestDatabase();
    try {
      const pictures = new KnownPicturesService(db.database);
      const known = async (...addresses: string[]) =>
        Promise.all(addresses.map((address) => pictures.includes(address)));
      const own = "1AbCdEfGhIjKl_-";
      expect(await known(thumbnail(own))).toEqual([false]);
      await db.database.query(
        `INSERT INTO categories (module, name, slug, position, listed) VALUES ('shops', 'Apparel', 'apparel', 1, true)
           ON CONFLICT DO NOTHING`,
      );
      await db.database.query(
        `INSERT INTO brands (id, module, name, category, description, logo, origin)
         VALUES (gen_random_uuid(), 'shops', 'Meera', 'Apparel', '', $1, 'application')`,
        [`https://drive.google.com/file/d/${own}/view?usp=sharing`],
      );
      expect(
        await known(
          thumbnail(own),
          thumbnail("1StrangersFile00"),
          `https://drive.google.com/thumbnail?id=${own}&sz=w9999`,
          `https://drive.google.com/file/d/${own}/view?usp=sharing`,
        ),
      ).toEqual([true, false, false, false]);
      await db.database.query("UPDATE brands SET logo = NULL");
      expect(await known(thumbnail(own))).toEqual([false]);
    } finally {
      await db.close();
    }
  });
});
