import { Box, chakra, Grid } from "@chakra-ui/react";
import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { AdminBooking, Registration } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { applicationAddress } from "../addresses";
import type { Fact } from "../parts/panel";
import { Chip, Facts, Nothing } from "../parts/panel";
import { offerLabel, paymentLabel, shownPhone, typeLabel } from "../parts/registration-labels";
import { momentOf } from "../parts/when";
import { strings } from "./booking.strings";

/** What the six sections show: the table's row at once, and what belongs to the booking as soon as it is there. */
export interface Known {
  readonly registration: Registration | undefined;
  readonly booking: AdminBooking | undefined;
}

/** One section of the dialog. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <chakra.h3
        id={id}
        textStyle="h3"
        fontSize="1.0625rem"
        pb="1"
        mb="3"
        borderBottomWidth="1px"
        borderBottomStyle="solid"
        borderColor="line"
      >
        {title}
      </chakra.h3>
      {children}
    </chakra.section>
  );
}

const orDash = (value: string | null | undefined) =>
  value === null || value === undefined || value === "" ? strings.none : value;
const moment = (at: string | undefined) => (at === undefined ? strings.none : momentOf(at));
const given = (facts: readonly (Fact | undefined)[]) => facts.filter((fact) => fact !== undefined);

function personal({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const email = booking?.email ?? registration?.email;
  const phone = booking?.phoneNumber ?? registration?.phoneNumber;
  return [
    [facts.fullName, orDash(booking?.fullName ?? registration?.fullName)],
    [facts.email, email === undefined ? strings.none : <a href={`mailto:${email}`}>{email}</a>],
    [
      facts.phone,
      phone === undefined ? (
        strings.none
      ) : (
        <a href={`tel:${shownPhone(phone).replaceAll(" ", "")}`}>{shownPhone(phone)}</a>
      ),
    ],
  ];
}

function business({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  return [
    [facts.businessName, orDash(booking?.businessName ?? registration?.businessName)],
    [facts.gstNumber, orDash(booking?.gstNumber ?? registration?.gstNumber)],
    [facts.gstAddress, orDash(booking?.gstAddress ?? registration?.gstAddress)],
    [facts.pincode, orDash(booking?.pincode ?? registration?.pincode)],
  ];
}

function stall({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const price = booking?.stallPrice ?? registration?.stallPrice;
  return given([
    [facts.stallId, <strong key="id">{orDash(booking?.stallId ?? registration?.stallId)}</strong>],
    [facts.stallType, typeLabel(booking?.stallType ?? registration?.stallType ?? "")],
    [facts.stallPrice, price === undefined ? strings.none : rupees(price)],
    booking === undefined ? undefined : [facts.status, booking.status],
  ]);
}

function payment({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const status =
    booking?.paymentLabel ??
    booking?.paymentStatus ??
    registration?.paymentLabel ??
    registration?.paymentStatus;
  const mode = booking?.paymentMode ?? registration?.paymentMode;
  const amount = booking?.netAmount ?? registration?.netAmount ?? registration?.stallPrice;
  const words = status === undefined ? undefined : paymentLabel(status);
  const discounted = booking !== undefined && booking.discountAmount > 0;
  return given([
    [facts.orderId, orDash(booking?.orderId ?? registration?.orderId)],
    [facts.status, words === undefined ? strings.none : <Chip tone={words.tone}>{words.words}</Chip>],
    [facts.mode, orDash(mode?.toUpperCase())],
    [facts.amount, amount === undefined ? strings.none : <strong key="amount">{rupees(amount)}</strong>],
    discounted
      ? [
          facts.discount,
          strings.discount(booking.discountPercentage, booking.discountAmount, booking.couponCode),
        ]
      : undefined,
    booking !== undefined && booking.refundedAmount > 0
      ? [facts.refunded, rupees(booking.refundedAmount)]
      : undefined,
    [facts.transaction, orDash(booking?.transactionId ?? registration?.transactionId)],
  ]);
}

function offer({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const status = booking?.listingOfferStatus ?? registration?.listingOfferStatus ?? "not_offered";
  const { words, tone } = offerLabel(status);
  const application = booking?.linkedApplicationId ?? registration?.linkedApplicationId ?? "";
  return [
    [
      facts.offer,
      <Chip key="offer" tone={tone}>
        {words}
      </Chip>,
    ],
    [
      facts.application,
      application === "" ? (
        strings.none
      ) : (
        <Link key="application" to={applicationAddress(application)}>
          {application}
        </Link>
      ),
    ],
  ];
}

function timestamps({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  return given([
    [facts.created, moment(booking?.registeredAt ?? registration?.createdAt)],
    [facts.updated, moment(booking?.updatedAt ?? registration?.updatedAt)],
    booking === undefined ? undefined : [facts.held, moment(booking.heldAt)],
    booking?.holdExpiresAt === undefined ? undefined : [facts.holdEnds, moment(booking.holdExpiresAt)],
    booking?.payUntil === undefined ? undefined : [facts.payUntil, moment(booking.payUntil)],
    booking?.endedAt === undefined ? undefined : [facts.ended, moment(booking.endedAt)],
  ]);
}

/** The six sections of "Registration Details" (T-226, T-227). */
export function Sections(known: Known) {
  const { sections } = strings;
  const registered = known.registration !== undefined || known.booking?.fullName !== undefined;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5">
      <Section title={sections.personal}>
        {registered ? (
          <Facts facts={personal(known)} minWidth="13rem" />
        ) : (
          <Nothing>{strings.notRegistered}</Nothing>
        )}
      </Section>
      <Section title={sections.business}>
        {registered ? <Facts facts={business(known)} /> : <Nothing>{strings.notRegistered}</Nothing>}
      </Section>
      <Section title={sections.stall}>
        <Facts facts={stall(known)} minWidth="8rem" />
      </Section>
      <Section title={sections.payment}>
        <Facts facts={payment(known)} minWidth="12.5rem" />
      </Section>
      <Section title={sections.offer}>
        <Facts facts={offer(known)} />
      </Section>
      <Section title={sections.timestamps}>
        <Box>
          <Facts facts={timestamps(known)} />
        </Box>
      </Section>
    </Grid>
  );
}
