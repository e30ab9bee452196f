import { randomInt } from "node:crypto";
import { request, test } from "@playwright/test";
import type { APIRequestContext } from "@playwright/test";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { product } from "./product.js";

/** A stall as the layout gives it. Price in rupees. */
export interface Stall {
  readonly stallId: string;
  readonly type: StallType;
  readonly price: number;
  readonly status: "Available" | "Reserved" | "Sold";
}

const longer = <Item>(one: Item[], other: Item[]): Item[] => (one.length > other.length ? one : other);

/** All stalls as they stand now. */
export async function layout(): Promise<Stall[]> {
  const answer = await fetch(`${product.site}/api/v1/mela/layout`, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`layout: ${answer.status}`);
  return (await answer.json()) as Stall[];
}

/**
 * A free stall that no other test takes meanwhile: tests that run side by side choose from stalls of their own. Where
 * any type will do it is of the one that most are left of, so that no luck uses up the few that another test needs.
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

/** The status of a stall on the layout. */
export async function statusOf(stallId: string): Promise<string | undefined> {
  return (await layout()).find((stall) => stall.stallId === stallId)?.status;
}

/** Another visitor, who has only the API. The caller disposes of it. */
export function otherVisitor(): Promise<APIRequestContext> {
  return request.newContext({ baseURL: product.site });
}

/** Another visitor reserves a stall. */
export async function reserveFor(visitor: APIRequestContext, stallId: string): Promise<void> {
  const answer = await visitor.post("/api/v1/mela/reserve", { data: { stallId } });
  if (!answer.ok()) throw new Error(`${stallId} could not be reserved: ${await answer.text()}`);
}
