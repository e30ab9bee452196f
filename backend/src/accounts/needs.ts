import { applyDecorators, SetMetadata } from "@nestjs/common";
import { ApiExtension } from "@nestjs/swagger";
import { type CommonRight, type EventRight, isEventRight, type Right } from "@sakhi/domain/access/rights";

/** Records of one event that a call names by their id; each is resolved in `call-events.service.ts`. */
export const EVENT_RECORDS = [
  "booking",
  "coupon",
  "eventFile",
  "invoice",
  "issue",
  "mail",
  "message",
  "waitingPlace",
] as const;
export type EventRecordKind = (typeof EVENT_RECORDS)[number];

/**
 * How a call says which event it is about. With named events, somebody gets a 404 for the others:
 * - `{ slug: "slug" }`: a parameter of its path;
 * - `{ query: "event" }`: of its query; none is the newest of her events, "all" is refused;
 * - `{ body: "event" }`: of its body; none passes (the call refuses it, or changes no event), "all" is refused;
 * - `{ booking: "id" }` and so on: a record, by a parameter of its path;
 * - `"lists"`: it answers about all events, and its service leaves out those that are not hers (`Administrator.events`).
 */
export type EventOfCall =
  | { readonly slug: string }
  | { readonly query: string }
  | { readonly body: string }
  | { readonly [kind in EventRecordKind]?: string }
  | "lists";

/** What a call of administrators needs. */
export interface CallNeeds {
  /** All of them. */
  readonly rights: readonly Right[];
  /** Present if one of them is of an event. */
  readonly events: readonly EventOfCall[];
}

const NEEDS = "sakhi:needs";
/** Name of the extension in the API's description. */
export const NEEDS_EXTENSION = "x-needs";

/**
 * The rights that a call of administrators needs, all of them, and how it says at which event (docs/decisions/0120). Each call
 * has exactly one; the api does not start with one that has none.
 */
export function Needs(right: CommonRight): MethodDecorator;
export function Needs(
  rights: EventRight | readonly Right[],
  ...events: [EventOfCall, ...EventOfCall[]]
): MethodDecorator;
export function Needs(named: Right | readonly Right[], ...events: readonly EventOfCall[]): MethodDecorator {
  const rights = typeof named === "string" ? [named] : named;
  if (rights.some(isEventRight) !== events.length > 0) throw new Error(`${rights.join(", ")}: at which event?`);
  const needs: CallNeeds = { rights, events };
  return applyDecorators(SetMetadata(NEEDS, needs), ApiExtension(NEEDS_EXTENSION, needs));
}

/** What a controller's method needs; undefined if it does not say. */
export const needsOf = (method: object): CallNeeds | undefined =>
  Reflect.getMetadata(NEEDS, method) as CallNeeds | undefined;
