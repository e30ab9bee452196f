import { expect, request } from "@playwright/test";
import type { APIRequestContext, Page } from "@playwright/test";
import { requiredEnv, product } from "./product.js";
import { post } from "./stalls.js";

/** Path of the administrator's dashboard. */
export const DASHBOARD = "/paid-events/mela/dashboard";
export const LOGIN = "/paid-events/mela/admin-login";

/** Credentials of a login. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The administrator (an operator) created when the product was started. */
export const administrator: Credentials = {
  username: requiredEnv("PRODUCT_ADMIN_USERNAME"),
  password: requiredEnv("PRODUCT_ADMIN_PASSWORD"),
};

let session: Promise<APIRequestContext> | undefined;

async function newSession(): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: product.site });
  await post(api, "/mela/admin/login", administrator);
  return api;
}

/** The administrator's API client. Logs in once per test process. */
export const operator = (): Promise<APIRequestContext> => (session ??= newSession());

/** Logs the page's browser in through the API. */
export async function logIn(page: Page): Promise<void> {
  const { cookies } = await (await operator()).storageState();
  await page.context().addCookies(cookies);
}

/**
 * Logs the page's browser in through the API and opens the dashboard.
 *
 * @param view a view of the dashboard; the registrations by default
 */
export async function openDashboard(page: Page, view?: string): Promise<void> {
  await logIn(page);
  await page.goto(`${DASHBOARD}${view === undefined ? "" : `?view=${view}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Fills in and submits the login form of the current page. */
export async function fillLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}
