import { Box, Field, Flex, Input } from "@chakra-ui/react";
import type { OrderCoupon } from "@sakhi/domain/bookings/several-stalls.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShownEvent } from "../../api/event-facts";
import { useValidateCouponMutation } from "../../api/mela-api";
import { SteadyButton } from "../../ui/steady-button";
import { useToasts } from "../../ui/toast";
import { strings } from "./mela.strings";

/** State of the coupon. `failed`: the request failed, so the code's validity is unknown. */
type CouponState =
  | { readonly kind: "none" }
  | { readonly kind: "removed" }
  | { readonly kind: "checking" }
  | ({ readonly kind: "valid"; readonly message: string } & OrderCoupon)
  | { readonly kind: "invalid" | "failed"; readonly message: string };

/** State and actions of the coupon field (specification 2, section 5, Coupon). */
export interface Coupon {
  readonly code: string;
  readonly state: CouponState;
  /** What a valid coupon discounts; undefined without one. */
  readonly used: OrderCoupon | undefined;
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
        ? {
            ...{ kind: "valid", percentage: result.discountPercentage, stallType: result.stallType ?? null },
            message: result.message,
          }
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
    used: state.kind === "valid" ? state : undefined,
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

/** The coupon field: validated on blur or by its button; an icon and a message show the result. */
export function CouponField({ coupon, readOnly }: { readonly coupon: Coupon; readonly readOnly: boolean }) {
  const { code, state } = coupon;
  const input = useRef<HTMLInputElement>(null);
  // True if "Apply" was focused when it unmounted.
  const focused = useRef(false);
  const good = state.kind === "valid";
  const bad = state.kind === "invalid" || state.kind === "failed";
  const removed = state.kind === "removed" ? strings.register.couponRemoved : "";
  return (
    <Field.Root invalid={bad} readOnly={readOnly}>
      <Field.Label>{strings.register.coupon}</Field.Label>
      <Flex gap="2" width="full" wrap="wrap">
        <Box position="relative" flex="1 1 7rem" minWidth="0">
          <Input
            ref={input}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="done"
            spellCheck={false}
            // Upper case by style only: rewriting the text would break keyboards that compose it.
            textTransform="uppercase"
            paddingInlineEnd="10"
            onChange={(event) => coupon.type(event.currentTarget.value)}
            onBlur={() => void coupon.apply()}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              // Enter in this field applies the coupon and does not submit the form.
              event.preventDefault();
              void coupon.apply();
            }}
          />
          {(good || bad) && (
            <Box
              position="absolute"
              insetInlineEnd="3"
              top="50%"
              transform="translateY(-50%)"
              color={good ? "leaf.text" : "alarm.text"}
              data-result={state.kind}
            >
              {good ? <CircleCheck size={22} aria-hidden /> : <CircleX size={22} aria-hidden />}
            </Box>
          )}
        </Box>
        {/* Two buttons instead of one: blurring the field may apply the code while "Apply" is still pressed. */}
        {good ? (
          <SteadyButton
            key="remove"
            ref={(button) => {
              if (focused.current) button?.focus();
              focused.current = false;
            }}
            type="button"
            variant="outline"
            aria-label={strings.register.removeCouponLong(code)}
            inactive={readOnly}
            onClick={() => {
              coupon.remove();
              input.current?.focus();
            }}
          >
            {strings.register.removeCoupon}
          </SteadyButton>
        ) : (
          <SteadyButton
            key="apply"
            ref={(button) => () => {
              focused.current = document.activeElement === button;
            }}
            type="button"
            variant="outline"
            inactive={readOnly || code.trim() === "" || state.kind === "checking"}
            onClick={() => void coupon.apply()}
          >
            {state.kind === "checking" ? strings.register.applying : strings.register.apply}
          </SteadyButton>
        )}
      </Flex>
      <Box
        role="status"
        minHeight="1.5rem"
        fontSize="0.9375rem"
        fontWeight="600"
        color={bad ? "alarm.text" : "leaf.text"}
      >
        {good || bad ? state.message : removed}
      </Box>
    </Field.Root>
  );
}
