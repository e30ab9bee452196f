import { Box, Field, Flex, Input } from "@chakra-ui/react";
import { CircleCheck, CircleX } from "lucide-react";
import { useRef } from "react";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./mela.strings";
import type { Coupon } from "./use-coupon";

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
