import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { InvitationLinksService } from "../../src/mail/invitation-links.service.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { AdminArea, statusAndCode } from "../admin/admin-area.js";
import { PASSWORD } from "../admin/administration.js";
import { testConfig } from "../support/config.js";

const CHOSEN = "copper lantern meadow tuesday";
const REASON = "Helps at the gate";

const area = await AdminArea.start();
afterAll(() => area.close());

const config = testConfig();
const links = new InvitationLinksService(config, new Secrets(config));

let operator: string;
let viewer: string;
beforeEach(async () => {
  await area.query("DELETE FROM administrator_invitations");
  await area.query("DELETE FROM administrators");
  await area.query("DELETE FROM mails");
  await area.administrators.add("asha", "owner", PASSWORD);
  await area.administrators.add("lata", "viewer", PASSWORD);
  operator = (await area.login("asha")).token;
  viewer = (await area.login("lata")).token;
});

const invite = (changes: object = {}, token = operator) =>
  area.post(
    "administrators/invite",
    { username: "meena", email: "meena@example.com", role: "viewer", events: ["all"], reason: REASON, ...changes },
    { token },
  );
/** The token in the newest link. */
async function newestToken(): Promise<string> {
  const [mail] = await area.query<{ id: string }>(
    "SELECT data->>'invitationId' AS id FROM mails WHERE template = 'administrator-invited' ORDER BY created_at DESC LIMIT 1",
  );
  return links.token(mail?.id ?? "");
}
const accept = (token: string, password = CHOSEN) => area.post("invitation/accept", { token, password });
const logsIn = async (username: string, password: string): Promise<number> =>
  (await area.post("login", { username, password })).statusCode;
const idOf = async (username: string): Promise<string> =>
  (await area.query<{ id: string }>("SELECT id FROM administrators WHERE username = $1", [username]))[0]?.id ?? "";
const actions = async (username: string): Promise<string[]> => {
  const sql = "SELECT administrator || ': ' || action AS line FROM audit_log WHERE after->>'account' = $1 ORDER BY id";
  return (await area.query<{ line: string }>(sql, [username])).map(({ line }) => line);
};

describe("an invitation", () => {
  it("is mailed, opened and used once; the colleague has the role she was invited to", async () => {
    expect((await invite()).statusCode).toBe(200);
    const [mail] = await area.query<{ to: string; data: object }>("SELECT to_address AS to, data FROM mails");
    expect(mail?.to).toBe("meena@example.com");
    const token = await newestToken();
    // Only a digest is stored: neither the mail's row nor the invitation's has the secret.
    const secret = token.split(".")[1] ?? "-";
    for (const table of ["mails", "administrator_invitations"])
      expect(JSON.stringify(await area.query(`SELECT * FROM ${table}`))).not.toContain(secret);
    const read = await area.post("invitation/read", { token });
    expect(read.json<object>()).toMatchObject({ username: "meena", role: "viewer", isNew: true, invitedBy: "asha" });
    expect((await accept(token, "password1234")).json<object>()).toMatchObject({ code: "invalid_request" });
    expect((await accept(token)).statusCode).toBe(200);
    expect(statusAndCode(await accept(token, `${CHOSEN} again`))).toEqual([404, "invitation_over"]);
    expect(await logsIn("meena", CHOSEN)).toBe(200);
    const { token: session } = await area.login("meena", CHOSEN);
    expect(statusAndCode(await invite({ username: "other" }, session))).toEqual([403, "operators_only"]);
    const lines = await actions("meena");
    expect(lines[0]).toBe("asha: administrator_invited");
    expect(lines).toContain("not logged in: invitation_accepted");
  });

  it("accepted twice at once makes one account", async () => {
    await invite();
    const token = await newestToken();
    const codes = (await Promise.all([accept(token), accept(token, `${CHOSEN} 2`), accept(token, `${CHOSEN} 3`)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.sort()).toEqual([200, 404, 404]);
    expect(await area.query("SELECT 1 FROM administrators WHERE username = 'meena'")).toHaveLength(1);
  });

  it.each([
    ["late", "UPDATE administrator_invitations SET expires_at = clock_timestamp() - interval '1 second'"],
    ["removed", "DELETE FROM administrator_invitations"],
  ])("that is %s does not work", async (_case, sql) => {
    await invite();
    const token = await newestToken();
    await area.query(sql);
    for (const response of [await area.post("invitation/read", { token }), await accept(token)])
      expect(statusAndCode(response)).toEqual([404, "invitation_over"]);
  });

  it("is replaced by a newer one for the same name, and can be withdrawn", async () => {
    await invite();
    const first = await newestToken();
    await invite({ username: "MEENA", role: "owner" });
    const second = await newestToken();
    expect(statusAndCode(await accept(first))).toEqual([404, "invitation_over"]);
    const list = await area.get("administrators/invitations", operator);
    const [open, ...others] = list.json<{ id: string; role: string }[]>();
    expect([open?.role, others]).toEqual(["owner", []]);
    const path = `administrators/invitations/${open?.id}/withdraw`;
    expect((await area.post(path, { reason: REASON }, { token: operator })).statusCode).toBe(200);
    expect(statusAndCode(await accept(second))).toEqual([404, "invitation_over"]);
  });

  it("cannot be forged or altered, and guessing is limited", async () => {
    await invite();
    const token = await newestToken();
    const altered = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const otherId = token.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    for (const wrong of ["", "x", altered, otherId, token.toUpperCase(), `${token}0`]) {
      expect((await area.post("invitation/read", { token: wrong })).statusCode).toBeGreaterThanOrEqual(400);
    }
    expect((await area.post("invitation/read", { token })).statusCode).toBe(200);
  });

  it("is refused for a taken name, a wrong role, a bad address or a missing reason", async () => {
    expect(statusAndCode(await invite({ username: "LATA" }))).toEqual([409, "username_taken"]);
    for (const wrong of [
      { role: "operator" },
      { role: undefined },
      { events: undefined },
      { events: [] },
      { events: "all" },
      { events: [1] },
      { events: Array.from({ length: 51 }, () => "all") },
      { email: "no address" },
      { username: "a b" },
      { reason: "" },
    ])
      expect(statusAndCode(await invite(wrong))).toEqual([400, "invalid_request"]);
    expect(await area.query("SELECT 1 FROM mails")).toEqual([]);
  });

  it.each(["administrators/invite", "administrators/invitations"])("%s is for operators only", async (name) => {
    const call = (token: string) => (name.endsWith("invite") ? invite({}, token) : area.get(name, token));
    expect((await call(viewer)).statusCode).toBe(403);
  });
});

describe("a link for a new password", () => {
  const send = async (username: string, token = operator) =>
    area.post(
      `administrators/${await idOf(username)}/password-link`,
      { email: "lata@example.com", reason: "Forgot it" },
      { token },
    );

  it("replaces the password and ends the sessions; role and two-step verification stay", async () => {
    expect((await send("lata")).statusCode).toBe(200);
    expect(await logsIn("lata", PASSWORD)).toBe(200);
    const token = await newestToken();
    expect((await area.post("invitation/read", { token })).json<object>()).toMatchObject({ isNew: false });
    expect((await accept(token)).statusCode).toBe(200);
    expect([await logsIn("lata", PASSWORD), await logsIn("lata", CHOSEN)]).toEqual([401, 200]);
    expect((await area.get("issues", viewer)).statusCode).toBe(401);
    expect(statusAndCode(await accept(token))).toEqual([404, "invitation_over"]);
    expect(await actions("lata")).toEqual(
      expect.arrayContaining(["asha: password_link_sent", "not logged in: invitation_accepted"]),
    );
  });

  it("is sent by another operator only", async () => {
    expect(statusAndCode(await send("asha"))).toEqual([409, "own_account"]);
    expect(statusAndCode(await send("asha", viewer))).toEqual([403, "operators_only"]);
  });

  it("ends with the account", async () => {
    await send("lata");
    const token = await newestToken();
    await area.query("DELETE FROM administrators WHERE username = 'lata'");
    expect(statusAndCode(await accept(token))).toEqual([404, "invitation_over"]);
  });
});
