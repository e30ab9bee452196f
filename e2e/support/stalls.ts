import { randomInt } from "node:crypto";
import { request, test } from "@playwright/test";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { product } from "./product.js";

/** A stall of the layout. Price in rupees. */
export interface Stall {
  readonly stallId: string;
  readonly type: StallType;
  readonly price: number;
  readonly status: "Available" | "Reserved" | "Sold";
}

const longer = <Item>(one: Item[], other: Item[]): Item[] => (one.length > other.length ? one : other);

/** Slug of the current event: the seeded one, whose days follow from the day on which the product was prepared. */
export async function currentEvent(): Promise<string> {
  const response = await fetch(`${product.site}/api/v1/mela/facts`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`facts: ${response.status}`);
  return ((await response.json()) as { slug: string }).slug;
}

/** Fetches the current layout. */
export async function layout(): Promise<Stall[]> {
  const response = await fetch(`${product.site}/api/v1/mela/layout`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`layout: ${response.status}`);
  return (await response.json()) as Stall[];
}

/**
 * A free stall that no concurrent test takes: each worker chooses from its own stalls. Without a type, chooses from the
 * type with more free stalls, so that tests that need the other one find some.
 */
export async function freeStall(type?: StallType): Promise<Stall> {
  const { parallelIndex, config } = test.info();
  const mine = (await layout()).filter(
    (stall, place) => stall.status === "Available" && place % config.workers === parallelIndex,
  );
  const [premium, general] = (["Premium", "General"] as const).map((each) =>
    mine.filter((stall) => stall.type === each),
  ) as [Stall[], Stall[]];
  const free = type === "Premium" ? premium : type === "General" ? general : longer(premium, general);
  const stall = free[randomInt(Math.max(1, free.length))];
  if (stall === undefined) throw new Error("no stall is left for this test");
  return stall;
}

/** The status of a stall in the layout. */
export async function statusOf(stallId: string): Promise<string | undefined> {
  return (await layout()).find((stall) => stall.stallId === stallId)?.status;
}

/** API client of another visitor. The caller disposes of it. */
export function otherVisitor(): Promise<APIRequestContext> {
  return request.newContext({ baseURL: product.site });
}

/** Posts to the API. @throws on an error response */
export async function post(client: APIRequestContext, path: string, data: object): Promise<APIResponse> {
  const response = await client.post(`/api/v1${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response;
}

/** Reserves a stall for a visitor. */
export const reserveFor = (visitor: APIRequestContext, stallId: string): Promise<APIResponse> =>
  post(visitor, "/mela/reserve", { stallId });
