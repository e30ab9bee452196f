/** The hosted page: one server-rendered document that works without JavaScript. */
import { CHECKOUT_STYLE } from "./checkout.style.js";
import { escaped } from "../html.js";
import { TEST_CARDS, TEST_UPI_IDS } from "./instruments.js";
import { indianRupees } from "./money.js";
import type { Order } from "./model.js";

const CARD_NAMES: Record<string, string> = { visa: "Visa", mastercard: "Mastercard", rupay: "RuPay" };

/** What is in the form when the page is shown (again). */
export interface FormState {
  upiId: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvv: string;
  /** The field that stopped the payment and why. */
  problem: { field: string; error: string } | null;
}

/** The waits offered by "Pay late": form value, milliseconds (null = until told by control), words. */
export const LATE_WAITS = [
  { value: "5", ms: 5000, words: "after 5 seconds" },
  { value: "30", ms: 30_000, words: "after 30 seconds" },
  { value: "120", ms: 120_000, words: "after 2 minutes" },
  { value: "reported", ms: null, words: "when told through the control API" },
] as const;

function document(title: string, nonce: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${CHECKOUT_STYLE}</style>
</head>
<body>
<header class="banner">Payment simulator – no real money</header>
<main>${main}</main>
</body>
</html>
`;
}

function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = `${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
  return hours > 0 ? `${hours}:${minutes}` : minutes;
}

function field(form: FormState, name: string, label: string, value: string, attributes: string): string {
  const problem = form.problem?.field === name ? form.problem.error : null;
  const described =
    problem === null ? "" : ` aria-invalid="true" aria-describedby="${name}_problem" autofocus`;
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escaped(value)}" ${attributes}${described}>
${problem === null ? "" : `<p class="problem" id="${name}_problem">${escaped(problem)}</p>`}`;
}

/** Buttons that fill in a test value by reloading the page, so that no script is needed. */
function prefills(name: string, note: string, values: readonly { value: string; words: string }[]): string {
  const buttons = values.map(
    ({ value, words }) =>
      `<button type="submit" name="${name}" value="${escaped(value)}">${escaped(words)}</button>`,
  );
  return `<form class="test" method="get"><p>${note}</p>${buttons.join("\n")}</form>`;
}

const COUNTDOWN = `
const out = document.getElementById("left"), end = performance.now() + Number(out.dataset.ms);
const two = (n) => String(n).padStart(2, "0");
setInterval(() => {
  const s = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  if (s > 172800) return;
  const h = Math.floor(s / 3600), m = two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
  out.textContent = h > 0 ? h + ":" + m : m;
}, 500);`;

/** The page of an order that can be paid. `now` in milliseconds UTC. */
export function checkoutPage(order: Order, form: FormState, now: number, nonce: string): string {
  const left = order.expiresAt - now;
  const action = `/checkout/${encodeURIComponent(order.sessionId)}/pay`;
  const pending = order.attempts.some((attempt) => attempt.status === "PENDING");
  const cards = TEST_CARDS.map(({ number, network, type }) => ({
    value: number,
    words: `${CARD_NAMES[network] ?? network} ${type === "debit_card" ? "debit" : "credit"} ${number}`,
  }));
  const waits = LATE_WAITS.map(({ value, words }) => `<option value="${value}">${words}</option>`).join("");
  return document(
    `Pay ${indianRupees(order.amountPaise)} – payment simulator`,
    nonce,
    `
<section class="card" aria-labelledby="order">
<h1 id="order">Pay your order</h1>
<dl class="summary">
<div><dt>Amount</dt><dd class="amount">${indianRupees(order.amountPaise)}</dd></div>
<div><dt>Order</dt><dd>${escaped(order.orderId)}</dd></div>
<div><dt>Time left</dt><dd><span id="left" role="timer" data-ms="${Math.max(0, left)}">${clock(left)}</span></dd></div>
</dl>
</section>
${form.problem ? `<p class="card alert" role="alert">Nothing was paid: ${escaped(form.problem.error)}</p>` : ""}
${pending ? `<p class="card" role="status">An earlier payment of this order is still pending at the bank.</p>` : ""}
<div class="ways">
<section class="card" aria-labelledby="upi">
<h2 id="upi">UPI</h2>
<form method="post" action="${action}">
${field(form, "upi_id", "UPI ID", form.upiId, `autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="email"`)}
<button class="main" name="action" value="upi">Pay by UPI</button>
</form>
${prefills(
  "upi_id",
  "Test UPI IDs do what their names say:",
  TEST_UPI_IDS.map((value) => ({ value, words: value })),
)}
</section>
<section class="card" aria-labelledby="card">
<h2 id="card">Card</h2>
<form method="post" action="${action}">
${field(form, "card_number", "Card number", form.cardNumber, `inputmode="numeric" autocomplete="off" maxlength="24"`)}
<div class="pair"><div>
${field(form, "card_expiry", "Valid until (MM/YY)", form.cardExpiry, `autocomplete="off" maxlength="7"`)}
</div><div>
${field(form, "card_cvv", "CVV", form.cardCvv, `inputmode="numeric" autocomplete="off" maxlength="4"`)}
</div></div>
<button class="main" name="action" value="card">Pay by card</button>
</form>
${prefills("card_number", "Test cards succeed, any other number is declined:", cards)}
</section>
</div>
<section class="card" aria-labelledby="else">
<h2 id="else">Other endings</h2>
<form method="post" action="${action}">
<div class="row"><div>
<label for="method">Method</label>
<select id="method" name="method"><option value="upi">UPI</option><option value="card">Card</option></select>
</div><div>
<label for="wait">The bank answers</label>
<select id="wait" name="wait">${waits}</select>
</div>
<button name="action" value="late">Pay late</button>
<button name="action" value="slow">Bank is slow, then declines</button>
</div>
<div class="row">
<button name="action" value="decline">Decline this payment</button>
<button name="action" value="cancel">Cancel and go back</button>
</div>
</form>
</section>
<script nonce="${nonce}">${COUNTDOWN}</script>`,
  );
}

/** A page that only says something, with a way back where there is one. */
export function messagePage(title: string, message: string, back: string | null, nonce: string): string {
  return document(
    `${title} – payment simulator`,
    nonce,
    `<section class="card"><h1>${escaped(title)}</h1><p>${escaped(message)}</p>
${back === null ? "" : `<p><a href="${escaped(back)}">Back to the seller</a></p>`}</section>`,
  );
}
