import { Box, Button, Field, Flex, Input, chakra, Grid, GridItem, type InputProps } from "@chakra-ui/react";
import { CircleCheck, CircleX, PartyPopper } from "lucide-react";
import { strings } from "./mela.strings";
import type { Coupon } from "./use-coupon";
import { COUNTDOWN_ANNOUNCEMENTS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { MyHold } from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { Announcement } from "../../ui/page";
import { describedBy, FieldFrame } from "../../ui/text-field";
import { clock } from "./countdown";
import type { PriceSummary as Price } from "@sakhi/domain/coupons/coupon.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { isGstin } from "@sakhi/domain/invoices/gstin";
import { useForm, useWatch } from "react-hook-form";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { type FormValues, FORM_FIELDS } from "./draft";

/** The coupon field: applied on leaving it or by its button; a tick or cross and a sentence show the result. */
export function CouponField({ coupon, readOnly }: { readonly coupon: Coupon; readonly readOnly: boolean }) {
  const { code, state } = coupon;
  const input = useRef<HTMLInputElement>(null);
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
        {/* Two buttons, not one that changes: leaving the field may apply the code while "Apply" is still pressed. */}
        {good ? (
          <Button
            key="remove"
            type="button"
            variant="outline"
            aria-label={strings.register.removeCouponLong(code)}
            disabled={readOnly}
            onClick={() => {
              coupon.remove();
              input.current?.focus();
            }}
          >
            {strings.register.removeCoupon}
          </Button>
        ) : (
          <Button
            key="apply"
            type="button"
            variant="outline"
            disabled={readOnly || code.trim() === "" || state.kind === "checking"}
            onClick={() => void coupon.apply()}
          >
            {state.kind === "checking" ? strings.register.applying : strings.register.apply}
          </Button>
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
    <Box textAlign={end ? "end" : "start"} minWidth="0">
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

/** Stall, time left and total, in view all the time. Cut like a ticket. */
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
        display="grid"
        gridTemplateColumns="auto auto 1fr"
        gap={{ base: "4", md: "10" }}
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
}: {
  readonly name: string;
  readonly amount: string;
  readonly strong?: boolean;
}) {
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      alignItems="baseline"
      gap="4"
      py="1.5"
      {...(strong ? { borderTopWidth: "2px", borderTopStyle: "dashed", borderColor: "edge", mt: "2", pt: "3" } : {})}
    >
      <chakra.dt fontWeight={strong ? "600" : undefined}>{name}</chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" textStyle={strong ? "price" : undefined}>
        {amount}
      </chakra.dd>
    </Box>
  );
}

/** Original price, discount, total (T-180), and below it the tax that the total includes. */
export function PriceSummary({ price, children }: { readonly price: Price; readonly children: ReactNode }) {
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
          {strings.register.saved(rupees(toRupees(discountPaise)))}
        </Box>
      )}
    </section>
  );
}

/** How each field is typed. Lengths only where the specification limits typing; the rules are the DTO's. */
const INPUTS: Readonly<Record<keyof FormValues, InputProps>> = {
  fullName: { autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  email: { autoComplete: "email", type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  phoneNumber: { autoComplete: "tel-national", type: "tel", inputMode: "tel" },
  businessName: { autoComplete: "organization", autoCapitalize: "words" },
  gstNumber: { autoComplete: "off", maxLength: 15, autoCapitalize: "characters", spellCheck: false },
  gstAddress: { autoComplete: "street-address", autoCapitalize: "words" },
  pincode: { autoComplete: "postal-code", inputMode: "numeric", maxLength: 6 },
};

/**
 * On a phone's keyboard Enter says "next" and goes on to the next field, from the last one it closes the keyboard: nobody
 * pays by it before the price and the policies were in view.
 */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== "Enter" || !(target instanceof HTMLInputElement)) return;
  if (!globalThis.matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  const next = inputs[inputs.indexOf(target) + 1];
  if (next === undefined) target.blur();
  else next.focus();
}
const OPTIONAL: readonly (keyof FormValues)[] = ["gstNumber", "gstAddress"];
const WIDE: readonly (keyof FormValues)[] = ["fullName", "businessName", "gstAddress"];
const HELP: Partial<Record<keyof FormValues, string>> = {
  phoneNumber: strings.register.phoneHelp,
  gstNumber: strings.register.gstHelp,
};

const errorIdOf = (name: keyof FormValues) => `registration-${name}-error`;

// The DTO's optional fields are empty text in the form; it turns them into absent ones itself.
const resolver = classValidatorResolver(RegistrationFormDto) as never;

/** The registration as a form; its rules are the DTO's. */
export function useRegistrationForm(defaultValues: FormValues) {
  return useForm<FormValues, unknown, RegistrationFormDto>({
    resolver,
    defaultValues,
    // Not when a field is left: a sentence that appears under it would move what is pressed away from under the click.
    mode: "onSubmit",
  });
}

interface FieldsProps {
  readonly form: ReturnType<typeof useRegistrationForm>;
  readonly readOnly: boolean;
}

/** The seven fields of the registration; their sentences come from RegistrationFormDto alone. */
export function RegistrationFields({ form, readOnly }: FieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  const gst = useWatch({ control: form.control, name: "gstNumber" }).trim().toUpperCase();
  const doubtful = gst.length === 15 && !isGstin(gst);
  return (
    <Grid templateColumns={{ base: "1fr", sm: "1fr 1fr" }} columnGap="5" rowGap="5" onKeyDown={goOn}>
      {FORM_FIELDS.map((name, index) => {
        const error = errors[name]?.message;
        return (
          <GridItem key={name} colSpan={WIDE.includes(name) ? { base: 1, sm: 2 } : 1}>
            <FieldFrame
              label={strings.register.fields[name]}
              optional={OPTIONAL.includes(name) ? strings.register.optional : undefined}
              help={HELP[name]}
              error={error}
              errorId={errorIdOf(name)}
              readOnly={readOnly}
            >
              <Input
                {...INPUTS[name]}
                enterKeyHint={index < FORM_FIELDS.length - 1 ? "next" : "done"}
                {...register(name)}
                {...describedBy(error, errorIdOf(name))}
                aria-required={!OPTIONAL.includes(name)}
                textTransform={name === "gstNumber" ? "uppercase" : undefined}
              />
              {name === "gstNumber" && doubtful && error === undefined && (
                <chakra.p role="status" textStyle="small" bg="marigold.soft" px="3" py="2" borderRadius="small">
                  {strings.register.gstWarning}
                </chakra.p>
              )}
            </FieldFrame>
          </GridItem>
        );
      })}
    </Grid>
  );
}
