import { expect, request } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Product } from "./product.js";

/** Where the administrator works. */
export const DASHBOARD = "/paid-events/mela/dashboard";
export const LOGIN = "/paid-events/mela/admin-login";

const LOGIN_CALL = "/api/v1/mela/admin/login";

/** Who may log in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The administrator (an operator) that both products were started with. */
export function administrator(): Credentials {
  const username = process.env["PRODUCT_ADMIN_USERNAME"];
  const password = process.env["PRODUCT_ADMIN_PASSWORD"];
  if (username === undefined || password === undefined) {
    throw new Error("PRODUCT_ADMIN_USERNAME or PRODUCT_ADMIN_PASSWORD is missing: run `npm test -- e2e`");
  }
  return { username, password };
}

async function logInto(api: APIRequestContext, product: Product, who: Credentials): Promise<void> {
  const answer = await api.post(`${product.site}${LOGIN_CALL}`, { data: who });
  if (!answer.ok()) throw new Error(`${who.username} could not log in: ${answer.status()} ${await answer.text()}`);
}

/** An administrator who has only the API. The caller disposes of it. */
export async function administratorOf(product: Product, who = administrator()): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: product.site });
  await logInto(api, product, who);
  return api;
}

/** Logs the page's browser in by the API. */
export const logIn = (page: Page, product: Product): Promise<void> => logInto(page.request, product, administrator());

/**
 * Logs the page's browser in by the API and opens the dashboard.
 *
 * @param view one of the dashboard's views; the registrations without it
 */
export async function openDashboard(page: Page, product: Product, view?: string): Promise<void> {
  await logIn(page, product);
  await page.goto(`${product.site}${DASHBOARD}${view === undefined ? "" : `?view=${view}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Fills in the login form where it stands, and sends it. */
export async function fillLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}
