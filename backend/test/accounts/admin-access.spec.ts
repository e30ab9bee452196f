import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AdminArea } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";

interface Line {
  readonly administrator: string;
  readonly action: string;
  readonly after: Record<string, unknown> | null;
}

describe("who came in, went, and was refused", () => {
  let area: AdminArea;
  let last = "0";
  /** Lines that were written since they were last asked for. */
  const publisher = async (): Promise<string[]> => {
    const lines = await area.query<Line & { id: string }>(
      "SELECT id, administrator, action, after FROM audit_log WHERE id > $1 ORDER BY id",
      [last],
    );
    last = lines.at(-1)?.id ?? last;
    return lines.map(({ administrator, action, after }) =>
      [administrator, action, ...(after === null ? [] : [JSON.stringify(after)])].join(" "),
    );
  };
  /** Wrong passwords, each from an address of its own, so that none is slowed down. */
  const guess = async (username: string, times: number, network: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const { answer } = await area.login(username, "wrong password!", { address: `10.${network}.0.${n}` });
      expect(answer.statusCode).toBe(401);
    }
  };

  beforeAll(async () => {
    area = await AdminArea.start();
    await publisher();
  });
  afterAll(() => area.close());

  it("stands in the audit log: login, logout, and what a login ended", async () => {
    const { token } = await area.login("asha");
    expect(await publisher()).toEqual(["asha logged_in"]);
    await area.post("login", { username: "lata", password: PASSWORD }, { token });
    expect(await publisher()).toEqual(["asha logged_out", "lata logged_in"]);
    const meena = await area.login("meena");
    await area.post("logout", {}, { token: meena.token });
    await area.post("logout", {}, { token: meena.token });
    await area.post("logout", {});
    expect(await publisher()).toEqual(["meena logged_in", "meena logged_out"]);
  });

  it("counts rejected logins of an account, and records the first, second, fourth, eighth of them", async () => {
    await guess("RAVI", 9, "21");
    const refused = (number: number) =>
      `not logged in login_refused ${JSON.stringify({ account: "ravi", refusedToday: number })}`;
    expect(await publisher()).toEqual([1, 2, 4, 8].map(refused));
    await area.login("ravi");
    expect(await publisher()).toEqual([`ravi logged_in ${JSON.stringify({ refusedBefore: 9 })}`]);
    await guess("ravi", 1, "22");
    expect(await publisher()).toEqual([refused(1)]);
    // Another day is another count.
    await area.query("UPDATE access_denials SET since = since - interval '1 day'");
    await guess("ravi", 1, "23");
    expect(await publisher()).toEqual([refused(1)]);
  });

  it("counts all names that nobody has together, and keeps none of them: a password typed there, for one", async () => {
    for (const name of ["my secret password", "mallory", "eve"]) await guess(name, 1, "24");
    const lines = await publisher();
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/secret|mallory|eve\b/);
    const kept = await area.query<{ subject: string }>("SELECT subject FROM access_denials");
    expect(kept.map(({ subject }) => subject)).toContain("login unknown");
    expect(JSON.stringify(kept)).not.toMatch(/secret|mallory/);
  });

  it("records a password that was not changed, and one that was", async () => {
    const { token } = await area.login("meena");
    await publisher();
    const newPassword = "another battery staple";
    await area.post("password", { currentPassword: "not this one", newPassword }, { token });
    await area.post("password", { currentPassword: PASSWORD, newPassword }, { token });
    expect(await publisher()).toEqual([
      `meena password_change_refused ${JSON.stringify({ account: "meena", refusedToday: 1 })}`,
      `meena password_changed ${JSON.stringify({ account: "meena" })}`,
    ]);
  });

  it("can be read by anyone who is logged in, each kind by itself", async () => {
    const { token } = await area.login("lata");
    await area.call({ method: "GET", url: `${ADMIN}/registrations.csv?q=asha` }, { token });
    const url = `${ADMIN}/audit?subjectType=registrations`;
    const answer = await area.call({ method: "GET", url }, { token });
    expect(answer.json()).toMatchObject([
      {
        administrator: "lata",
        action: "registrations_exported",
        subjectId: expect.stringMatching(/^mela-registrations-.*\.csv$/),
        after: { rows: 0, searched: true },
      },
    ]);
    expect(answer.body).not.toContain("asha");
  });

  it("refuses what another site had a browser send, also where it hides its Origin", async () => {
    const { token } = await area.login("asha");
    const headers = { "sec-fetch-site": "cross-site" };
    for (const name of ["logout", "stalls/B41/block"]) {
      const answer = await area.post(name, { reason: "evil" }, { token, headers });
      expect(answer.json()).toMatchObject({ statusCode: 403, code: "origin_refused" });
    }
    expect(await area.check(token)).toMatchObject({ authenticated: true });
  });
});
