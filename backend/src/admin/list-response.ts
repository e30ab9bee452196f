import type { FastifyReply } from "fastify";

/** A part of a list, with the length of the whole. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The header with the length of the whole list, for a route's documentation. */
export const TOTAL_COUNT = {
  "X-Total-Count": { description: "How long the whole list is", schema: { type: "integer" } },
} as const;

/** Puts the length of the whole list into the response's header. @returns the part */
export function sendPage<Row>(reply: FastifyReply, { rows, total }: Page<Row>): Row[] {
  reply.header("x-total-count", String(total));
  return rows;
}

/** Properties that may be null in a row are absent from the response instead. */
type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>;
};

/** A row as part of a response: without its nulls. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}
