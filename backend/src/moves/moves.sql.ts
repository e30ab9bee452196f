import { UNFINISHED_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import { sqlList } from "../platform/database/sql-text.js";

/** True of a move `m` that waits for its money, or whose order is not final: it has an open run. */
export const UNFINISHED_MOVE = `(m.state = 'asked' OR EXISTS (
  SELECT FROM orders o WHERE o.move_id = m.id AND o.state IN ${sqlList(UNFINISHED_ORDER_STATES)}))`;
