import { Box, chakra, Field, Flex, type FlexProps, Input } from "@chakra-ui/react";
import { COUNTDOWN_ANNOUNCEMENTS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { PriceSummary as Price } from "@sakhi/domain/coupons/coupon.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { stallTax } from "@sakhi/domain/invoices/stall-tax";
import { formatPaise, type Paise, toRupees } from "@sakhi/domain/money/money";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { CircleCheck, CircleX, PartyPopper } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { type MyHold, useValidateCouponMutation } from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { Announcement } from "../../ui/page";
import { SteadyButton } from "../../ui/steady-button";
import { dismissToast, showToast } from "../../ui/toast";
import { clock } from "./countdown";
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
  const [code, setCode] = useState(initial);
  const [state, setState] = useState<CouponState>({ kind: "none" });
  const [validate] = useValidateCouponMutation();
  // Only the response to the latest code counts; a late response to an older one is dropped.
  const latest = useRef(0);
  const pending = useRef<Promise<CouponState>>(undefined);

  const check = async (normalised: string): Promise<CouponState> => {
    latest.current += 1;
    const request = latest.current;
    setState({ kind: "checking" });
    let next: CouponState;
    try {
      const result = await validate({ code: normalised }).unwrap();
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

/** The coupon field: validated on blur or by its button; an icon and a message show the result. */
export function CouponField({ coupon, readOnly }: { readonly coupon: Coupon; readonly readOnly: boolean }) {
  const { code, state } = coupon;
  const input = useRef<HTMLInputElement>(null);
  // True if "Apply" was focused when it unmounted.
  const focused = useRef(false);
  const good = state.kind === "valid";
  const bad = state.kind === "invalid" || state.kind === "failed";
  return (
    <Field.Root invalid={bad} readOnly={readOnly}>
      <Field.Label>{strings.register.coupon}</Field.Label>
      <Flex gap="2" width="full">
        <Box position="relative" flex="1" minWidth="0">
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
            off={readOnly}
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
            off={readOnly || code.trim() === "" || state.kind === "checking"}
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
        {good || bad ? state.message : state.kind === "removed" ? strings.register.couponRemoved : ""}
      </Box>
    </Field.Root>
  );
}

/** A cell of the strip. On narrow screens its name wraps before the total moves to a line of its own. */
function Cell({
  name,
  children,
  end = false,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly end?: boolean;
}) {
  return (
    <Box flex="1 1 min-content" maxWidth="max-content" {...(end ? { ms: "auto", textAlign: "end" } : {})}>
      <chakra.dt fontSize="0.875rem" lineHeight="1.3" opacity="0.9">
        {name}
      </chakra.dt>
      <chakra.dd lineHeight="1.1" whiteSpace="nowrap">
        {children}
      </chakra.dd>
    </Box>
  );
}

interface HoldStripProps {
  readonly hold: MyHold;
  /** Seconds left. */
  readonly left: number;
  /** Rupees. */
  readonly total: number;
}

const number = {
  fontFamily: "heading",
  fontWeight: "700",
  fontVariantNumeric: "tabular-nums lining-nums",
  letterSpacing: "0.015em",
} as const;

/** Sticky strip with stall, time left and total, styled as a ticket. */
export function HoldStrip({ hold, left, total }: HoldStripProps) {
  const paying = hold.state === "paying";
  const urgent = !paying && left <= 60;
  const announced = COUNTDOWN_ANNOUNCEMENTS_SECONDS.find((at) => left <= at && left > at - 5);
  return (
    <Box
      data-sticks
      position="sticky"
      top="0"
      zIndex="sticky"
      mx={{ base: "-4", md: "0" }}
      mb="6"
      pt={{ md: "2" }}
      bg="paper"
    >
      <chakra.dl
        display="flex"
        flexWrap="wrap"
        columnGap={{ base: "4", md: "10" }}
        alignItems="end"
        bg="indigo.solid"
        color="indigo.on"
        px={{ base: "4", md: "7" }}
        py="3"
        borderRadius={{ md: "card" }}
        borderBottomWidth="5px"
        borderBottomStyle="dotted"
        borderColor="marigold.solid"
      >
        <Cell name={`${strings.register.stall}, ${stallTypeLabel(hold.type)}`}>
          <chakra.span {...number} fontSize={{ base: "1.375rem", md: "1.75rem" }}>
            {hold.stallId}
          </chakra.span>
        </Cell>
        <Cell name={paying ? strings.register.timeToPay : strings.register.time}>
          <chakra.span
            {...number}
            role="timer"
            aria-live="off"
            fontSize={{ base: "1.375rem", md: "1.75rem" }}
            color={urgent ? "marigold.solid" : undefined}
          >
            {clock(left)}
          </chakra.span>
        </Cell>
        <Cell name={strings.register.total} end>
          <chakra.span {...number} fontSize={{ base: "1.75rem", md: "2.375rem" }}>
            {rupees(total)}
          </chakra.span>
        </Cell>
      </chakra.dl>
      <Announcement>
        {announced === undefined || paying ? "" : strings.register.announce(announced, hold.stallId)}
      </Announcement>
    </Box>
  );
}

function Row({
  name,
  amount,
  strong = false,
  ...row
}: FlexProps & { readonly name: string; readonly amount: string; readonly strong?: boolean }) {
  return (
    <Flex
      justify="space-between"
      align="baseline"
      gap="4"
      py="1.5"
      {...(strong ? { borderTopWidth: "2px", borderTopStyle: "dashed", borderColor: "edge", mt: "2", pt: "3" } : {})}
      {...row}
    >
      <chakra.dt fontWeight={strong ? "600" : undefined}>{name}</chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" textStyle={strong ? "price" : undefined}>
        {amount}
      </chakra.dd>
    </Flex>
  );
}

/** Original price, discount, total (T-180), and below it the tax that the total includes. */
export function PriceSummary({ price, children }: { readonly price: Price; readonly children: ReactElement | false }) {
  const { pricePaise, discountPercentage, discountPaise, totalPaise } = price;
  const saved = discountPaise > 0;
  return (
    <section aria-labelledby="price-summary">
      <chakra.h2 id="price-summary" textStyle="h3" mb="2">
        {strings.register.summary}
      </chakra.h2>
      <chakra.dl>
        <Row name={strings.register.original} amount={rupees(toRupees(pricePaise))} />
        {saved && (
          <Row name={strings.register.discount(discountPercentage)} amount={`−${rupees(toRupees(discountPaise))}`} />
        )}
        <Row strong name={strings.register.total} amount={rupees(toRupees(totalPaise))} />
      </chakra.dl>
      <Box textStyle="small" color="muted">
        {strings.register.gstIncluded}
      </Box>
      {children}
      {saved && (
        <Box
          mt="3"
          px="4"
          py="2.5"
          bg="leaf.solid"
          borderRadius="card"
          fontWeight="600"
          display="flex"
          gap="2"
          alignItems="center"
          css={{ color: "#fff" }}
        >
          <PartyPopper size={20} aria-hidden />
          <span>{strings.register.saved(rupees(toRupees(discountPaise)))}</span>
        </Box>
      )}
    </section>
  );
}

/** The tax included in the total, as rows of a price list. */
export function TaxSplit({
  totalPaise,
  gst,
  gstNumber,
}: {
  readonly totalPaise: Paise;
  readonly gst: MyHold["gst"];
  /** As typed. */
  readonly gstNumber: string;
}) {
  const { taxablePaise, heads } = stallTax(totalPaise, gst, gstNumber);
  const rows = [
    [strings.register.taxable, taxablePaise] as const,
    ...heads.map(({ name, ratePercent, paise }) => [strings.register.taxHead(name, ratePercent), paise] as const),
  ];
  return (
    <chakra.dl textStyle="small" color="muted" mt="1" aria-label={strings.register.gstIncluded}>
      {rows.map(([name, paise]) => (
        <Row key={name} name={name} amount={`₹${formatPaise(paise)}`} py="0" />
      ))}
    </chakra.dl>
  );
}
