import { afterAll, expect, it } from "@jest/globals";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { OperatorTest } from "../operator/operator.js";

// The browser that has just paid reads which papers are missing, and until when it can give them.

const RECEIPT = "/api/v1/mela/my-booking/receipt";
const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [EventFactsApiModule, MyBookingModule]);
const { mela } = test;
afterAll(() => test.close());

it("names the required papers without an answer, until the event begins, to the browser that paid only", async () => {
  const operator = await test.administrator("asha");
  const slug = (await mela.value("SELECT slug FROM events")) ?? "";
  const days = (date: string) =>
    mela.query(
      `UPDATE events SET days = jsonb_build_array(jsonb_build_object('date', $1::text, 'opens', '10:00', 'closes', '20:00'))`,
      [date],
    );
  await days("2099-03-01");
  const ask = (changes: Record<string, unknown>) =>
    operator.post(`events/${slug}/questions`, {
      ...{ help: "", kind: "text", choices: "", required: true, asked: "form_or_later", audience: "every_stall" },
      ...{ position: 12, reason: "The guards ask", ...changes },
    });
  expect((await ask({ label: "What do you sell?" })).status).toBe(201);
  expect((await ask({ label: "Certificate", kind: "file", asked: "later" })).status).toBe(201);
  expect((await ask({ label: "Badges", kind: "number", required: false })).status).toBe(201);

  const until = "2099-03-01T04:30:00.000Z";
  const { orderId, visitor } = await test.sold("B12");
  const receipt = async (by = visitor) => (await by.get(`${RECEIPT}?orderId=${orderId}`)).body;
  expect(await receipt()).toMatchObject({
    missing: { papers: ["Do you sell food?", "What do you sell?", "Certificate"], until },
  });
  expect(await receipt(mela.visitor())).toBeNull();

  const other = await test.sold("B13", { answers: [{ key: "what_do_you_sell", value: "Pickles" }] });
  const { body } = await other.visitor.get(`${RECEIPT}?orderId=${other.orderId}`);
  expect(body).toMatchObject({ missing: { papers: ["Do you sell food?", "Certificate"] } });
});
