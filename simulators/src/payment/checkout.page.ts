/** The hosted page: a server-rendered document that works without JavaScript. */
import { escaped } from "../html.js";
import { TEST_CARDS, TEST_UPI_IDS } from "./instruments.js";
import { indianRupees, type Order } from "./model.js";

const STYLE = `
:root { color-scheme: light dark; --ground: #f3f5f8; --card: #ffffff; --ink: #16202c; --soft: #4c5a69; --line: #cbd3dd;
  --action: #0b5a6f; --on-action: #ffffff; --notice: #fff3cf; --on-notice: #533d00; --bad: #a3162a; }
@media (prefers-color-scheme: dark) { :root { --ground: #10161d; --card: #19222c; --ink: #eef2f6; --soft: #b3c0cd;
  --line: #3b4958; --action: #7fd0e4; --on-action: #06222b; --notice: #4a3a05; --on-notice: #ffeec0; --bad: #ff9daa; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: 10px 16px; background: var(--notice); color: var(--on-notice); text-align: center;
  font-weight: 600; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 20px; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0 0 12px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0; }
.summary { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: baseline; margin: 12px 0 0; }
.summary div { min-width: 120px; } dt { color: var(--soft); font-size: .875rem; } dd { margin: 0;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.75rem; font-weight: 700; }
.ways { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); }
label { display: block; font-weight: 600; margin: 0 0 4px; }
input, select { width: 100%; min-height: 46px; padding: 8px 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: 8px; margin: 0 0 12px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
button { font: inherit; min-height: 46px; padding: 8px 18px; border-radius: 8px; border: 1px solid var(--action);
  background: transparent; color: var(--action); cursor: pointer; font-weight: 600; }
button.main { width: 100%; background: var(--action); color: var(--on-action); }
button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.test { margin: 16px 0 0; padding: 12px 0 0; border-top: 1px solid var(--line); }
.test p { margin: 0 0 8px; color: var(--soft); font-size: .9375rem; }
.test button { min-height: 44px; padding: 6px 12px; font-weight: 400; margin: 0 6px 8px 0; font-size: .9375rem;
  font-variant-numeric: tabular-nums; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; } .row > div { flex: 1 1 200px; }
.row > button { margin: 0 0 12px; }
.problem { color: var(--bad); font-weight: 600; margin: -8px 0 12px; } .alert { border-color: var(--bad); }
a { color: var(--action); }
@media print { .banner { border: 1px solid; } }
`;

const CARD_NAMES: Record<string, string> = { visa: "Visa", mastercard: "Mastercard", rupay: "RuPay" };

/** Values of the form when the page is rendered (again). */
export interface FormState {
  upiId: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvv: string;
  /** The invalid field and its error. */
  problem: { field: string; error: string } | null;
}

/** Delays offered by "Pay late": form value, ms (null = until the control API ends it), label. */
export const LATE_WAITS = [
  { value: "5", ms: 5000, label: "after 5 seconds" },
  { value: "30", ms: 30_000, label: "after 30 seconds" },
  { value: "120", ms: 120_000, label: "after 2 minutes" },
  { value: "reported", ms: null, label: "when the control API says so" },
] as const;

function document(title: string, nonce: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
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
  const described = problem === null ? "" : ` aria-invalid="true" aria-describedby="${name}_problem" autofocus`;
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escaped(value)}" ${attributes}${described}>
${problem === null ? "" : `<p class="problem" id="${name}_problem">${escaped(problem)}</p>`}`;
}

/** Buttons that prefill a test value by reloading the page, without a script. */
function prefills(name: string, note: string, values: readonly { value: string; label: string }[]): string {
  const buttons = values.map(
    ({ value, label }) => `<button type="submit" name="${name}" value="${escaped(value)}">${escaped(label)}</button>`,
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

/** The page of a payable order. `now` in epoch ms. */
export function checkoutPage(order: Order, form: FormState, now: number, nonce: string): string {
  const left = order.expiresAt - now;
  const action = `/checkout/${encodeURIComponent(order.sessionId)}/pay`;
  const pending = order.attempts.some((attempt) => attempt.status === "PENDING");
  const cards = TEST_CARDS.map(({ number, network, type }) => ({
    value: number,
    label: `${CARD_NAMES[network] ?? network} ${type === "debit_card" ? "debit" : "credit"} ${number}`,
  }));
  const waits = LATE_WAITS.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
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
  TEST_UPI_IDS.map((value) => ({ value, label: value })),
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

/** A page with a message, and a link back to the seller if there is one. */
export function messagePage(title: string, message: string, back: string | null, nonce: string): string {
  return document(
    `${title} – payment simulator`,
    nonce,
    `<section class="card"><h1>${escaped(title)}</h1><p>${escaped(message)}</p>
${back === null ? "" : `<p><a href="${escaped(back)}">Back to the seller</a></p>`}</section>`,
  );
}
