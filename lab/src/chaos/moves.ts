import type { ChaosProduct } from "./chaos-product.js";

/**
 * Ends the time of a move that waits for its money in so many seconds, instead of in an hour, and nudges its workflow to look, as
 * the product's own changes do. Nothing while the database is unreachable: then it waits until its own time.
 */
export async function endMoveSoon(product: ChaosProduct, moveId: string, seconds: number): Promise<void> {
  try {
    await product.query(
      `WITH ended AS (
         UPDATE stall_moves SET until = clock_timestamp() + make_interval(secs => $2::int)
          WHERE id = $1::uuid AND state = 'asked' RETURNING id)
       INSERT INTO outbox (topic, payload)
       SELECT o.topic, o.payload - 'begins' - 'ends' FROM outbox o JOIN ended ON o.payload->>'workflowId' = 'stall-move/' || ended.id
        WHERE o.topic = 'workflow' ORDER BY o.id DESC LIMIT 1`,
      [moveId, seconds],
    );
    await product.query("SELECT pg_notify('outbox', 'workflow')");
  } catch {
    // A fault of the database.
  }
}
