import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { MelaTest, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { gifting, support } from "../enquiries/enquiries-app.js";
import { ADMIN, logIn } from "./administration.js";

type Row = Readonly<Record<string, unknown>>;

describe("/admin/enquiries", () => {
  let mela: MelaTest;
  let admin: TestVisitor;
  const list = async (query = ""): Promise<Row[]> => {
    const response = await admin.get(`${ADMIN}/enquiries${query}`);
    expect(response.status).toBe(200);
    return response.body as unknown as Row[];
  };
  const idOf = async (query: string): Promise<string> => String((await list(query))[0]?.["id"]);
  const markAnswered = (id: string, body: object = {}): Promise<TestResponse> =>
    admin.post(`${ADMIN}/enquiries/${id}/answered`, body);
  const mails = () => mela.column("SELECT template FROM mails ORDER BY template");

  beforeAll(async () => {
    mela = await MelaTest.start({}, [AdminModule]);
    admin = await logIn(mela, "asha");
    const visitor = mela.visitor();
    await visitor.post("/api/v1/corporate-gifting/submit", gifting());
    await visitor.post("/api/v1/support/submit", support());
    await mela.empty();
    await visitor.post("/api/v1/support/submit", support({ message: "Buy now, buy now", website: "x" }));
  });
  afterAll(() => mela.close());

  it("lists newest first, filtered by kind and state", async () => {
    expect((await list()).map(({ kind, state }) => `${String(kind)} ${String(state)}`)).toEqual([
      "support quarantined",
      "support open",
      "corporate_gifting open",
    ]);
    const [request] = await list("?kind=corporate_gifting");
    expect(request).toMatchObject({
      reference: String(request?.["id"]).slice(0, 8).toUpperCase(),
      firstName: "Asha",
      lastName: "Rao",
      email: "asha@example.com",
      phone: "+91 98765 43210",
      company: "Rao & Co",
      isMember: false,
      message: "200 Diwali boxes,\nabout ₹800 each",
      timesSent: 1,
    });
    for (const absent of ["subject", "digest"]) expect(request).not.toHaveProperty(absent);
    const page = await admin.get(`${ADMIN}/enquiries?state=open&limit=1`);
    expect([page.headers["x-total-count"], (page.body as unknown as Row[]).length]).toEqual(["2", 1]);
    expect((await admin.get(`${ADMIN}/enquiries?state=lost`)).status).toBe(400);
  });

  it("marks an enquiry as answered once, with the administrator and a note", async () => {
    const id = await idOf("?kind=corporate_gifting");
    expect((await markAnswered(id, { note: "called her\nboxes are reserved" })).body).toMatchObject({
      state: "answered",
      answeredBy: "asha",
      answerNote: "called her\nboxes are reserved",
    });
    expect((await markAnswered(id)).body["code"]).toBe("enquiry_answered");
    expect((await list("?state=answered")).map((row) => row["id"])).toEqual([id]);
    expect((await markAnswered("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });

  it("sends mails and allows answers only after the quarantine is lifted", async () => {
    const id = await idOf("?state=quarantined");
    expect((await list("?state=quarantined"))[0]).toMatchObject({ suspicion: "trap_filled" });
    expect((await markAnswered(id)).body["code"]).toBe("enquiry_quarantined");
    expect(await mails()).toEqual([]);
    const through = await admin.post(`${ADMIN}/enquiries/${id}/let-through`, {});
    expect(through.body).toMatchObject({ state: "open", letThroughAt: expect.any(String) });
    expect(await mails()).toEqual(["enquiry-confirmed", "enquiry-received"]);
    const again = await admin.post(`${ADMIN}/enquiries/${id}/let-through`, {});
    expect(again.body["code"]).toBe("enquiry_not_quarantined");
    expect((await markAnswered(id)).status).toBe(200);
  });

  it("keeps personal data of the sender out of the audit log", async () => {
    const { body } = await admin.get(`${ADMIN}/audit?subjectType=enquiry`);
    const lines = body as unknown as { action: string; administrator: string; before: object; after: object }[];
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["enquiry_answered", { kind: "support", state: "open" }, { state: "answered" }],
      ["enquiry_let_through", { kind: "support", state: "quarantined" }, { state: "open" }],
      ["enquiry_answered", { kind: "corporate_gifting", state: "open" }, { state: "answered" }],
      // Recorded once an hour, however often the list is read.
      ["enquiries_viewed", undefined, undefined],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/@|Meena|Asha Rao/);
  });
});
