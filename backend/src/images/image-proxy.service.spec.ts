import "reflect-metadata";
import { expect, it } from "@jest/globals";
import { HttpError } from "../platform/http/error-response.js";
import { imageProxyPolicy } from "./image-proxy.policy.js";
import { ImageProxyService, type FetchedImage } from "./image-proxy.service.js";

const IMAGE: FetchedImage = { bytes: Buffer.from("x"), type: "image/png" };

/** Pictures of a drive that responds when the test triggers it, not when its time is over. */
class SlowDrive extends ImageProxyService {
  readonly asked = new Map<string, (image: FetchedImage) => void>();

  protected override fetch(address: string): Promise<FetchedImage> {
    return new Promise((resolve) => this.asked.set(address, resolve));
  }
}

function slow(timeoutMs: number): SlowDrive {
  return new SlowDrive(Object.assign(imageProxyPolicy(["drive.test"]), { timeoutMs, maxFetches: 1 }));
}

it("sends away who waited for a turn until the time was over, and forgets them", async () => {
  const drive = slow(20);
  const first = drive.image("a");
  const apiError = await drive.image("b").catch((error: unknown) => error);
  expect(apiError).toBeInstanceOf(HttpError);
  expect(apiError).toMatchObject({ code: "rate_limited", headers: { "retry-after": "5" } });
  drive.asked.get("a")?.(IMAGE);
  expect(await first).toBe(IMAGE);
  // Nobody waits any more: the next one is asked for at once.
  const next = drive.image("c");
  expect([...drive.asked.keys()]).toEqual(["a", "c"]);
  drive.asked.get("c")?.(IMAGE);
  await next;
});

it("keeps a bounded number of pictures, however small they are", async () => {
  const drive = slow(600_000);
  const ask = async (address: string): Promise<void> => {
    const image = drive.image(address);
    drive.asked.get(address)?.(IMAGE);
    await image;
  };
  await ask("first");
  for (let nth = 0; nth < 17_000; nth += 1) await ask(`${nth}`);
  drive.asked.clear();
  for (const address of ["16999", "first"]) await ask(address);
  expect([...drive.asked.keys()]).toEqual(["first"]);
});

it("gives a place to who waits longest, one at a time", async () => {
  const drive = slow(600_000);
  const all = ["a", "b", "c"].map((address) => drive.image(address));
  for (const [place, address] of ["a", "b", "c"].entries()) {
    expect([...drive.asked.keys()]).toHaveLength(place + 1);
    drive.asked.get(address)?.(IMAGE);
    await all[place];
    // The place is given on when the picture has been handed over.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all)).toEqual([IMAGE, IMAGE, IMAGE]);
});
