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

/** Nullable properties become optional. */
type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>;
};

/** Removes properties that are null. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}
