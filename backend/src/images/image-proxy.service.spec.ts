import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { HttpError } from "../platform/http/error-response.js";
import { imageProxyPolicy } from "./image-proxy.policy.js";
import { ImageProxyService, type FetchedImage } from "./image-proxy.service.js";

const IMAGE: FetchedImage = { bytes: Buffer.from("x"), type: "image/png" };

/** A drive that responds when the test triggers it, not after a time. */
class SlowDrive extends ImageProxyService {
  readonly pending = new Map<string, (image: FetchedImage) => void>();

  protected override fetch(address: string): Promise<FetchedImage> {
    return new Promise((resolve) => this.pending.set(address, resolve));
  }
}

function slowDrive(timeoutMs: number): SlowDrive {
  return new SlowDrive(
    Object.assign(imageProxyPolicy(["drive.test"], { includes: () => Promise.resolve(true) }), {
      timeoutMs,
      maxFetches: 1,
    }),
  );
}

it("rejects requests that time out in the queue, and removes them from it", async () => {
  const drive = slowDrive(20);
  const first = drive.image("a");
  const apiError = await drive.image("b").catch((error: unknown) => error);
  expect(apiError).toBeInstanceOf(HttpError);
  expect(apiError).toMatchObject({ code: "rate_limited", headers: { "retry-after": "5" } });
  drive.pending.get("a")?.(IMAGE);
  expect(await first).toBe(IMAGE);
  // The queue is empty: the next picture is fetched at once.
  const next = drive.image("c");
  expect([...drive.pending.keys()]).toEqual(["a", "c"]);
  drive.pending.get("c")?.(IMAGE);
  await next;
});

it("bounds the number of cached pictures, however small they are", async () => {
  const drive = slowDrive(600_000);
  const get = async (address: string): Promise<void> => {
    const image = drive.image(address);
    drive.pending.get(address)?.(IMAGE);
    await image;
  };
  await get("first");
  for (let nth = 0; nth < 17_000; nth += 1) await get(`${nth}`);
  drive.pending.clear();
  for (const address of ["16999", "first"]) await get(address);
  expect([...drive.pending.keys()]).toEqual(["first"]);
});

it("serves queued requests in order, one at a time", async () => {
  const drive = slowDrive(600_000);
  const all = ["a", "b", "c"].map((address) => drive.image(address));
  for (const [index, address] of ["a", "b", "c"].entries()) {
    expect([...drive.pending.keys()]).toHaveLength(index + 1);
    drive.pending.get(address)?.(IMAGE);
    await all[index];
    // The slot is passed on after the picture was returned.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all)).toEqual([IMAGE, IMAGE, IMAGE]);
});
