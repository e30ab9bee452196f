import { Box, Button, chakra, Flex, Grid } from "@chakra-ui/react";
import { CircleDot, CreditCard, FileText, type LucideIcon, Mail, Undo2 } from "lucide-react";
import { Link } from "react-router-dom";
import {
  type AdminBooking,
  type Registration,
  type TimelineEntry,
  useGetAdminBookingQuery,
} from "../../../api/admin-api";
import { isFailure } from "../../../api/failure";
import { Modal } from "../../../ui/dialog";
import { rupees } from "../../../ui/money";
import { applicationAddress } from "../addresses";
import { AuditList } from "../parts/audit-list";
import { dayOf, offerLabel, paymentLabel, secondOf, shownPhone, typeLabel } from "../parts/labels";
import { Chip, type Fact, Facts, momentIf, Nothing, Section, ToolLink, Loaded } from "../parts/panel";
import { useSession } from "../parts/session";
import { BookingActions } from "./booking-actions";
import { strings } from "./booking.strings";
import { Documents, Mails, Refunds } from "./documents";

const ICONS: Readonly<Record<TimelineEntry["kind"], LucideIcon>> = {
  event: CircleDot,
  payment: CreditCard,
  invoice: FileText,
  mail: Mail,
  refund: Undo2,
};

/** Who did something, in words; an operator by name. */
export function doerOf({ by, administrator }: Pick<TimelineEntry, "by" | "administrator">): string {
  if (administrator !== undefined) return administrator;
  const known: Readonly<Record<string, string>> = strings.by;
  return known[by] ?? by;
}

/** Everything that happened to a booking, oldest first. */
function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <chakra.ol display="grid" gap="0">
      {entries.map((entry, index) => {
        const Icon = ICONS[entry.kind];
        return (
          <chakra.li
            key={`${entry.at}-${index}`}
            data-timeline={entry.kind}
            display="grid"
            gridTemplateColumns="1.75rem minmax(0, 1fr)"
            columnGap="3"
            position="relative"
            pb="3"
            _notLast={{
              _before: {
                content: '""',
                position: "absolute",
                insetInlineStart: "calc(0.875rem - 1px)",
                top: "1.75rem",
                bottom: "0",
                width: "2px",
                bg: "line",
              },
            }}
          >
            <Box
              aria-hidden
              width="1.75rem"
              height="1.75rem"
              borderRadius="full"
              bg="indigo.soft"
              color="indigo.text"
              display="grid"
              placeItems="center"
            >
              <Icon size={15} />
            </Box>
            <Box minWidth="0" textStyle="small">
              <Box overflowWrap="anywhere">{entry.sentence}</Box>
              <Box color="muted" overflowWrap="anywhere">
                <time dateTime={entry.at}>
                  {dayOf(entry.at)}, {secondOf(entry.at)}
                </time>
                {" · "}
                {doerOf(entry)}
                {entry.reference === undefined ? "" : ` · ${entry.reference}`}
              </Box>
              {entry.reason !== undefined && <Box overflowWrap="anywhere">“{entry.reason}”</Box>}
            </Box>
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}

/** What the six sections show: the table's row at once, and what belongs to the booking as soon as it is there. */
interface Known {
  readonly registration: Registration | undefined;
  readonly booking: AdminBooking | undefined;
}

const orDash = (value: string | null | undefined) => value || strings.none;
const moment = (at: string | undefined) => momentIf(at) ?? strings.none;

function personal({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const email = booking?.email ?? registration?.email;
  const phone = booking?.phoneNumber ?? registration?.phoneNumber;
  return [
    [facts.fullName, orDash(booking?.fullName ?? registration?.fullName)],
    [facts.email, email === undefined ? strings.none : <a href={`mailto:${email}`}>{email}</a>],
    [
      facts.phoneNumber,
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
  return [
    [facts.stallId, <strong key="id">{orDash(booking?.stallId ?? registration?.stallId)}</strong>],
    [facts.stallType, typeLabel(booking?.stallType ?? registration?.stallType ?? "")],
    [facts.stallPrice, price === undefined ? strings.none : rupees(price)],
    [facts.currentStatus, booking?.status],
  ];
}

function payment({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  const status =
    booking?.paymentLabel ?? booking?.paymentStatus ?? registration?.paymentLabel ?? registration?.paymentStatus;
  const mode = booking?.paymentMode ?? registration?.paymentMode;
  const amount = booking?.netAmount ?? registration?.netAmount ?? registration?.stallPrice;
  const words = status === undefined ? undefined : paymentLabel(status);
  const discounted = booking !== undefined && booking.discountAmount > 0;
  return [
    [facts.orderId, orDash(booking?.orderId ?? registration?.orderId)],
    [facts.status, words === undefined ? strings.none : <Chip tone={words.tone}>{words.words}</Chip>],
    [facts.mode, orDash(mode?.toUpperCase())],
    [facts.amount, amount === undefined ? strings.none : <strong key="amount">{rupees(amount)}</strong>],
    [
      facts.discount,
      discounted ? strings.discount(booking.discountPercentage, booking.discountAmount, booking.couponCode) : undefined,
    ],
    [facts.refunded, booking !== undefined && booking.refundedAmount > 0 ? rupees(booking.refundedAmount) : undefined],
    [facts.transaction, orDash(booking?.transactionId ?? registration?.transactionId)],
  ];
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

/** When the event policies were accepted, and which; nothing where nobody was asked. */
function policiesOf(booking: AdminBooking | undefined): string | undefined {
  const at = momentIf(booking?.policiesAcceptedAt);
  return at === undefined ? undefined : strings.policies(at, booking?.policiesVersion ?? strings.none);
}

function timestamps({ registration, booking }: Known): readonly Fact[] {
  const { facts } = strings;
  return [
    [facts.created, moment(booking?.registeredAt ?? registration?.createdAt)],
    [facts.policies, policiesOf(booking)],
    [facts.updated, moment(booking?.updatedAt ?? registration?.updatedAt)],
    [facts.held, momentIf(booking?.heldAt)],
    [facts.holdEnds, momentIf(booking?.holdExpiresAt)],
    [facts.payUntil, momentIf(booking?.payUntil)],
    [facts.ended, momentIf(booking?.endedAt)],
  ];
}

/** The six sections of "Registration Details" (T-226, T-227). */
function Sections(known: Known) {
  const { sections } = strings;
  const registered = known.registration !== undefined || known.booking?.fullName !== undefined;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5">
      <Section title={sections.personal}>
        {registered ? <Facts facts={personal(known)} minWidth="13rem" /> : <Nothing>{strings.notRegistered}</Nothing>}
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
        <Facts facts={timestamps(known)} />
      </Section>
    </Grid>
  );
}

function Belongings({ booking }: { readonly booking: AdminBooking }) {
  const { sections } = strings;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5">
      <Section title={sections.timeline}>
        {booking.timeline.length === 0 ? (
          <Nothing>{strings.noTimeline}</Nothing>
        ) : (
          <Timeline entries={booking.timeline} />
        )}
        {booking.temporalUrl !== undefined && <ToolLink href={booking.temporalUrl}>{strings.temporal}</ToolLink>}
      </Section>
      <Grid gap="5" alignContent="start">
        <Section title={sections.documents}>
          <Documents invoices={booking.invoices} />
        </Section>
        <Section title={sections.mails}>
          <Mails mails={booking.mails} />
        </Section>
        {booking.refunds.length > 0 && (
          <Section title={sections.refunds}>
            <Refunds refunds={booking.refunds} />
          </Section>
        )}
        {booking.audit.length > 0 && (
          <Section title={sections.audit}>
            <AuditList entries={booking.audit} />
          </Section>
        )}
      </Grid>
    </Grid>
  );
}

interface BookingDialogProps {
  /** The booking. */
  readonly id: string;
  /** Its row of the table, where one has it: shown at once. */
  readonly registration?: Registration | undefined;
  readonly onClose: () => void;
}

/**
 * "Registration Details" (T-226): the six sections, the booking's history beside its Temporal history, its documents
 * and mails, and what an operator can do with it.
 */
export function BookingDialog({ id, registration, onClose }: BookingDialogProps) {
  const { mayChange } = useSession();
  const query = useGetAdminBookingQuery(id);
  const { currentData: booking, error } = query;
  const gone = isFailure(error) && error.status === 404;
  return (
    <Modal
      open
      wide
      toRead
      title={strings.title}
      onClose={onClose}
      footer={
        <Flex width="full" gap="3" wrap="wrap" justify="flex-end">
          {mayChange && booking !== undefined && <BookingActions booking={booking} />}
          <Button variant="subtle" onClick={onClose}>
            {strings.close}
          </Button>
        </Flex>
      }
    >
      {(booking ?? registration) !== undefined && <Sections registration={registration} booking={booking} />}
      <Box mt="6">
        <Loaded
          query={{ ...query, data: booking }}
          loading={strings.loading}
          failed={gone ? strings.gone : strings.failed}
        >
          {(details) => <Belongings booking={details} />}
        </Loaded>
      </Box>
    </Modal>
  );
}
