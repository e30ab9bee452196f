import type { FastifyReply } from "fastify";

/** One page of a list, with the total count. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** OpenAPI description of the header with the total count. */
export const TOTAL_COUNT = {
  "X-Total-Count": { description: "Total number of items, over all pages", schema: { type: "integer" } },
} as const;

/** Sets the header with the total count. @returns the rows */
export function sendPage<Row>(reply: FastifyReply, { rows, total }: Page<Row>): Row[] {
  reply.header("x-total-count", String(total));
  return rows;
}

/** Properties that may be absent become optional, and instants text. */
type Serialized<T> = { [K in keyof T as MayBeAbsent<T[K]> extends true ? never : K]: Text<T[K]> } & {
  [K in keyof T as MayBeAbsent<T[K]> extends true ? K : never]?: Text<NonNullable<T[K]>>;
};
type MayBeAbsent<T> = Extract<T, null | undefined> extends never ? false : true;
type Text<T> = T extends Date ? string : T;

/** Serializes a row: drops properties that are null or undefined, writes instants as ISO 8601. */
export function toResponse<T extends object>(row: T): Serialized<T> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([field, value]: [string, unknown]) => [field, value instanceof Date ? value.toISOString() : value]),
  ) as Serialized<T>;
}
