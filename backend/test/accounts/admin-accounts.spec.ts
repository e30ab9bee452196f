import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  addFirstAdministrator,
  CommandError,
  firstAdministratorLines,
  writeFirstPassword,
  runAdministratorCommand,
} from "../../src/accounts/administrator-command.js";
import { administratorsOf, type AdministratorsService } from "../../src/accounts/administrators.service.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another battery staple";

/** Runs the command with a typed password. @returns its output */
async function command(administrators: AdministratorsService, ...args: string[]): Promise<string> {
  const output: string[] = [];
  await runAdministratorCommand(args, administrators, {
    print: (line) => output.push(line),
    readPassword: () => Promise.resolve(NEW_PASSWORD),
  });
  return output.join("\n");
}

describe("addFirstAdministrator", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it("generates no password when the output goes to a log", async () => {
    const first = await addFirstAdministrator(
      administratorsOf(db.database, testConfig()),
      { username: undefined, password: undefined },
      false,
    );
    expect(first).toEqual({ outcome: "missing" });
    expect(firstAdministratorLines(first)[0]).toContain("set ADMIN_PASSWORD");
    expect(await db.database.query("SELECT 1 FROM administrators")).toEqual([]);
  });

  it("generates one password when several processes start at once, and prints it in the lines for the person only", async () => {
    const admin = { username: undefined, password: undefined };
    const starts = await Promise.all(
      [1, 2, 3].map(() => addFirstAdministrator(administratorsOf(db.database, testConfig()), admin, true)),
    );
    const generated = starts.filter((each) => each.outcome === "generated");
    expect(generated).toHaveLength(1);
    expect(starts.filter((each) => each.outcome === "exists")).toHaveLength(2);
    const [first] = generated;
    if (first?.outcome !== "generated") throw new Error("no password was generated");
    expect(first.password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    expect(firstAdministratorLines(first).join("\n")).toContain(first.password);
    const [row] = await db.database.query<{ role: string; hash: string; must: boolean }>(
      "SELECT team_role AS role, password_hash AS hash, must_change_password AS must FROM administrators",
    );
    expect(row).toMatchObject({ role: "owner", must: true });
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("ignores the settings once an administrator exists", async () => {
    const settings = { username: "boss", password: PASSWORD };
    const again = await addFirstAdministrator(administratorsOf(db.database, testConfig()), settings, true);
    expect(again).toEqual({ outcome: "exists" });
    expect(firstAdministratorLines(again)).toEqual([]);
  });

  it("writes the generated password to a file that only its owner can read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sakhi-"));
    const file = join(folder, "data", "first-administrator.txt");
    const generated = { outcome: "generated", username: "boss", password: "k7mq-abcd-efgh-jkmn-p234" } as const;
    await mkdir(join(folder, "data"));
    // An existing world-readable file is replaced, not overwritten.
    await writeFile(file, "old", { mode: 0o644 });
    const lines = (await writeFirstPassword(generated, file)).join("\n");
    expect(lines).toContain(file);
    expect(lines).not.toContain(generated.password);
    expect(await readFile(file, "utf8")).toContain(generated.password);
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
    const error = await addFirstAdministrator(administrators, weak, false);
    expect(firstAdministratorLines(error)).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD: This password is too easy to guess\./),
    ]);
    await addFirstAdministrator(administrators, { username: "asha", password: PASSWORD }, false);
  });
  afterAll(() => db.close());

  it("does not require a change of the password from ADMIN_PASSWORD", async () => {
    expect(await db.database.query("SELECT username, must_change_password AS must FROM administrators")).toEqual([
      { username: "asha", must: false },
    ]);
  });

  it("adds, changes and lists administrators, and audits every change", async () => {
    // The least role, unless another is named.
    expect(await command(administrators, "add", "meena")).toBe(
      'Added "meena" as viewer.\nThe password must be changed at the first login.',
    );
    expect(await command(administrators, "add", "ravi", "--role", "owner", "--make-up")).toMatch(
      /Password, to be changed at the first login: [a-z2-9-]{24}$/,
    );
    // The word before there were owners.
    expect(await command(administrators, "role", "Meena", "operator")).toBe('"Meena" is now owner.');
    expect(await command(administrators, "password", "asha")).toContain("their sessions have ended");
    expect((await command(administrators, "list")).split("\n")).toEqual([
      expect.stringMatching(
        /^asha +owner +active +password only +last login never, password of [\d-]{10} \(must be changed\)$/,
      ),
      expect.stringMatching(/^meena +owner.* \(must be changed\)$/),
      expect.stringMatching(/^ravi +owner.* \(must be changed\)$/),
    ]);
    const audit = await db.database.query<{ line: string }>(
      `SELECT administrator || ': ' || action || coalesce(' ' || (before->>'role'), '')
              || coalesce(' → ' || (after->>'role'), '') AS line FROM audit_log ORDER BY id`,
    );
    expect(audit.map(({ line }) => line)).toEqual([
      // The first administrator, from ADMIN_PASSWORD.
      "command line: administrator_added → owner",
      "command line: administrator_added → viewer",
      "command line: administrator_added → owner",
      "command line: role_changed viewer → owner",
      "command line: password_changed",
    ]);
  });

  it("disables, enables, removes and resets administrators, but keeps the last owner", async () => {
    expect(await command(administrators, "disable", "ravi")).toContain("is disabled");
    expect(await command(administrators, "list")).toMatch(/^ravi +owner +disabled/m);
    expect(await command(administrators, "enable", "ravi")).toBe('"ravi" can log in again.');
    expect(await command(administrators, "remove", "ravi")).toContain("was removed");
    expect(await command(administrators, "reset-second-factor", "meena")).toContain("by the password alone");
    expect(await command(administrators, "disable", "meena")).toContain("is disabled");
    for (const args of [
      ["disable", "asha"],
      ["remove", "asha"],
      ["role", "asha", "viewer"],
    ]) {
      await expect(command(administrators, ...args)).rejects.toThrow("This is the last active owner.");
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
    [
      ["add", "lata", "--role", "queen"],
      "The role must be one of owner, organiser, accountant, content, gate, viewer.",
    ],
    [["password", "nobody"], 'There is no administrator "nobody".'],
    [["disable", "nobody"], 'There is no administrator "nobody".'],
    [["reset-second-factor", "nobody"], 'There is no administrator "nobody".'],
    [["role", "nobody", "viewer"], 'There is no administrator "nobody".'],
    [["role", "asha", "queen"], "The role must be one of owner"],
    [["destroy", "asha"], "npm run administrator -- list"],
    [["add"], "npm run administrator -- list"],
    [["add", "lata", "--unknown"], "npm run administrator -- list"],
    [[], "npm run administrator -- list"],
    [["list", "asha"], '"asha" is one word too many.'],
    [["add", "lata", "viewer"], '"viewer" is one word too many.'],
    [["password", "asha", "her-new-password"], '"her-new-password" is one word too many.'],
    [["role", "asha", "viewer", "please"], '"please" is one word too many.'],
    [["role", "asha"], "npm run administrator -- list"],
    [["role", "asha", "--role", "viewer"], "npm run administrator -- list"],
    [["disable", "meena", "asha"], '"asha" is one word too many.'],
    [["enable", "meena", "asha"], '"asha" is one word too many.'],
    [["remove", "meena", "asha"], '"asha" is one word too many.'],
    [["reset-second-factor", "meena", "asha"], '"asha" is one word too many.'],
    [["disable", "meena", "--role", "viewer"], "--role belongs to add."],
    [["remove", "meena", "--make-up"], "--make-up belongs to add and password."],
  ])("rejects the arguments %j", async (args, sentence) => {
    const error = await command(administrators, ...args).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(sentence);
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
  ])("rejects the password %s", async (password, sentence) => {
    const terminal = { print: () => undefined, readPassword: () => Promise.resolve(password) };
    await expect(runAdministratorCommand(["password", "asha"], administrators, terminal)).rejects.toThrow(sentence);
  });
});
