import { describe, expect, it } from "@jest/globals";
import { OrderListError, orderIdsIn } from "./order-list.js";

describe("the provider's export", () => {
  it.each([
    ["of orders", 'Order Id,Order Amount\nMELA1,"27,000.00"\nMELA2,36000', ["MELA1", "MELA2"]],
    ["of settlements", "Settlement UTR;Merchant Order Id;Amount\r\nU1;MELA1;1\r\nU1;MELA1;2\r\n", ["MELA1"]],
    ["with a byte order mark and snake case", "\uFEFForder_id\nMELA1\n\n", ["MELA1"]],
    ["without a payment", "order_id,amount\n", []],
  ])("%s", (_, csv, ids) => {
    expect(orderIdsIn(csv)).toEqual(ids);
  });

  it.each([
    ["another file", "name,phone\nAsha,98", /no column "Order Id": it has name, phone/],
    ["an empty file", "", /it has nothing/],
    ["an open quote", 'order_id\n"MELA1', /quote is not closed, in line 2/],
    ["a broken line", "order_id\nMELA1\nMELA 2 and 3", /"MELA 2 and 3" in line 3/],
  ])("refuses %s", (_, csv, problem) => {
    expect(() => orderIdsIn(csv)).toThrow(OrderListError);
    expect(() => orderIdsIn(csv)).toThrow(problem);
  });
});
