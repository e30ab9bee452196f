import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import { AdministratorsService } from "../../src/accounts/administrators.service.js";
import type { MelaTest, TestVisitor } from "../bookings/mela.js";

/** Where the administrator's calls are. */
export const ADMIN = "/api/v1/mela/admin";
export const PASSWORD = "correct horse battery";

/** Adds an administrator and logs them in: a browser with a session. */
export async function logIn(
  mela: MelaTest,
  username: string,
  role: AdministratorRole = "operator",
): Promise<TestVisitor> {
  await mela.app.get(AdministratorsService, { strict: false }).add(username, role, PASSWORD);
  const browser = mela.visitor();
  const answer = await browser.post(`${ADMIN}/login`, { username, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`login: ${JSON.stringify(answer.body)}`);
  return browser;
}
