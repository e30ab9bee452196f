import { randomUUID } from "node:crypto";
import type { INestApplicationContext } from "@nestjs/common";
import type { AdministratorRole } from "@sakhi/domain/access/rights";
import { AdministratorEntity } from "../../src/accounts/accounts.entities.js";
import { Database } from "../../src/platform/database/database.js";
import type { MelaTest, TestVisitor } from "../bookings/mela.js";

/** Prefix of the administrator's calls. */
export const ADMIN = "/api/v1/mela/admin";
export const PASSWORD = "correct horse battery";

/** The password's hash at the lowest cost, to keep logins fast. */
const DIGEST = "$argon2id$v=19$m=8,t=1,p=1$Dr79sgQptJePT8IxTn5nMA$Y9fg+nXkfbV8rIm7nZfkOqETkBtXKNVMqetqnJ+3RvA";

/** Inserts an administrator, without the service's hashing and auditing. */
export async function addAdministrator(
  app: INestApplicationContext,
  username: string,
  role: AdministratorRole,
  events: number | readonly number[] | null = null,
): Promise<void> {
  const eventIds = events === null ? null : [events].flat();
  const administrator = { id: randomUUID(), username, teamRole: role, eventIds, passwordHash: DIGEST };
  await app.get(Database, { strict: false }).repository(AdministratorEntity).insert(administrator);
}

/** Adds an administrator and logs them in. @param events their ids; null for all */
export async function logIn(
  mela: MelaTest,
  username: string,
  role: AdministratorRole = "owner",
  events: number | readonly number[] | null = null,
): Promise<TestVisitor> {
  await addAdministrator(mela.app, username, role, events);
  const browser = mela.visitor();
  const response = await browser.post(`${ADMIN}/login`, { username, password: PASSWORD });
  if (response.status !== 200) throw new Error(`login: ${JSON.stringify(response.body)}`);
  return browser;
}
