import { normaliseCouponCode } from "@sakhi/domain/coupons/coupon.rules";
import { useEffect, useRef, useState } from "react";
import { useValidateCouponMutation } from "../../api/mela-api";
import { dismissToast, showToast } from "../../ui/toast";
import { strings } from "./mela.strings";

/** Where the coupon stands. `failed`: the call itself failed, so nothing is known of the code. */
type CouponState =
  | { readonly kind: "none" }
  | { readonly kind: "removed" }
  | { readonly kind: "checking" }
  | { readonly kind: "valid"; readonly percentage: number; readonly message: string }
  | { readonly kind: "invalid" | "failed"; readonly message: string };

/** The coupon field's state and doings (specification 2, section 5, Coupon). */
export interface Coupon {
  readonly code: string;
  readonly state: CouponState;
  /** Percentage in force; 0 without a valid coupon. */
  readonly percentage: number;
  /** Takes what is typed, upper-cased; clears what was said of the code before. */
  readonly type: (typed: string) => void;
  /** Takes the code out again: the full price counts. */
  readonly remove: () => void;
  /** The code was taken back when it was to be used: the last use went to somebody else, or its time is over. */
  readonly refused: (message: string) => void;
  /** Asks the server about the code unless it has answered. Resolves to the new state. */
  readonly apply: () => Promise<CouponState>;
}

/** Holds the coupon of the registration; `initial` is the code of a kept draft, which is asked about at once. */
export function useCoupon(initial: string): Coupon {
  const [code, setCode] = useState(initial);
  const [state, setState] = useState<CouponState>({ kind: "none" });
  const [validate] = useValidateCouponMutation();
  // Only the answer about the newest text counts; a late one about an older code is dropped.
  const asked = useRef(0);
  const pending = useRef<Promise<CouponState>>(undefined);

  const check = async (wanted: string): Promise<CouponState> => {
    asked.current += 1;
    const question = asked.current;
    setState({ kind: "checking" });
    let next: CouponState;
    try {
      const answer = await validate({ code: wanted }).unwrap();
      next = answer.valid
        ? { kind: "valid", percentage: answer.discountPercentage, message: answer.message }
        : { kind: "invalid", message: answer.message || strings.register.couponInvalid };
    } catch {
      next = { kind: "failed", message: strings.register.couponFailed };
    }
    if (question !== asked.current) return { kind: "none" };
    setState(next);
    if (next.kind === "valid") dismissToast();
    if (next.kind === "invalid") {
      showToast({ kind: "error", title: strings.toasts.invalidCoupon.title, description: next.message });
    }
    return next;
  };

  const first = useRef(() => {
    if (normaliseCouponCode(initial) !== "") pending.current = check(normaliseCouponCode(initial));
  });
  useEffect(() => {
    first.current();
    first.current = () => undefined;
  }, []);

  return {
    code,
    state,
    percentage: state.kind === "valid" ? state.percentage : 0,
    type: (typed) => {
      asked.current += 1;
      dismissToast();
      setCode(typed.toUpperCase());
      setState({ kind: "none" });
    },
    remove: () => {
      asked.current += 1;
      setCode("");
      setState({ kind: "removed" });
    },
    refused: (message) => {
      asked.current += 1;
      setState({ kind: "invalid", message });
    },
    apply: () => {
      const wanted = normaliseCouponCode(code);
      if (wanted !== code) setCode(wanted);
      if (wanted === "" || state.kind === "valid" || state.kind === "invalid") return Promise.resolve(state);
      // Going from the field straight to paying waits for the check that leaving the field started.
      if (state.kind === "checking" && pending.current !== undefined) return pending.current;
      pending.current = check(wanted);
      return pending.current;
    },
  };
}
