const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** A new order id: MELA, the time in ms, and eight random letters or digits (specification 2, section 7). */
export function newOrderId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `MELA${now}${[...random].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("")}`;
}
