/**
 * The browser script that stands in for the provider's own: `Cashfree({mode}).checkout({paymentSessionId,
 * redirectTarget})`. Like the real one it asks the server about the session and then posts a form, so a page's
 * Content-Security-Policy must allow this origin in script-src, connect-src and form-action.
 * @param publicUrl the simulator's address for browsers; null = the one the script was loaded from
 */
export function checkoutScript(publicUrl: string | null): string {
  return `(function () {
  "use strict";
  var base = ${JSON.stringify(publicUrl)} || new URL(document.currentScript.src).origin;
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
      checkout: async function (wish) {
        var session = (wish && wish.paymentSessionId) || "";
        var target = targets[(wish && wish.redirectTarget) || "_self"];
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
}
