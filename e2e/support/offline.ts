import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { recordToasts } from "./toasts.js";

/** A browser of its own, with service workers and nothing from other tests. */
export async function ownBrowser(
  browser: Browser,
  site: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: "allow",
    baseURL: site,
    viewport,
    reducedMotion: "reduce",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  const page = await context.newPage();
  await recordToasts(page);
  // A reload during the registration asks first.
  page.on("dialog", (dialog) => void dialog.accept());
  return page;
}

/** Waits until the service worker has kept its files, and the page what it has seen. */
export async function whenKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const seen = () => page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith("kept.1.facts")));
  await expect.poll(seen).toBe(true);
}

/** Names of all that the page has kept of a kind. */
export const keptNames = (page: Page, kind: string): Promise<string[]> =>
  page.evaluate((prefix) => Object.keys(localStorage).filter((name) => name.startsWith(prefix)), `kept.1.${kind}`);

export const offline = (page: Page, is: boolean): Promise<void> => page.context().setOffline(is);

/** The files of the worker's caches, by cache. */
export const caches = (context: BrowserContext): Promise<Record<string, string[]>> =>
  (context.pages()[0] as Page).evaluate(async () => {
    const names = await globalThis.caches.keys();
    const files = await Promise.all(
      names.map(async (name) => {
        const requests = await (await globalThis.caches.open(name)).keys();
        return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
      }),
    );
    return Object.fromEntries(files);
  });

/** A site before the product, whose files a test replaces: as another release. */
export interface OtherRelease {
  readonly site: string;
  /** Changes a file's text, or removes it; by its path. */
  readonly change: (path: string, text: ((text: string) => string) | undefined) => void;
  readonly close: () => Promise<void>;
}

/** Starts it. Only for reading: the product accepts what is written from its own address alone. */
export async function otherRelease(target: string): Promise<OtherRelease> {
  const changes = new Map<string, ((text: string) => string) | undefined>();
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    const change = changes.get(path);
    if (changes.has(path) && change === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    // Whole answers, since the browser may have the other release's.
    const { "if-none-match": _etag, "if-modified-since": _since, ...asked } = incoming.headers;
    const headers = { ...asked, host: new URL(target).host, "accept-encoding": "identity" };
    const call = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      if (change === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { "content-length": _length, etag: _version, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(change(Buffer.concat(parts).toString("utf8")));
      });
    });
    call.on("error", () => outgoing.destroy());
    incoming.pipe(call);
  };
  const server: Server = createServer(pass);
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    site: `http://127.0.0.1:${port}`,
    change: (path, text) => changes.set(path, text),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
