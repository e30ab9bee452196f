import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { orderKey } from "@sakhi/domain/fields/identifiers";
import { TYPED_COUPONS, TYPED_INPUTS, TYPED_ORDER_IDS } from "@sakhi/domain/fields/typed-inputs";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { PayingTest } from "../payments/paying.js";
import { orderId as newOrderId } from "./mela.js";

/** Columns of the registration form's fields. */
const COLUMNS = {
  phoneNumber: "phone",
  email: "email",
  pincode: "pincode",
  gstNumber: "gst_number",
  fullName: "full_name",
  businessName: "business_name",
} as const;

type Field = keyof typeof TYPED_INPUTS;
const FIELDS = Object.keys(TYPED_INPUTS) as Field[];

let test: PayingTest;

beforeAll(async () => {
  test = await PayingTest.start({ RATE_LIMITS: "off" }, [MyBookingModule]);
});
afterAll(() => test.close());

describe("the table of typed inputs over HTTP", () => {
  it("is stored by a registration as it is read", async () => {
    const visitor = await test.mela.holder("B10");
    const rows = Math.max(...FIELDS.map((field) => TYPED_INPUTS[field].accepted.length));
    for (let index = 0; index < rows; index += 1) {
      const inputs = FIELDS.flatMap((field) => {
        const input = TYPED_INPUTS[field].accepted[index];
        return input === undefined ? [] : [{ field, typed: input[0], value: input[1] }];
      });
      const orderId = newOrderId();
      const form = Object.fromEntries(inputs.map(({ field, typed }) => [field, typed]));
      // A registration may be repeated until it is paid.
      expect([inputs, (await visitor.register("B10", { orderId, ...form })).status]).toEqual([inputs, 201]);
      const [stored] = await test.mela.query<Record<string, string>>("SELECT * FROM bookings WHERE order_id = $1", [
        orderId,
      ]);
      for (const { field, typed, value } of inputs) {
        expect([field, typed, stored?.[COLUMNS[field]]]).toEqual([field, typed, value]);
      }
    }
  });

  it.each(FIELDS)("is refused at the field %s, before the stall is looked at", async (field) => {
    const visitor = test.mela.visitor();
    for (const [typed, sentence] of TYPED_INPUTS[field].refused) {
      const { status, body } = await visitor.register("B20", { [field]: typed });
      expect([typed, status, body["fields"]]).toEqual([typed, 400, { [field]: [sentence] }]);
    }
  });
});

describe("POST find-my-booking", () => {
  const find = (contact: string, orderId: string) =>
    test.mela.visitor().post("/api/v1/mela/find-my-booking", { contact, orderId });
  const orderId = TYPED_ORDER_IDS.accepted[0]?.[0] ?? "";

  beforeAll(async () => {
    const buyer = await test.registered("B11", { orderId, email: "asha@example.com", phoneNumber: "9876543210" });
    expect((await test.initiate({ ...buyer, orderId })).status).toBe(201);
    await test.simulator.pay(orderId);
    // Who has paid gets a link for each question; others one a day.
    expect(await test.settle(orderId)).toBe("sold");
  });

  /** Asks with each contact and order number; returns those that sent no link. */
  const notFound = async (questions: readonly (readonly [contact: string, orderId: string])[]): Promise<string[]> => {
    const missing: string[] = [];
    // A few at a time: each answer takes 400 ms.
    for (let from = 0; from < questions.length; from += 16) {
      const some = questions.slice(from, from + 16);
      const before = await links();
      for (const { status } of await Promise.all(some.map(([contact, typed]) => find(contact, typed)))) {
        expect(status).toBe(200);
      }
      if ((await links()) - before === some.length) continue;
      for (const [contact, typed] of some) {
        const known = await links();
        await find(contact, typed);
        if ((await links()) === known) missing.push(`${contact} ${typed}`);
      }
    }
    return missing;
  };
  const links = async () =>
    (await test.mela.query("SELECT FROM mails WHERE template = 'booking-link' AND to_address = 'asha@example.com'"))
      .length;

  it("finds the order in every notation of the table", async () => {
    const questions = TYPED_ORDER_IDS.accepted.map(([typed]) => ["asha@example.com", typed] as const);
    expect(await notFound(questions)).toEqual([]);
  });

  it("finds the person by every notation of their phone number and address", async () => {
    const contacts = [...TYPED_INPUTS.phoneNumber.accepted, ...TYPED_INPUTS.email.accepted]
      .filter(([, value]) => value === "9876543210" || value === "asha@example.com")
      .map(([typed]) => [typed, orderId] as const);
    expect(await notFound(contacts)).toEqual([]);
  });

  it("refuses what is no contact or order number in words", async () => {
    for (const [typed, sentence] of TYPED_ORDER_IDS.refused) {
      expect([typed, (await find("asha@example.com", typed)).body["fields"]]).toEqual([typed, { orderId: [sentence] }]);
    }
    for (const [typed] of [...TYPED_INPUTS.phoneNumber.refused, ...TYPED_INPUTS.email.refused]) {
      const sentence = "Please enter the e-mail address or phone number you booked with";
      expect([typed, (await find(typed, orderId)).body["fields"]]).toEqual([typed, { contact: [sentence] }]);
    }
  });
});

it.each([
  ["B14", "MELA1764000000000ab2c"],
  ["B15", "MELA1764000000000_AB2C"],
])("an order number that reads like another one is taken (%s, %s)", async (stallId, orderId) => {
  const visitor = await test.mela.holder(stallId);
  const { status, body } = await visitor.register(stallId, { orderId });
  expect([status, body["code"]]).toEqual([409, "order_id_taken"]);
});

it("the database and domain/ calculate the same key of an order number", async () => {
  for (const [typed] of [["MELA1764000000000_OIL0il1o"], ["LIST1764000000000_abcdef0123456789abcdef01"]] as const) {
    expect(await test.mela.value("SELECT order_key($1)", [typed])).toBe(orderKey(typed));
  }
});

it("coupon codes are read in every notation of the table", async () => {
  const visitor = test.mela.visitor();
  const check = (code: string) => visitor.post("/api/v1/mela/validate-coupon", { code });
  for (const [typed, value] of TYPED_COUPONS.accepted) {
    const { body } = await check(typed);
    expect([typed, body["valid"]]).toEqual([typed, value === "MELA10"]);
  }
  for (const [typed, sentence] of TYPED_COUPONS.refused) {
    expect([typed, (await check(typed)).body["fields"]]).toEqual([typed, { code: [sentence] }]);
  }
});

describe("a payer's detail that the provider refuses", () => {
  it("is named at its field, and the order can be made again", async () => {
    const buyer = await test.registered("B13");
    // Stored by an earlier version, whose rule was weaker.
    await test.mela.query("UPDATE bookings SET email = $2 WHERE order_id = $1", [
      buyer.orderId,
      '"asha rao"@example.com',
    ]);
    const refused = await test.initiate(buyer);
    expect([refused.status, refused.body["code"], refused.body["fields"]]).toEqual([
      409,
      "order_refused",
      { email: ["The payment service does not accept this email address. Please check it or use another one."] },
    ]);
    const again = await test.registered("B13", { email: "asha@example.com" }, buyer.visitor);
    expect((await test.initiate(again)).status).toBe(201);
  });
});
