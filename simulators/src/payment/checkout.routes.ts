import { randomBytes } from "node:crypto";
/** The hosted checkout: the browser script, the page, and its actions. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { type AttemptParams, beginAttempt, settleDue } from "./attempts.js";
import { checkoutPage, type FormState, LATE_WAITS, messagePage } from "./checkout.page.js";
import { defaultInstrument, readCard, readUpiId } from "./instruments.js";
import type { Order } from "./model.js";
import { paidBy, refreshed } from "./orders.js";
import { attemptError } from "./orders.rules.js";
import type { World } from "./store.js";

/**
 * Browser script that replaces the provider's: `Cashfree({mode}).checkout({paymentSessionId, redirectTarget})`. Like the
 * real one, it checks the session at the server and then posts a form, so a page's Content-Security-Policy must allow
 * this origin in script-src, connect-src and form-action.
 */
const CHECKOUT_SCRIPT = `(function () {
  "use strict";
  var base = new URL(document.currentScript.src).origin;
  var targets = { _self: "_self", _top: "_top", _blank: "_blank" };
  function failure(message, code, type) {
    return { error: { message: message, code: code, type: type } };
  }
  function open(session, target) {
    var form = document.createElement("form");
    form.method = "POST";
    form.action = base + "/pg/view/sessions/checkout";
    form.target = target;
    form.hidden = true;
    var field = document.createElement("input");
    field.type = "hidden";
    field.name = "payment_session_id";
    field.value = session;
    form.appendChild(field);
    document.body.appendChild(form);
    form.submit();
    form.remove();
  }
  window.Cashfree = function (options) {
    var mode = options && options.mode;
    if (mode !== "sandbox" && mode !== "production") {
      throw new Error("Cashfree: mode should be sandbox or production");
    }
    return {
      checkout: async function (params) {
        var session = (params && params.paymentSessionId) || "";
        var target = targets[(params && params.redirectTarget) || "_self"];
        if (!target) {
          return failure("this redirectTarget is not simulated", "request_failed", "request_failed");
        }
        var answer;
        try {
          answer = await fetch(base + "/checkout/" + encodeURIComponent(session) + "/state", { cache: "no-store" });
        } catch (error) {
          return failure("could not reach the payment service", "request_failed", "api_connection_error");
        }
        if (!answer.ok) {
          return failure(
            "payment_session_id is not present or is invalid",
            "payment_session_id_invalid",
            "request_failed",
          );
        }
        open(session, target);
        return { redirect: true };
      },
    };
  };
})();
`;

/** The order's return URL with its placeholder replaced; null if it has none. */
export function returnAddress(order: Order): string | null {
  return order.returnUrl?.replaceAll("{order_id}", encodeURIComponent(order.orderId)) ?? null;
}

type Fields = Record<string, unknown>;

function textOf(fields: Fields, name: string, fallback = ""): string {
  const value = fields[name];
  return typeof value === "string" ? value : fallback;
}

function formState(fields: Fields, problem: FormState["problem"]): FormState {
  return {
    upiId: textOf(fields, "upi_id", "testsuccess@gocash"),
    cardNumber: textOf(fields, "card_number", "4706131211212123"),
    cardExpiry: textOf(fields, "card_expiry", "12/49"),
    cardCvv: textOf(fields, "card_cvv", "123"),
    problem,
  };
}

/** The attempt requested by a button of the page, a field error, or null for an unknown button. */
function paramsOf(fields: Fields, now: number): AttemptParams | { field: string; error: string } | null {
  const instrument = defaultInstrument(textOf(fields, "method") === "card" ? "card" : "upi");
  const wait = LATE_WAITS.find((choice) => choice.value === textOf(fields, "wait")) ?? LATE_WAITS[0];
  const late = (ending: "success" | "failed"): AttemptParams =>
    wait.ms === null ? { instrument, ending: null } : { instrument, ending, afterMs: wait.ms };
  switch (textOf(fields, "action")) {
    case "upi":
      return readUpiId(textOf(fields, "upi_id"));
    case "card":
      return readCard(textOf(fields, "card_number"), textOf(fields, "card_expiry"), textOf(fields, "card_cvv"), now);
    case "decline":
      return { instrument, ending: "failed" };
    case "cancel":
      return { instrument, ending: "dropped" };
    case "late":
      return late("success");
    case "slow":
      return late("failed");
    default:
      return null;
  }
}

export function registerCheckout(app: FastifyInstance, world: World): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const html = (reply: FastifyReply, status: number, render: (nonce: string) => string) => {
    const nonce = randomBytes(16).toString("base64");
    // No form-action, because a payment ends with a redirect to any shop.
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`;
    return reply
      .status(status)
      .header("content-security-policy", policy)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "strict-origin-when-cross-origin")
      .type("text/html; charset=utf-8")
      .send(render(nonce));
  };

  const unknownSession = (reply: FastifyReply) =>
    html(reply, 404, (nonce) =>
      messagePage("Unknown payment session", "This payment link is wrong or too old. Nothing was paid.", null, nonce),
    );

  const orderOf = (session: string): Order | undefined => {
    settleDue(world);
    const order = world.store.orderBySession(session);
    return order && refreshed(world, order);
  };

  /** A page that explains why the order cannot be paid; undefined if it can. */
  const closed = (reply: FastifyReply, order: Order) => {
    const apiError = attemptError(order.status, paidBy(order) !== undefined, false);
    if (apiError === null) return undefined;
    const title = order.status === "PAID" ? "Already paid" : "This payment is closed";
    return html(reply, 409, (nonce) =>
      messagePage(title, `${apiError} No money was taken now.`, returnAddress(order), nonce),
    );
  };

  app.get("/checkout.js", async (_request, reply) =>
    reply
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .header("cache-control", "no-cache")
      .type("text/javascript; charset=utf-8")
      .send(CHECKOUT_SCRIPT),
  );

  type BySession = { Params: { session: string } };

  // Called by the browser script on the shop's page.
  app.get<BySession>("/checkout/:session/state", async (request, reply) => {
    const order = orderOf(request.params.session);
    const usable = order !== undefined && (order.status === "ACTIVE" || order.status === "PAID");
    return reply
      .status(usable ? 200 : 400)
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "no-store")
      .send({ status: usable ? order.status : "payment_session_id_invalid" });
  });

  app.post("/pg/view/sessions/checkout", async (request, reply) => {
    const session = textOf((request.body ?? {}) as Fields, "payment_session_id");
    return orderOf(session) ? reply.redirect(`/checkout/${encodeURIComponent(session)}`, 303) : unknownSession(reply);
  });

  app.get<BySession & { Querystring: Fields }>("/checkout/:session", async (request, reply) => {
    const order = orderOf(request.params.session);
    if (!order) return unknownSession(reply);
    return (
      closed(reply, order) ??
      html(reply, 200, (nonce) => checkoutPage(order, formState(request.query, null), world.now(), nonce))
    );
  });

  app.post<BySession>("/checkout/:session/pay", async (request, reply) => {
    const order = orderOf(request.params.session);
    if (!order) return unknownSession(reply);
    const apiError = closed(reply, order);
    if (apiError) return apiError;
    const fields = (request.body ?? {}) as Fields;
    const params = paramsOf(fields, world.now());
    if (params === null || "field" in params) {
      const problem = params ?? { field: "action", error: "Choose one of the buttons." };
      return html(reply, 422, (nonce) => checkoutPage(order, formState(fields, problem), world.now(), nonce));
    }
    const attempt = beginAttempt(world, order, params);
    const back = returnAddress(order);
    if (back !== null) return reply.redirect(back, 303);
    return html(reply, 200, (nonce) =>
      messagePage("Payment finished", `The payment is ${attempt.status}. You can close this page.`, null, nonce),
    );
  });
}
