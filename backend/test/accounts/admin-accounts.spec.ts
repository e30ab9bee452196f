import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  addFirstAdministrator,
  CommandError,
  firstAdministratorLines,
  keepFirstPassword,
  runAdministratorCommand,
} from "../../src/accounts/administrator-command.js";
import { administratorsOf, type AdministratorsService } from "../../src/accounts/administrators.service.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another battery staple";

/** The command line, with a password typed in. */
async function command(administrators: AdministratorsService, ...words: string[]): Promise<string> {
  const said: string[] = [];
  await runAdministratorCommand(words, administrators, {
    say: (line) => said.push(line),
    askPassword: () => Promise.resolve(NEW_PASSWORD),
  });
  return said.join("\n");
}

describe("the first administrator", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it("is not made up where what is printed goes to a log", async () => {
    const first = await addFirstAdministrator(
      administratorsOf(db.database, testConfig()),
      { username: undefined, password: undefined },
      false,
    );
    expect(first).toEqual({ outcome: "missing" });
    expect(firstAdministratorLines(first)[0]).toContain("set ADMIN_PASSWORD");
    expect(await db.database.query("SELECT 1 FROM administrators")).toEqual([]);
  });

  it("is made up once, of several starts at the same moment, and only the lines for the person show it", async () => {
    const admin = { username: undefined, password: undefined };
    const starts = await Promise.all(
      [1, 2, 3].map(() => addFirstAdministrator(administratorsOf(db.database, testConfig()), admin, true)),
    );
    const made = starts.filter((each) => each.outcome === "made_up");
    expect(made).toHaveLength(1);
    expect(starts.filter((each) => each.outcome === "there")).toHaveLength(2);
    const [first] = made;
    if (first?.outcome !== "made_up") throw new Error("none was made up");
    expect(first.password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    expect(firstAdministratorLines(first).join("\n")).toContain(first.password);
    const [row] = await db.database.query<{ role: string; hash: string; must: boolean }>(
      "SELECT role, password_hash AS hash, must_change_password AS must FROM administrators",
    );
    expect(row).toMatchObject({ role: "operator", must: true });
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("stays as they are, whatever the settings say later", async () => {
    const settings = { username: "boss", password: PASSWORD };
    const again = await addFirstAdministrator(administratorsOf(db.database, testConfig()), settings, true);
    expect(again).toEqual({ outcome: "there" });
    expect(firstAdministratorLines(again)).toEqual([]);
  });

  it("is recorded in a file that only its owner can read where the output is kept", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sakhi-"));
    const file = join(folder, "data", "first-administrator.txt");
    const made = { outcome: "made_up", username: "boss", password: "k7mq-abcd-efgh-jkmn-p234" } as const;
    await mkdir(join(folder, "data"));
    // One that was there, open to all, is not written into.
    await writeFile(file, "old", { mode: 0o644 });
    const lines = (await keepFirstPassword(made, file)).join("\n");
    expect(lines).toContain(file);
    expect(lines).not.toContain(made.password);
    expect(await readFile(file, "utf8")).toContain(made.password);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });
});

describe("npm run administrator", () => {
  let db: TestDatabase;
  let administrators: AdministratorsService;
  beforeAll(async () => {
    db = await createTestDatabase();
    administrators = administratorsOf(db.database, testConfig());
    const weak = { username: "asha", password: "password1234" };
    const refused = await addFirstAdministrator(administrators, weak, false);
    expect(firstAdministratorLines(refused)).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD: This password is too easy to guess\./),
    ]);
    await addFirstAdministrator(administrators, { username: "asha", password: PASSWORD }, false);
  });
  afterAll(() => db.close());

  it("does not ask for a change of the password that ADMIN_PASSWORD gave", async () => {
    expect(await db.database.query("SELECT username, must_change_password AS must FROM administrators")).toEqual([
      { username: "asha", must: false },
    ]);
  });

  it("adds, changes and lists, and every change stands in the audit log", async () => {
    expect(await command(administrators, "add", "meena", "--role", "viewer")).toBe('Added "meena" as viewer.');
    expect(await command(administrators, "add", "ravi", "--make-up")).toMatch(
      /Password, to be changed at the first login: [a-z2-9-]{24}$/,
    );
    expect(await command(administrators, "role", "Meena", "operator")).toBe('"Meena" is now operator.');
    expect(await command(administrators, "password", "asha")).toContain("their sessions have ended");
    expect((await command(administrators, "list")).split("\n")).toEqual([
      expect.stringMatching(/^asha +operator +active +password only +last login never, password of [\d-]{10}$/),
      expect.stringMatching(/^meena +operator/),
      expect.stringMatching(/^ravi +operator.* \(must be changed\)$/),
    ]);
    const audit = await db.database.query<{ line: string }>(
      `SELECT administrator || ': ' || action || coalesce(' ' || (before->>'role'), '')
              || coalesce(' → ' || (after->>'role'), '') AS line FROM audit_log ORDER BY id`,
    );
    expect(audit.map(({ line }) => line)).toEqual([
      // The first one, of ADMIN_PASSWORD, too.
      "command line: administrator_added → operator",
      "command line: administrator_added → viewer",
      "command line: administrator_added → operator",
      "command line: role_changed viewer → operator",
      "command line: password_changed",
    ]);
  });

  it("disables, enables, removes and resets, and always leaves an operator", async () => {
    expect(await command(administrators, "disable", "ravi")).toContain("is disabled");
    expect(await command(administrators, "list")).toMatch(/^ravi +operator +disabled/m);
    expect(await command(administrators, "enable", "ravi")).toBe('"ravi" can log in again.');
    expect(await command(administrators, "remove", "ravi")).toContain("was removed");
    expect(await command(administrators, "reset-second-factor", "meena")).toContain("by the password alone");
    expect(await command(administrators, "disable", "meena")).toContain("is disabled");
    for (const words of [
      ["disable", "asha"],
      ["remove", "asha"],
      ["role", "asha", "viewer"],
    ]) {
      await expect(command(administrators, ...words)).rejects.toThrow("This is the last active operator.");
    }
    const audit = await db.database.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE administrator = 'command line' ORDER BY id DESC LIMIT 5",
    );
    expect(audit.map(({ action }) => action).toReversed()).toEqual([
      "administrator_disabled",
      "administrator_enabled",
      "administrator_removed",
      "second_factor_reset",
      "administrator_disabled",
    ]);
  });

  it.each([
    [["add", "asha"], 'There is an administrator "asha" already.'],
    [["add", "as ha"], "A username is made of letters"],
    [["add", "x".repeat(61)], "at most 60 characters"],
    [["add", "lata", "--role", "owner"], "The role must be viewer or operator."],
    [["password", "nobody"], 'There is no administrator "nobody".'],
    [["disable", "nobody"], 'There is no administrator "nobody".'],
    [["reset-second-factor", "nobody"], 'There is no administrator "nobody".'],
    [["role", "nobody", "viewer"], 'There is no administrator "nobody".'],
    [["role", "asha", "queen"], "The role must be viewer or operator."],
    [["destroy", "asha"], "npm run administrator -- list"],
    [["add"], "npm run administrator -- list"],
    [["add", "lata", "--unknown"], "npm run administrator -- list"],
    [[], "npm run administrator -- list"],
  ])("refuses %j", async (words, sentence) => {
    const refused = await command(administrators, ...words).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandError);
    expect(String(refused)).toContain(sentence);
  });

  it.each([
    ["short", "A password has at least 12 characters."],
    ["password1234", "This is like a commonly used password."],
    ["qwertyuiop123", "commonly used"],
    ["aaaaaaaaaaaaaaaa", "Repeated characters"],
    ["1234567890123", "commonly used"],
    ["abcdefghijklmnop", "Sequences"],
    ["sakhi-bazaar", "username or of this site's name"],
    ["asha-asha-asha", "your username"],
  ])("refuses the password %s", async (password, sentence) => {
    const terminal = { say: () => undefined, askPassword: () => Promise.resolve(password) };
    await expect(runAdministratorCommand(["password", "asha"], administrators, terminal)).rejects.toThrow(sentence);
  });
});
