import { randomUUID } from "node:crypto";
import type { DataSource } from "typeorm";

/** Inserts a paid order that can be invoiced. */
export async function insertPaidOrder(source: DataSource, orderId: string): Promise<void> {
  await source.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
     VALUES ($1, 'booking', $2, 2430000, 'paid')`,
    [orderId, randomUUID()],
  );
}
