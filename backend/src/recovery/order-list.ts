import { readCsv } from "@sakhi/domain/fields/csv-reading";

/** Names of the column with our order ids, in the provider's exports of orders, payments and settlements; letters only. */
const COLUMNS = ["orderid", "merchantorderid", "merchantorderreference", "orderreference"];
/** An order id of ours or of another installation. */
const ORDER_ID = /^[A-Za-z0-9_-]{3,45}$/;

/** A file that is no list of orders; one sentence. */
export class OrderListError extends Error {}

/**
 * The order ids in a CSV file of the payment provider (orders, payments or settlements), each once.
 *
 * @throws OrderListError with the line of what cannot be read
 */
export function orderIdsIn(csv: string): readonly string[] {
  const { rows, problems } = readCsv(csv);
  const [problem] = problems;
  if (problem !== undefined) throw new OrderListError(`${problem.message}, in line ${problem.line}.`);
  const [head = [], ...lines] = rows;
  const names = head.map(({ text }) => text.toLowerCase().replace(/[^a-z]/g, ""));
  const column = COLUMNS.map((name) => names.indexOf(name)).find((at) => at >= 0);
  if (column === undefined)
    throw new OrderListError(
      `Its first line has no column "Order Id": it has ${head.map(({ text }) => text).join(", ") || "nothing"}.`,
    );
  const ids = lines.flatMap((cells) => cells[column] ?? []).filter(({ text }) => text !== "");
  const wrong = ids.find(({ text }) => !ORDER_ID.test(text));
  if (wrong !== undefined) throw new OrderListError(`"${wrong.text}" in line ${wrong.line} is no order id.`);
  return [...new Set(ids.map(({ text }) => text))];
}
