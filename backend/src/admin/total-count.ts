import type { FastifyReply } from "fastify";

/** A part of a list, with the length of the whole. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The header that tells the length of the whole list, for a route's documentation. */
export const TOTAL_COUNT = {
  "X-Total-Count": { description: "How long the whole list is", schema: { type: "integer" } },
} as const;

/** Puts the length of the whole list into the answer's header. @returns the part */
export function setTotalCount<Row>(reply: FastifyReply, { rows, total }: Page<Row>): Row[] {
  reply.header("x-total-count", String(total));
  return rows;
}
