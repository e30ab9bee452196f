import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { OrdersService } from "../../src/payments/orders.service.js";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

let test: OperatorTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
});
afterAll(() => test.close());

/** Guards behind the actions, which the actions themselves never trip. */
describe("whatever the code does", () => {
  it("a cancelled booking cannot be sold again, not even by the statement that sells late", async () => {
    const sale = await test.sold("B1");
    await operator.cancel(sale.bookingId, "none");
    const payments = test.get(BookingsRepository);
    const sold = await test.mela.db.database.transaction((tx) => payments.sell(tx, sale.bookingId, true));
    expect(sold).toBe(false);
    // While late money does sell what was released otherwise.
    const released = await test.released("B2");
    const bookingId = await test.bookingOf(released.orderId);
    expect(await test.mela.db.database.transaction((tx) => payments.sell(tx, bookingId, true))).toBe(true);
  });

  it("no refund by an operator is more than what is left", async () => {
    const sale = await test.sold("B3");
    const refunds = test.get(OperatorRefundsService);
    const refund = (paise: number) =>
      test.mela.db.database.transaction((tx) => refunds.refund(tx, sale.orderId, paise));
    await refund(2_000_000);
    await expect(refund(700_001)).rejects.toThrow(RangeError);
    await refund(700_000);
    await expect(refund(1)).rejects.toThrow(RangeError);
    await expect(test.mela.db.database.transaction((tx) => refunds.left(tx, "MELA0000000none"))).rejects.toMatchObject({
      code: "order_not_found",
    });
  });

  it("two refunds of one order are both asked for: the first does not stand for the second", async () => {
    const sale = await test.sold("B4");
    const refunds = test.get(OperatorRefundsService);
    const decide = (paise: number) =>
      test.mela.db.database.transaction((tx) => refunds.refund(tx, sale.orderId, paise));
    const first = await decide(1_000_000);
    await test.get(RefundsService).requestRefund(first.refundId);
    const second = await decide(500_000);
    await test.get(RefundsService).requestRefund(second.refundId);
    const { refunds: atProvider } = await test.simulator.order(sale.orderId);
    expect(atProvider.map((refund) => refund.refund_id).toSorted()).toEqual(
      [first.refundId, second.refundId].toSorted(),
    );
  });

  it("an offline order's number is never given twice", async () => {
    const sold = await operator.sellOffline("B5");
    const record = test.mela.db.database.transaction((tx) =>
      test
        .get(OrdersService)
        .recordOfflinePayment(tx, {
          orderId: String(sold.body["orderId"]),
          subjectType: "booking",
          subjectId: randomUUID(),
          amountPaise: 100,
          method: "cash",
          reference: "1",
        }),
    );
    await expect(record).rejects.toMatchObject({ code: "order_id_taken" });
  });
});

describe("the database refuses", () => {
  const refused = async (sql: string): Promise<string | undefined> => {
    try {
      await test.mela.query(sql);
      return undefined;
    } catch (error) {
      return (error as { driverError?: { constraint?: string } }).driverError?.constraint;
    }
  };

  it.each([
    [
      "bookings_cancelled_offers_nothing",
      "UPDATE bookings SET listing_offer = 'offered' WHERE release_reason = 'cancelled'",
    ],
    ["bookings_release_reason_check", "UPDATE bookings SET release_reason = 'whim' WHERE state = 'released'"],
    ["bookings_hold_extended_seconds_check", "UPDATE bookings SET hold_extended_seconds = 1801"],
    ["orders_offline_are_paid", "UPDATE orders SET state = 'open' WHERE offline"],
    ["orders_closing_actor_check", "UPDATE orders SET closing_actor = 'nobody'"],
    [
      "payments_offline_have_a_reference",
      "UPDATE payments SET offline_reference = NULL WHERE provider_payment_id LIKE 'OFFLINE-%'",
    ],
  ])("%s", async (constraint, sql) => {
    expect(await refused(sql)).toBe(constraint);
  });
});
