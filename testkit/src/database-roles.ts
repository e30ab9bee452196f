import { randomBytes } from "node:crypto";
import type pg from "pg";

/**
 * Creates the database with an owner role and a plain role for the processes, as in production: the product must work
 * without an owner's privileges.
 */
export async function createRoles(
  admin: pg.Client | pg.Pool,
  database: URL,
): Promise<{ readonly owner: string; readonly application: string }> {
  const name = database.pathname.slice(1);
  const password = randomBytes(16).toString("hex");
  const as = (role: string): string => {
    const url = new URL(database);
    url.username = role;
    url.password = password;
    return url.href;
  };
  for (const role of [`${name}_owner`, `${name}_app`])
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}_owner`);
  return { owner: as(`${name}_owner`), application: as(`${name}_app`) };
}

/** Creates members of the application's role, with its password. @returns their names by process */
export async function createProcessRoles(
  admin: pg.Pool,
  application: string,
): Promise<Readonly<Record<string, string>>> {
  const { username, password } = new URL(application);
  const names = ["api1", "api2", "orchestrator", "jobs", "queue"].map((name) => [name, `${username}_${name}`] as const);
  for (const [, role] of names)
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}' IN ROLE ${username}`);
  return Object.fromEntries(names);
}
