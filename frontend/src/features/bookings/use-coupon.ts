import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { useEffect, useRef, useState } from "react";
import { useShownEvent } from "../../api/event-facts";
import { useValidateCouponMutation } from "../../api/mela-api";
import { useToasts } from "../../ui/toast";
import { strings } from "./mela.strings";

/** State of the coupon. `failed`: the request failed, so the code's validity is unknown. */
type CouponState =
  | { readonly kind: "none" }
  | { readonly kind: "removed" }
  | { readonly kind: "checking" }
  | { readonly kind: "valid"; readonly percentage: number; readonly message: string }
  | { readonly kind: "invalid" | "failed"; readonly message: string };

/** State and actions of the coupon field (specification 2, section 5, Coupon). */
export interface Coupon {
  readonly code: string;
  readonly state: CouponState;
  /** Discount percentage; 0 without a valid coupon. */
  readonly percentage: number;
  /** Sets the code as typed and clears the previous result. */
  readonly type: (typed: string) => void;
  /** Removes the code; the full price applies. */
  readonly remove: () => void;
  /** Marks a validated code as refused by the registration: it has been used up or has ended since. */
  readonly refused: (message: string) => void;
  /** Validates the code unless its result is known. Resolves with the new state. */
  readonly apply: () => Promise<CouponState>;
  /** Validates the code again, whatever the previous result. */
  readonly recheck: () => Promise<CouponState>;
}

/** The coupon of the registration; `initial` is the code of a stored draft, validated at once. */
export function useCoupon(initial: string): Coupon {
  const { dismissToast, showToast } = useToasts();
  const [code, setCode] = useState(initial);
  const [state, setState] = useState<CouponState>({ kind: "none" });
  const [validate] = useValidateCouponMutation();
  // Only the response to the latest code counts; a late response to an older one is dropped.
  const latest = useRef(0);
  const pending = useRef<Promise<CouponState>>(undefined);
  const event = useShownEvent();

  const check = async (normalised: string): Promise<CouponState> => {
    latest.current += 1;
    const request = latest.current;
    setState({ kind: "checking" });
    let next: CouponState;
    try {
      const result = await validate({ code: normalised, event }).unwrap();
      next = result.valid
        ? { kind: "valid", percentage: result.discountPercentage, message: result.message }
        : { kind: "invalid", message: result.message || strings.register.couponInvalid };
    } catch {
      next = { kind: "failed", message: strings.register.couponFailed };
    }
    if (request !== latest.current) return { kind: "none" };
    setState(next);
    if (next.kind === "valid") dismissToast();
    if (next.kind === "invalid") {
      showToast({ kind: "error", title: strings.toasts.invalidCoupon, description: next.message });
    }
    return next;
  };

  const first = useRef(() => {
    if (readCouponCode(initial) !== "") pending.current = check(readCouponCode(initial));
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
      latest.current += 1;
      dismissToast();
      setCode(typed);
      setState({ kind: "none" });
    },
    remove: () => {
      latest.current += 1;
      setCode("");
      setState({ kind: "removed" });
    },
    refused: (message) => {
      latest.current += 1;
      setState({ kind: "invalid", message });
    },
    apply: () => {
      const normalised = readCouponCode(code);
      if (normalised !== code) setCode(normalised);
      if (normalised === "" || state.kind === "valid" || state.kind === "invalid") return Promise.resolve(state);
      // A submit straight from the field waits for the validation that blurring it started.
      if (state.kind === "checking" && pending.current !== undefined) return pending.current;
      pending.current = check(normalised);
      return pending.current;
    },
    recheck: () => check(readCouponCode(code)),
  };
}
