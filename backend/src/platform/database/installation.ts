import type { Database } from "./database.js";

/** The installation in names of what is stored outside: the first 12 digits of its mark. */
export function installationLabel(installation: string): string {
  return installation.replaceAll("-", "").slice(0, 12);
}

/** Mark of this database's installation: a UUID that a restore keeps. @throws if the database has not been prepared */
export async function installationOf(database: Database): Promise<string> {
  const [found] = await database.query<{ id: string }>("SELECT id::text FROM installation");
  if (found === undefined) throw new Error("the database has not been prepared");
  return found.id;
}
