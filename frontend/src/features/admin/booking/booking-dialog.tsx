import { Box, Grid } from "@chakra-ui/react";
import { REGISTRATION_FIELDS, type RegistrationField } from "@sakhi/domain/bookings/registration.fields";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import { paymentModeName } from "@sakhi/domain/payments/payment-mode-name";
import { policiesVersionPath } from "@sakhi/domain/site/routes";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type AdminBooking, type Registration, useGetAdminBookingQuery } from "../../../api/admin-api";
import { isFailure } from "../../../api/failure";
import { rupees } from "../../../ui/money";
import { formatPhone } from "../../../ui/phone";
import { applicationAddress, writeAddress } from "../addresses";
import { AuditList } from "../parts/audit-list";
import { useEventTitles } from "../parts/chosen-event";
import { amountOf, offerChip, paymentChip } from "../parts/labels";
import { Chip, type Fact, DetailRows, momentIf, Nothing, RecordDialog, Section, Loaded } from "../parts/panel";
import { useRight } from "../parts/session";
import { BookingActions } from "./booking-actions";
import { BookingPapers } from "./booking-papers";
import { networkStrings, strings } from "./booking.strings";
import { StallMoves } from "./move-sale";
import { RelatedRecords } from "./related-records";

/** Data of the six sections: the table's row at first, overlaid with the booking once loaded. */
type BookingData = Partial<Registration> & Partial<Omit<AdminBooking, keyof Registration>>;

const orDash = (value: string | null | undefined) => value || strings.none;
const moment = (at: string | undefined) => momentIf(at) ?? strings.none;
const { facts } = strings;

/** A field of the registration; contacts are links. */
function detail(name: keyof typeof REGISTRATION_FIELDS, value: string | null | undefined): ReactNode {
  const { kind } = REGISTRATION_FIELDS[name];
  if (!value) return strings.none;
  if (kind === "email") return <a href={`mailto:${value}`}>{value}</a>;
  if (kind !== "phone") return value;
  const phone = formatPhone(value);
  return <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>;
}

/** The registration's details of a section. */
const detailsOf = (known: BookingData, of: RegistrationField["section"]): readonly Fact[] =>
  fieldNames(REGISTRATION_FIELDS, ({ section }: RegistrationField) => section === of).map((name) => [
    facts[name],
    detail(name, known[name]),
  ]);

function stall(
  { event, stallId, stallType, stallPrice, status }: BookingData,
  titleOf: (slug: string) => string,
): readonly Fact[] {
  return [
    [facts.event, event === undefined ? strings.none : titleOf(event)],
    [facts.stallId, <strong key="id">{orDash(stallId)}</strong>],
    [facts.stallType, stallType === undefined ? strings.none : stallTypeLabel(stallType)],
    [facts.stallPrice, stallPrice === undefined ? strings.none : rupees(stallPrice)],
    [facts.currentStatus, status],
  ];
}

function payment(known: BookingData): readonly Fact[] {
  const { discountPercentage = 0, discountAmount = 0, movesAmount = 0, refundedAmount = 0, netAmount } = known;
  const status = known.paymentLabel ?? known.paymentStatus;
  return [
    [facts.orderId, orDash(known.orderId)],
    [facts.together, known.together?.join(", ")],
    [facts.status, status === undefined ? strings.none : <Chip {...paymentChip(status)} />],
    [facts.mode, orDash(known.paymentMode && paymentModeName(known.paymentMode))],
    [facts.amount, netAmount === undefined ? strings.none : <strong key="amount">{rupees(netAmount)}</strong>],
    [
      facts.discount,
      discountAmount > 0 ? strings.discount(discountPercentage, discountAmount, known.couponCode) : undefined,
    ],
    [facts.moves, movesAmount > 0 ? rupees(movesAmount) : undefined],
    [facts.refunded, refundedAmount > 0 ? rupees(refundedAmount) : undefined],
    [facts.transaction, orDash(known.transactionId)],
  ];
}

function offer({ listingOfferStatus = "not_offered", linkedApplicationId: application }: BookingData): readonly Fact[] {
  return [
    [facts.offer, <Chip key="offer" {...offerChip(listingOfferStatus)} />],
    [
      facts.application,
      application ? (
        <Link key="application" to={applicationAddress(application)}>
          {application}
        </Link>
      ) : (
        strings.none
      ),
    ],
  ];
}

/** Time and version of the accepted event policies, if any. */
function policiesOf({ policiesAcceptedAt, policiesVersion }: BookingData): ReactNode {
  const at = momentIf(policiesAcceptedAt);
  if (at === undefined || policiesVersion === undefined) return at;
  return (
    <Link target="_blank" to={policiesVersionPath(policiesVersion)}>
      {strings.policies({ moment: at, version: policiesVersion })}
    </Link>
  );
}

function timestamps(known: BookingData): readonly Fact[] {
  return [
    [facts.created, moment(known.registeredAt ?? known.createdAt)],
    [facts.policies, policiesOf(known)],
    [facts.updated, moment(known.updatedAt)],
    [facts.held, momentIf(known.heldAt)],
    [facts.holdEnds, momentIf(known.holdExpiresAt)],
    [facts.payUntil, momentIf(known.payUntil)],
    [facts.ended, momentIf(known.endedAt)],
  ];
}

/** The six sections of "Registration Details" (T-226, T-227). */
function Sections(known: BookingData) {
  const titleOf = useEventTitles();
  const { sections } = strings;
  const registered = known.fullName !== undefined;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5">
      <Section title={sections.personal}>
        {registered ? (
          <DetailRows facts={detailsOf(known, "personal")} minWidth="13rem" />
        ) : (
          <Nothing>{strings.notRegistered}</Nothing>
        )}
      </Section>
      <Section title={sections.business}>
        {registered ? <DetailRows facts={detailsOf(known, "business")} /> : <Nothing>{strings.notRegistered}</Nothing>}
      </Section>
      <Section title={sections.stall}>
        <DetailRows facts={stall(known, titleOf)} minWidth="8rem" />
      </Section>
      <Section title={sections.payment}>
        <DetailRows facts={payment(known)} minWidth="12.5rem" />
      </Section>
      <Section title={sections.offer}>
        <DetailRows facts={offer(known)} />
      </Section>
      <Section title={sections.timestamps}>
        <DetailRows facts={timestamps(known)} />
      </Section>
    </Grid>
  );
}

interface BookingDialogProps {
  readonly id: string;
  /** Its row of the table, if available; shown while the booking loads. */
  readonly registration?: Registration | undefined;
  readonly onClose: () => void;
}

/**
 * "Registration Details" (T-226): the six sections, the booking's history with a link to Temporal, its documents and
 * mails, and the operator's actions.
 */
export function BookingDialog({ id, registration, onClose }: BookingDialogProps) {
  const writesMessages = useRight("messages.change");
  const query = useGetAdminBookingQuery(id);
  const { currentData: booking, error } = query;
  const gone = isFailure(error) && error.status === 404;
  return (
    <RecordDialog
      title={strings.title}
      actions={booking !== undefined && <BookingActions booking={booking} />}
      onClose={onClose}
    >
      {(booking ?? registration) !== undefined && (
        <Sections
          {...registration}
          {...(registration === undefined ? {} : { netAmount: amountOf(registration) })}
          {...booking}
        />
      )}
      <Box mt="6">
        <Loaded
          query={{ ...query, data: booking }}
          loading={strings.loading}
          failed={gone ? strings.gone : strings.failed}
        >
          {(details) => (
            <RelatedRecords {...details}>
              <>
                {details.registeredAt !== undefined && <StallMoves booking={details} />}
                {details.registeredAt !== undefined && <BookingPapers id={details.id} />}
                {writesMessages && details.state === "sold" && (
                  <Box>
                    <Link to={writeAddress(details.id, details.event)}>{strings.write}</Link>
                  </Box>
                )}
                {details.networks.length > 0 && (
                  <Section title={networkStrings.section}>
                    <DetailRows
                      facts={details.networks.map((network) => [
                        networkStrings.name(network),
                        networkStrings.figures(network),
                      ])}
                      minWidth="8rem"
                    />
                  </Section>
                )}
                {details.audit.length > 0 && (
                  <Section title={strings.sections.audit}>
                    <AuditList entries={details.audit} />
                  </Section>
                )}
              </>
            </RelatedRecords>
          )}
        </Loaded>
      </Box>
    </RecordDialog>
  );
}
