import { expect, request } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import { given, product } from "./product.js";

/** Where the administrator works. */
export const DASHBOARD = "/paid-events/mela/dashboard";
export const LOGIN = "/paid-events/mela/admin-login";

/** Who may log in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The administrator (an operator) that the product was started with. */
export const administrator: Credentials = {
  username: given("PRODUCT_ADMIN_USERNAME"),
  password: given("PRODUCT_ADMIN_PASSWORD"),
};

let session: Promise<APIRequestContext> | undefined;

async function newSession(): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: product.site });
  const answer = await api.post("/api/v1/mela/admin/login", { data: administrator });
  if (!answer.ok()) throw new Error(`nobody could log in: ${answer.status()} ${await answer.text()}`);
  return api;
}

/** The administrator, who has only the API; logged in once in each process of the tests. */
export const operator = (): Promise<APIRequestContext> => (session ??= newSession());

/** Logs the page's browser in by the API. */
export async function logIn(page: Page): Promise<void> {
  const { cookies } = await (await operator()).storageState();
  await page.context().addCookies(cookies);
}

/**
 * Logs the page's browser in by the API and opens the dashboard.
 *
 * @param view one of the dashboard's views; the registrations without it
 */
export async function openDashboard(page: Page, view?: string): Promise<void> {
  await logIn(page);
  await page.goto(`${DASHBOARD}${view === undefined ? "" : `?view=${view}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Fills in the login form where it stands, and sends it. */
export async function fillLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}
