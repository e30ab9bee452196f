import { randomBytes } from "node:crypto";
import pg from "pg";

/** A database of a test's own on the test server. */
export interface OwnDatabase {
  readonly url: string;
  /** For what only a superuser may do. */
  readonly admin: pg.Client;
  drop(): Promise<void>;
}

/** A database to copy, built by the first test that needs it. */
export interface Template {
  /** Names what it is built from, so that a change makes another. */
  readonly version: string;
  build(url: string): Promise<void>;
}

/** Makes a database on the test server (DATABASE_URL, a superuser's): a copy of the template, or an empty one. */
export async function ownDatabase(template?: Template): Promise<OwnDatabase> {
  const serverUrl = required("DATABASE_URL");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const copy = template === undefined ? "" : ` TEMPLATE ${await built(template, admin, serverUrl)}`;
    await admin.query(`CREATE DATABASE ${name}${copy}`);
  } catch (error) {
    // An open connection would keep jest from ever ending.
    await admin.end();
    throw error;
  }
  return {
    url: onDatabase(serverUrl, name),
    admin,
    async drop() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** The name of the template's database. A copy of it takes a tenth of a second, building it nearly a whole one. */
async function built({ version, build }: Template, admin: pg.Client, serverUrl: string): Promise<string> {
  const name = `template_${version}`;
  const exists = async (): Promise<boolean> => {
    const { rowCount } = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    return rowCount === 1;
  };
  if (await exists()) return name;
  await admin.query("SELECT pg_advisory_lock(hashtext('test template'))");
  try {
    if (await exists()) return name;
    const building = `${name}_${randomBytes(3).toString("hex")}`;
    await admin.query(`CREATE DATABASE ${building}`);
    await build(onDatabase(serverUrl, building));
    // Under its final name only when it is whole: a test run that was killed leaves no half-built template.
    await admin.query(`ALTER DATABASE ${building} RENAME TO ${name}`);
    return name;
  } finally {
    await admin.query("SELECT pg_advisory_unlock(hashtext('test template'))");
  }
}

function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** A setting that `npm test` gives to the specs. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: run tests with \`npm test -- <file>\``);
  return value;
}
