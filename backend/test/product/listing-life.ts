import { expect } from "@jest/globals";
import { WorkflowNotFoundError } from "@temporalio/client";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { ListingResult, ListingHistory } from "@sakhi/workflows/listings/listing.messages";
import { granted } from "@sakhi/testkit/http-visitor";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";

/** The administrator that a product of these tests is started with. */
export const ADMINISTRATOR = { ADMIN_USERNAME: "reviewer", ADMIN_PASSWORD: "a-password-for-product-tests" };

/** A browser in which the administrator is logged in. */
export async function administratorOf(product: TestProduct): Promise<HttpVisitor> {
  const browser = product.visitor(1);
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = ADMINISTRATOR;
  granted(await browser.post("/api/v1/mela/admin/login", { username, password }));
  return browser;
}

/** An application as the database has it. */
interface Application {
  readonly id: string;
  readonly state: string;
  readonly year: number;
}

/** The newest application of an e-mail address. */
export async function applicationOf(product: TestProduct, email: string): Promise<Application> {
  const [found] = await product.query<Application & { [column: string]: unknown }>(
    "SELECT id, state, year FROM listing_applications WHERE email = $1 ORDER BY created_at DESC LIMIT 1",
    [email],
  );
  if (found === undefined) throw new Error(`no application of ${email}`);
  return found;
}

/** What listing_events record of an application, in order. */
export async function eventsOf(product: TestProduct, applicationId: string): Promise<string[]> {
  const found = await product.query<{ kind: string }>(
    "SELECT kind FROM listing_events WHERE application_id = $1 ORDER BY id",
    [applicationId],
  );
  return found.map(({ kind }) => kind);
}

/** Waits until an event has happened so often. */
export function untilHappened(product: TestProduct, applicationId: string, kind: string, times = 1): Promise<void> {
  return until(
    `${kind} of ${applicationId} (${times})`,
    async () => (await eventsOf(product, applicationId)).filter((each) => each === kind).length >= times,
  );
}

/**
 * As if the listing's year ended in so many seconds: moved in the database, with what was done for this end, and the
 * workflow signalled to recheck, so that its own timer runs out then.
 */
export async function endYearIn(product: TestProduct, applicationId: string, seconds: number): Promise<void> {
  await product.query(
    `UPDATE listing_applications a SET live_until = a.live_until + moved.by,
       first_reminded_for = a.first_reminded_for + moved.by, last_reminded_for = a.last_reminded_for + moved.by
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2) - live_until AS by
               FROM listing_applications WHERE id = $1) moved
      WHERE a.id = $1`,
    [applicationId, seconds],
  );
  await product.query(
    `UPDATE listings l SET expires_at = a.live_until FROM listing_applications a
      WHERE a.id = $1 AND l.id = a.listing_id`,
    [applicationId],
  );
  await product.nudge(listingWorkflowId(applicationId));
}

/** Pays an order in the simulator and waits until the result page would say so. */
export async function payListing(product: TestProduct, owner: HttpVisitor, orderId: string): Promise<void> {
  await product.payments.pay(orderId);
  await until("the payment to be known", async () => {
    const { body } = granted(await owner.get(`/api/v1/brand/payment-status?order_id=${orderId}`));
    return body["status"] === "payment_successful";
  });
}

/** Listings of a brand that the public site shows. */
export async function publicListings(product: TestProduct, brandName: string): Promise<unknown[]> {
  const path = `/api/v1/listings/live?module=shops&brandName=${encodeURIComponent(brandName)}`;
  const { body } = granted(await product.visitor().get(path));
  return body as unknown as unknown[];
}

/** The token in the link of the newest mail that offers another year. */
export async function renewalTokenOf(product: TestProduct, email: string): Promise<string> {
  const [mail] = await product.query<{ url: string }>(
    `SELECT data ->> 'renewUrl' AS url FROM mails
      WHERE to_address = $1 AND data ->> 'renewUrl' IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    [email],
  );
  const token = new URL(mail!.url).searchParams.get("renew");
  if (token === null) throw new Error("no token in the link");
  return token;
}

/** The listing's workflow has closed as this, and knows the same history as the database. */
export async function expectClosedAs(
  product: TestProduct,
  applicationId: string,
  outcome: ListingResult["outcome"],
): Promise<void> {
  const workflowId = listingWorkflowId(applicationId);
  const result = await product.workflowOf(workflowId, async (handle) => {
    await until(`the listing ${applicationId} to close`, async () => {
      try {
        return (await handle.describe()).status.name === "COMPLETED";
      } catch (error) {
        // Not notified of it yet.
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    });
    return (await handle.result()) as ListingResult;
  });
  const eventLog = await product.ask<ListingHistory>(workflowId, "history");
  expect(result).toEqual({ outcome });
  expect(eventLog.entries.map(({ what }) => what)).toEqual(await eventsOf(product, applicationId));
}
