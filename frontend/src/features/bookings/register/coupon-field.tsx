import { Box, Button, Field, Flex, Input } from "@chakra-ui/react";
import { CircleCheck, CircleX } from "lucide-react";
import { strings } from "../mela.strings";
import type { Coupon } from "./use-coupon";

/** The coupon field: applied on leaving it or by its button; a tick or cross and a sentence tell the result. */
export function CouponField({ coupon, readOnly }: { readonly coupon: Coupon; readonly readOnly: boolean }) {
  const { code, state } = coupon;
  const good = state.kind === "valid";
  const bad = state.kind === "invalid" || state.kind === "failed";
  return (
    <Field.Root invalid={bad} readOnly={readOnly}>
      <Field.Label>{strings.register.coupon}</Field.Label>
      <Flex gap="2" width="full">
        <Box position="relative" flex="1" minWidth="0">
          <Input
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            paddingInlineEnd="10"
            onChange={(event) => coupon.type(event.currentTarget.value)}
            onBlur={() => void coupon.apply()}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Enter in this field means the coupon, not the payment.
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
        <Button
          type="button"
          variant="outline"
          disabled={readOnly || code.trim() === "" || state.kind === "checking"}
          onClick={() => void coupon.apply()}
        >
          {state.kind === "checking" ? strings.register.applying : strings.register.apply}
        </Button>
      </Flex>
      <Box
        role="status"
        minHeight="1.5rem"
        fontSize="0.9375rem"
        fontWeight="600"
        color={good ? "leaf.text" : "alarm.text"}
      >
        {good || bad ? state.message : ""}
      </Box>
    </Field.Root>
  );
}
