import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { NGO_BRANDS } from "@sakhi/domain/catalogue/ngo-brands";
import { ngoBrandPath, PATHS } from "@sakhi/domain/site/routes";
import { SITE_PAGES } from "@sakhi/domain/site/site.pages";
import { slugOf } from "@sakhi/domain/site/slug";
import { firstEvent } from "@sakhi/testkit/add-event";
import { TestProduct } from "@sakhi/testkit/product";

/**
 * Opens every page, document and tool of the built product: what ships is the bundle, which other specs that run from
 * sources never load.
 */

const ADMINISTRATOR = { username: "opener", password: "a-password-for-product-tests" };
const METRICS_TOKEN = "a-metrics-token-for-tests";
const BUILT_SITE = fileURLToPath(new URL("../../../frontend/dist/site", import.meta.url));
const DESCRIPTION = JSON.parse(
  readFileSync(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8"),
) as { paths: Record<string, { get?: { parameters?: { name: string; required?: boolean }[] } }> };

let product: TestProduct;
let cookie: string;

beforeAll(async () => {
  product = await TestProduct.start({
    settings: { ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  const seeded = await product.command("seed", "--demo");
  expect(seeded).toMatchObject({ exitCode: 0, stdout: "seeded the demonstration data" });
  const login = await open("/api/v1/mela/admin/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMINISTRATOR),
  });
  expect(login.status).toBeLessThan(300);
  cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
});
afterAll(() => product.stop());

interface Opened {
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: number;
}

async function open(path: string, options: RequestInit = {}): Promise<Opened> {
  const response = await fetch(new URL(path, product.sites[0]), { redirect: "manual", ...options });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    headers: response.headers,
    text: body.toString("utf8"),
    bytes: body.length,
  };
}

const asAdministrator = (path: string): Promise<Opened> => open(path, { headers: { cookie } });

/** Opens all of them, a few at a time. @returns those without status 200 and this type, with their status */
async function notOpened(paths: Iterable<string>, type: RegExp, get = open): Promise<[string, number, string][]> {
  const left = [...new Set(paths)];
  const wrong: [string, number, string][] = [];
  const opener = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const found = await get(path);
      if (found.status !== 200 || !type.test(found.type) || found.bytes === 0)
        wrong.push([path, found.status, found.type]);
    }
  };
  await Promise.all([opener(), opener(), opener()]);
  return wrong;
}

const unescaped = (text: string): string => text.replaceAll(/&#(?:x27|39);/g, "'").replaceAll("&amp;", "&");

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, text = ""]) => {
    const { pathname, search } = new URL(unescaped(text));
    return pathname + search;
  });

/** Addresses of this site that a page refers to: links, scripts, styles, pictures and the screen's files. */
function references(html: string): string[] {
  const named = [...html.matchAll(/\s(?:href|src)="(\/[^"]*)/g)].map(([, path = ""]) => path);
  const [, listed = "[]"] = /id="screen-files">([^<]*)</.exec(html) ?? [];
  return [...named, ...(JSON.parse(listed) as string[])]
    .map((path) => unescaped(path).replace(/#.*/, ""))
    .filter((path) => !path.startsWith("//"));
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());

it("opens every page of the site's list and of the sitemaps, and all that they refer to", async () => {
  const parts = locations((await open("/sitemap.xml")).text);
  expect(parts.length).toBeGreaterThan(1);
  const addresses: string[] = [];
  for (const part of parts) addresses.push(...locations((await open(part)).text));
  const fixed = SITE_PAGES.filter(({ subject }) => subject === undefined).map(({ path }) => path);
  // Pages of NGO brands are in no sitemap.
  const ofNgos = NGO_BRANDS.map(({ category, slug }) => ngoBrandPath(slugOf(category), slug));
  // Of an event's pages, the sitemap has its plan: the policies are those of all events, the others belong to an order.
  const { slug } = await firstEvent(product);
  const ofEvents = SITE_PAGES.map(({ path }) => path)
    .filter((path) => path.startsWith(PATHS.eventPlan))
    .map((path) => path.replace(":event", slug));
  const pages = new Set([...fixed, ...addresses, ...ofNgos, ...ofEvents]);
  // Every kind of page with a name in its address is among them.
  for (const { path, subject } of SITE_PAGES) {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    if (subject !== undefined) expect([path, [...pages].some((each) => pattern.test(each))]).toEqual([path, true]);
  }
  const found = new Set<string>();
  const collecting = async (path: string): Promise<Opened> => {
    const page = await open(path);
    for (const each of references(page.text)) found.add(each);
    return page;
  };
  expect(await notOpened(pages, /^text\/html/, collecting)).toEqual([]);

  // Pictures of other hosts are fetched on request, and there is no other host here.
  const linked = [...found].filter((path) => !path.startsWith("/api/") && !pages.has(path));
  const isFile = (path: string): boolean => /\.\w+$/.test(path);
  expect(linked.filter(isFile).length).toBeGreaterThan(5);
  expect(await notOpened(linked.filter(isFile), /./)).toEqual([]);
  expect(
    await notOpened(
      linked.filter((path) => !isFile(path)),
      /^text\/html/,
    ),
  ).toEqual([]);
});

it("sends every file of the build, with its type", async () => {
  // A language's document is sent with the head of a page, as the English one is.
  const served = filesOf(BUILT_SITE).filter(
    (name) => !/^(?:[a-z]{2}\/)?(?:\.vite|index\.html$)|\.(?:br|gz|zst|map)$/.test(name),
  );
  expect(served.length).toBeGreaterThan(20);
  const known = /^(?:text\/|image\/|font\/|application\/(?!octet-stream))/;
  expect(
    await notOpened(
      served.map((name) => `/${name}`),
      known,
    ),
  ).toEqual([]);
});

it("answers an unknown address with the site's page, and an unknown call with JSON", async () => {
  // The last two cannot be percent-decoded.
  for (const path of ["/no-such-page", "/100%", "/brands/100%"])
    expect([path, await open(path)]).toMatchObject([path, { status: 404, type: expect.stringContaining("text/html") }]);
  const call = await open("/api/v1/no-such-call");
  expect([call.status, JSON.parse(call.text)]).toMatchObject([404, { code: "not_found" }]);
});

it.each([
  ["/robots.txt", /^text\/plain/, "Sitemap: "],
  ["/sitemap.xml", /xml/, "<sitemapindex"],
  ["/favicon.ico", /^image\//, ""],
  ["/apple-touch-icon.png", /^image\/png/, "PNG"],
  ["/healthz", /json/, "ok"],
  ["/readyz", /json/, "ok"],
  ["/api/docs", /^text\/html/, "swagger-ui"],
  ["/api/docs-json", /json/, '"openapi"'],
])("opens %s", async (path, type, contained) => {
  const found = await open(path);
  expect(found).toMatchObject({ status: 200, type: expect.stringMatching(type) });
  expect(found.text).toContain(contained);
});

it("opens the description of the API with its scripts and styles", async () => {
  const { text } = await open("/api/docs");
  const parts = [...text.matchAll(/(?:href|src)="(\.?\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(parts.length).toBeGreaterThan(3);
  const paths = parts.map((path) => new URL(path, `${product.sites[0]}/api/docs`).pathname);
  expect(await notOpened(paths, /./)).toEqual([]);
});

it("reports figures to anyone who has the token", async () => {
  const found = await open("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(found).toMatchObject({ status: 200, type: expect.stringContaining("text/plain") });
  expect(found.text).toContain("sakhi_part_up");
});

it("opens the queues' board with its scripts, its styles and every queue", async () => {
  const board = await asAdministrator("/admin/queues");
  expect([board.status, board.text.slice(0, 200)]).toEqual([200, expect.stringMatching(/<!doctype html>/i)]);
  expect(board.text).toContain("Sakhi Bazaar queues");
  const parts = [...board.text.matchAll(/(?:href|src)="(\/?static\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(parts.length).toBeGreaterThan(2);
  expect(
    await notOpened(
      parts.map((path) => `/admin/queues/${path.replace(/^\//, "")}`),
      /./,
      asAdministrator,
    ),
  ).toEqual([]);
  const listed = await asAdministrator("/admin/queues/api/queues");
  const { queues } = JSON.parse(listed.text) as { queues: { name: string }[] };
  expect(queues.length).toBeGreaterThan(1);
  const ofQueues = queues.map(({ name }) => `/admin/queues/queue/${name}`);
  expect(await notOpened(ofQueues, /^text\/html/, asAdministrator)).toEqual([]);
});

it("reads everything of the API that needs no name, as an operator", async () => {
  const paths = Object.entries(DESCRIPTION.paths)
    .filter(([path, { get }]) => get !== undefined && !path.includes("{") && !path.endsWith("/events"))
    .filter(([, { get }]) => !get?.parameters?.some(({ required }) => required))
    // A file names its event, or all.
    .map(([path, { get }]) =>
      /\.(?:csv|xlsx)$/.test(path) && get?.parameters?.some(({ name }) => name === "event")
        ? `${path}?event=all`
        : path,
    );
  expect(paths.length).toBeGreaterThan(15);
  const failed: [string, number][] = [];
  for (const path of paths) {
    const { status } = await asAdministrator(path);
    // My hold and my booking answer 404 or 401 to a visitor without one.
    if (status >= 500 || (path.includes("/admin/") && status !== 200)) failed.push([path, status]);
  }
  expect(failed).toEqual([]);
});

it.each([
  ["administrator", ["list"], 0, ADMINISTRATOR.username],
  ["administrator", [], 1, "administrator -- add"],
  ["person", [], 1, "npm run person"],
  ["seed", [], 2, "npm run seed"],
  ["migrate", [], 0, ""],
  ["verify", ["--json"], 0, '"holds"'],
])("runs the command %s %j", async (name, args, exitCode, said) => {
  const ran = await product.command(name, ...args);
  expect([ran.exitCode, ran.stderr]).toEqual([exitCode, exitCode === 0 ? "" : expect.any(String)]);
  expect(ran.stdout + ran.stderr).toContain(said);
});

it("and nothing of all that was logged as an error", () => {
  expect(product.errors()).toEqual([]);
});
