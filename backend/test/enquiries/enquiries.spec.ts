import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { FILLED_MS_HEADER, MIN_FILL_MS } from "@sakhi/domain/enquiries/enquiry.rules";
import type { TestResponse } from "../bookings/mela.js";
import { EnquiriesTest, gifting, support } from "./enquiries-app.js";

const enquiries = await EnquiriesTest.start();
afterAll(() => enquiries.mela.close());
beforeEach(() => enquiries.forget());

const GIFTING_RESPONSE = { message: "We'll get back to you soon with corporate gifting options." };
const SUPPORT_RESPONSE = { message: "We'll get back to you within 24 hours." };
const GIFTING_MAILS = ["enquiry-confirmed to asha@example.com", "enquiry-received to operator@bazaar.example"];
const SUPPORT_MAILS = ["enquiry-confirmed to meena@example.com", "enquiry-received to operator@bazaar.example"];
const reported = ({ status, body }: TestResponse): unknown => [status, body];

describe("POST /api/v1/corporate-gifting/submit", () => {
  it("stores the request and queues a mail to the sender and one to the organisation", async () => {
    const response = await enquiries.gifting(gifting());
    expect(reported(response)).toEqual([201, GIFTING_RESPONSE]);
    expect(response.headers["set-cookie"]).toBeUndefined();
    const [stored] = await enquiries.mela.query<Record<string, unknown>>("SELECT * FROM enquiries");
    expect(stored).toMatchObject({
      kind: "corporate_gifting",
      state: "received",
      suspicion: null,
      first_name: "Asha",
      last_name: "Rao",
      email: "asha@example.com",
      phone: "+91 98765 43210",
      company: "Rao & Co",
      is_member: false,
      subject: null,
      message: "200 Diwali boxes,\nabout ₹800 each",
    });
    expect(await enquiries.mails()).toEqual(GIFTING_MAILS);
    const jobs = await enquiries.mela.query("SELECT payload->>'queue' AS queue FROM outbox");
    expect(jobs).toEqual([{ queue: "mails" }, { queue: "mails" }]);
  });

  // Every rule and its message: domain/src/enquiries/enquiries.spec.ts.
  it("rejects invalid fields by name, and stores nothing", async () => {
    const wrong = { company: "R", isMember: "" };
    const sentence = "Company name must be at least 2 characters";
    const refused = await enquiries.gifting(gifting(wrong));
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "invalid_request", message: sentence, error: sentence },
    });
    expect(refused.body["fields"]).toEqual({ company: [sentence], isMember: ["Please select if you are a member"] });
    const { body } = await enquiries.support(support({ subject: "Hi", company: "Rao & Co" }));
    expect(body["fields"]).toEqual({
      subject: ["Subject must be at least 3 characters"],
      company: ["This field is not known"],
    });
    expect(await enquiries.states()).toEqual([]);
  });
});

describe("POST /api/v1/support/submit", () => {
  it("stores the message, with and without a phone number", async () => {
    expect(reported(await enquiries.support(support()))).toEqual([201, SUPPORT_RESPONSE]);
    expect(await enquiries.mails()).toEqual(SUPPORT_MAILS);
    expect(reported(await enquiries.support(support({ phone: "022 123" })))).toEqual([201, SUPPORT_RESPONSE]);
    expect(await enquiries.mela.query("SELECT kind, phone, subject FROM enquiries ORDER BY created_at")).toEqual([
      { kind: "support", phone: null, subject: "My listing" },
      { kind: "support", phone: "022 123", subject: "My listing" },
    ]);
  });
});

describe("an identical enquiry", () => {
  it("is deduplicated, ten at once: one enquiry, identical responses, its mails once", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => enquiries.gifting(gifting())));
    expect(new Set(responses.map((response) => JSON.stringify(reported(response)))).size).toBe(1);
    expect(await enquiries.states()).toEqual(["received ×10"]);
    expect(await enquiries.mails()).toEqual(GIFTING_MAILS);
  });

  it("is a new enquiry with another text, from another person, or a day later", async () => {
    await enquiries.support(support());
    await enquiries.support(support({ message: "How do I change the picture? Please answer." }));
    await enquiries.support(support({ email: "other@example.com" }));
    await enquiries.support(support({ email: "MEENA@example.com" }));
    expect(await enquiries.states()).toEqual(["received ×2", "received ×1", "received ×1"]);
    await enquiries.mela.query("UPDATE enquiries SET created_at = created_at - interval '25 hours'");
    await enquiries.support(support());
    expect(await enquiries.states()).toHaveLength(4);
  });
});

describe("a suspected bot's enquiry", () => {
  it.each<[string, object, Record<string, string>]>([
    ["trap_filled", { website: "https://spam.example" }, {}],
    ["trap_filled", { website: ["a", { b: 1 }] }, {}],
    ["filled_too_fast", {}, { [FILLED_MS_HEADER]: String(MIN_FILL_MS - 1) }],
  ])("is quarantined as %s, with the usual response and no mail", async (suspicion, body, headers) => {
    expect(reported(await enquiries.gifting({ ...gifting(), ...body }, headers))).toEqual([201, GIFTING_RESPONSE]);
    expect(reported(await enquiries.support({ ...support(), ...body }, headers))).toEqual([201, SUPPORT_RESPONSE]);
    expect(await enquiries.states()).toEqual([`quarantined: ${suspicion} ×1`, `quarantined: ${suspicion} ×1`]);
    expect(await enquiries.mails()).toEqual([]);
    const [stored] = await enquiries.mela.query<{ message: string }>("SELECT message FROM enquiries LIMIT 1");
    expect(stored?.message).not.toBe("");
  });

  it("is not one that took its time, left the trap empty, or has neither field", async () => {
    await enquiries.gifting(gifting({ website: "" }), { [FILLED_MS_HEADER]: String(MIN_FILL_MS) });
    await enquiries.support(support());
    expect(await enquiries.states()).toEqual(["received ×1", "received ×1"]);
  });

  it("is approved when the same form is sent again without suspicion", async () => {
    const quick = { [FILLED_MS_HEADER]: "3" };
    await enquiries.support(support(), quick);
    await enquiries.support(support(), quick);
    expect(await enquiries.mails()).toEqual([]);
    await enquiries.support(support(), { [FILLED_MS_HEADER]: "4000" });
    expect(await enquiries.states()).toEqual(["received: filled_too_fast ×3"]);
    expect(await enquiries.mails()).toEqual(SUPPORT_MAILS);
    await enquiries.support(support(), quick);
    expect(await enquiries.states()).toEqual(["received: filled_too_fast ×4"]);
    expect(await enquiries.mails()).toEqual(SUPPORT_MAILS);
  });
});

describe("the rate limit of enquiries", () => {
  let limited: EnquiriesTest;
  beforeAll(async () => {
    limited = await EnquiriesTest.start({ RATE_LIMITS: "on" });
  });
  afterAll(() => limited.mela.close());

  it("applies per email address and network, does not count duplicates, and asks for a proof", async () => {
    for (let times = 0; times < 4; times += 1) await limited.support(support());
    for (let number = 2; number <= 5; number += 1) {
      expect((await limited.support(support({ subject: `Question ${number}` }))).status).toBe(201);
    }
    // A retry of the last one, as after a lost response, succeeds.
    expect((await limited.support(support({ subject: "Question 5" }))).status).toBe(201);
    const { status, body } = await limited.gifting(gifting({ email: "Meena@Example.com" }));
    expect([status, body["code"]]).toEqual([429, "proof_required"]);
    expect(body["error"]).toBe(
      "Many requests come from your network right now, so your browser has to be checked first. Please try again.",
    );
    expect((await limited.gifting(gifting())).status).toBe(201);
    expect(await limited.states()).toHaveLength(6);
    // Another network may still send with her address; it gets one mail a day in all (decision 46).
    const elsewhere = limited.mela.visitor("198.51.100.7");
    expect((await elsewhere.post("/api/v1/support/submit", support({ subject: "Mine" }))).status).toBe(201);
    const mails = await limited.mails();
    const sent = (template: string, to: string) => mails.filter((mail) => mail === `${template} to ${to}`).length;
    expect(sent("enquiry-received", "operator@bazaar.example")).toBe(7);
    expect(sent("enquiry-confirmed", "meena@example.com")).toBe(1);
  });
});
