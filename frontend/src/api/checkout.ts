/** The provider's browser script (Cashfree). */
const PROVIDER_SCRIPT = "https://sdk.cashfree.com/js/v3/cashfree.js";
/** Timeout for loading the script, in ms. */
const SCRIPT_TIMEOUT_MS = 15_000;

/** What the API returns to open the hosted checkout. */
interface CheckoutSession {
  readonly paymentSessionId: string;
  readonly environment: "production" | "sandbox";
  /** Script of the local simulator, in place of the provider's. */
  readonly checkoutScriptUrl?: string | undefined;
}

/** Result of opening the checkout; the provider's script returns errors instead of throwing. */
interface CheckoutResult {
  readonly error?: { readonly message?: string };
}
/** The provider's checkout object: redirects this window to the hosted page. */
export interface CheckoutPage {
  checkout(options: { paymentSessionId: string; redirectTarget: "_self" }): Promise<CheckoutResult | undefined>;
}
/** Function that the provider's script defines. */
export type CheckoutFactory = (options: { mode: "production" | "sandbox" }) => CheckoutPage;

declare global {
  interface Window {
    Cashfree?: CheckoutFactory;
  }
}

/** Step of opening the hosted checkout that failed; each has its own toast (T-191 to T-193). */
export type CheckoutFault = "script" | "setup" | "redirect";

/** Opening the hosted checkout failed. */
export class CheckoutError extends Error {
  constructor(
    readonly fault: CheckoutFault,
    cause?: unknown,
  ) {
    super(`The checkout did not open: ${fault}`, { cause });
    this.name = "CheckoutError";
  }
}

/** Loads the script. Removes it on failure, so that a retry fetches it again. */
function loadScript(url: string): Promise<void> {
  const present = [...document.scripts].find((script) => script.dataset["checkout"] === url);
  if (present !== undefined && window.Cashfree !== undefined) return Promise.resolve();
  present?.remove();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.dataset["checkout"] = url;
    const settle = (ok: boolean) => {
      clearTimeout(timer);
      if (ok && window.Cashfree !== undefined) {
        resolve();
        return;
      }
      script.remove();
      reject(new CheckoutError("script"));
    };
    const timer = setTimeout(() => settle(false), SCRIPT_TIMEOUT_MS);
    script.addEventListener("load", () => settle(true));
    script.addEventListener("error", () => settle(false));
    document.head.append(script);
  });
}

/**
 * Opens the provider's hosted checkout in this window; on success the browser leaves the site.
 *
 * @throws CheckoutError naming the failed step
 */
export async function openCheckout(session: CheckoutSession): Promise<void> {
  if (!session.paymentSessionId) throw new CheckoutError("setup");
  await loadScript(session.checkoutScriptUrl ?? PROVIDER_SCRIPT);
  let page: CheckoutPage;
  try {
    const factory = window.Cashfree;
    if (factory === undefined) throw new CheckoutError("script");
    page = factory({ mode: session.environment });
  } catch (cause) {
    throw cause instanceof CheckoutError ? cause : new CheckoutError("setup", cause);
  }
  let result: CheckoutResult | undefined;
  try {
    result = await page.checkout({ paymentSessionId: session.paymentSessionId, redirectTarget: "_self" });
  } catch (cause) {
    throw new CheckoutError("redirect", cause);
  }
  if (result?.error !== undefined) throw new CheckoutError("redirect", result.error);
}
