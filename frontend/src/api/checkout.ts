/** The provider's own browser script (Cashfree's browser script). */
const PROVIDER_SCRIPT = "https://sdk.cashfree.com/js/v3/cashfree.js";
/** How long the script may take to load, in ms, before the visitor is notified. */
const SCRIPT_TIMEOUT_MS = 15_000;

/** What is needed to open the hosted checkout, as the API answers a start of a payment. */
interface CheckoutSession {
  readonly paymentSessionId: string;
  readonly environment: "production" | "sandbox";
  /** Only where the provider's own script is not to be used: the local simulator. */
  readonly checkoutScriptUrl?: string | undefined;
}

/** How opening went; an error is returned, not thrown. */
interface CheckoutResult {
  readonly error?: { readonly message?: string };
}
/** What the provider's script makes: it sends this window to the hosted page. */
export interface CheckoutPage {
  checkout(options: { paymentSessionId: string; redirectTarget: "_self" }): Promise<CheckoutResult | undefined>;
}
/** What the provider's script defines. */
export type CheckoutFactory = (options: { mode: "production" | "sandbox" }) => CheckoutPage;

declare global {
  interface Window {
    Cashfree?: CheckoutFactory;
  }
}

/** Which part of opening the hosted checkout failed; each has its own toast (T-191 to T-193). */
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

/** Adds the script to the page. A failed one is taken out again, so that the next try fetches it again. */
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
 * @throws CheckoutError saying which part failed
 */
export async function openCheckout(answer: CheckoutSession): Promise<void> {
  if (!answer.paymentSessionId) throw new CheckoutError("setup");
  await loadScript(answer.checkoutScriptUrl ?? PROVIDER_SCRIPT);
  let page: CheckoutPage;
  try {
    const factory = window.Cashfree;
    if (factory === undefined) throw new CheckoutError("script");
    page = factory({ mode: answer.environment });
  } catch (cause) {
    throw cause instanceof CheckoutError ? cause : new CheckoutError("setup", cause);
  }
  let result: CheckoutResult | undefined;
  try {
    result = await page.checkout({ paymentSessionId: answer.paymentSessionId, redirectTarget: "_self" });
  } catch (cause) {
    throw new CheckoutError("redirect", cause);
  }
  if (result?.error !== undefined) throw new CheckoutError("redirect", result.error);
}
