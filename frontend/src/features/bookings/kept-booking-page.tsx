import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { asItWas } from "../../shared/kept/as-it-was";
import { OrderDetails } from "../../shared/order-outcome";
import { indianMoment } from "../../shared/refund-label";
import { rupees } from "../../ui/money";
import { Part } from "../../ui/outcome";
import { PageBody, PageHeading } from "../../ui/page";
import { EventOfBooking } from "./event-of-booking";
import { hasTicket } from "./has-ticket";
import type { KeptBooking, SeenBooking } from "./kept-booking";
import { strings as mela } from "./mela.strings";
import { Timeline } from "./my-booking-parts";
import { BookingStatus } from "./my-booking-status";
import { strings } from "./my-booking.strings";
import { typeName } from "./stall-labels";
import { StallTicket } from "./stall-ticket";

interface KeptBookingPageProps {
  readonly seen: SeenBooking;
  readonly onRetry: () => void;
}

/** My booking as this device saw it last, without network. */
export function KeptBookingPage({ seen: { at, booking: seen }, onRetry }: KeptBookingPageProps) {
  const { booking, ticket, timeline, documents } = seen;
  const isHers = hasTicket(booking);
  return (
    <PageBody narrow>
      <PageHeading>{strings.title}</PageHeading>
      <Text role="status" mt="4" px="4" py="3" bg="marigold.soft" borderRadius="card">
        {asItWas(strings.thisBooking, at)}
      </Text>
      <BookingStatus myBooking={{ booking, payableHere: false }} />
      <Flex direction="column" gap="5" mt="6">
        {isHers && (
          <EventOfBooking event={booking.event}>
            <StallTicket booking={booking} ticket={ticket} />
          </EventOfBooking>
        )}
        <OrderDetails
          orderId={booking.orderId}
          of={[
            [mela.payment.stall, booking.stallId],
            [mela.payment.stallType, typeName(booking.stallType)],
          ]}
          outcome={booking.outcome}
        />
        {documents.length > 0 && <KeptDocuments documents={documents} />}
        <Timeline events={timeline} />
        <Part id="more" title={strings.notKept}>
          <Text mb="4">{strings.notKeptText}</Text>
          <Button variant="outline" onClick={onRetry}>
            {strings.tryAgain}
          </Button>
        </Part>
      </Flex>
    </PageBody>
  );
}

function KeptDocuments({ documents }: Pick<KeptBooking, "documents">) {
  return (
    <Part id="documents" title={strings.documents}>
      <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" listStyleType="none">
        {documents.map(({ kind, number, amount, issuedAt }) => (
          <li key={number}>
            <Text fontWeight="600">{`${strings.documentKinds[kind]} ${number}`}</Text>
            <Text color="muted">{`${rupees(amount)}, ${indianMoment(issuedAt)}`}</Text>
          </li>
        ))}
      </chakra.ul>
    </Part>
  );
}
