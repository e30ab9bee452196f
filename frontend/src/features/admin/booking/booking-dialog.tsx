import { Box, Button, chakra, Flex, Grid, Skeleton } from "@chakra-ui/react";
import { ExternalLink } from "lucide-react";
import type { AdminBooking, Registration } from "../../../api/admin-api";
import { useGetAdminBookingQuery } from "../../../api/admin-api";
import { isFailure } from "../../../api/failure";
import { Modal } from "../../../ui/dialog";
import { Hidden } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { useSession } from "../frame/session";
import { AuditList } from "../parts/audit-list";
import { Nothing } from "../parts/panel";
import { BookingActions } from "./actions";
import { strings } from "./booking.strings";
import { Documents, Mails, Refunds } from "./documents";
import { Section, Sections } from "./sections";
import { Timeline } from "./timeline";

function Belongings({ booking }: { readonly booking: AdminBooking }) {
  const { sections } = strings;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5" mt="6">
      <Section title={sections.timeline}>
        {booking.timeline.length === 0 ? (
          <Nothing>{strings.noTimeline}</Nothing>
        ) : (
          <Timeline entries={booking.timeline} />
        )}
        {booking.temporalUrl !== undefined && (
          <chakra.a
            href={booking.temporalUrl}
            target="_blank"
            rel="noreferrer"
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            fontWeight="600"
            color="indigo.text"
            textDecoration="underline"
          >
            {strings.temporal}
            <ExternalLink size={16} aria-hidden />
          </chakra.a>
        )}
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
 * "Registration Details" (T-226): the six sections, the booking's story beside its Temporal history, its papers and
 * mails, and what an operator can do with it.
 */
export function BookingDialog({ id, registration, onClose }: BookingDialogProps) {
  const { mayChange } = useSession();
  const { currentData: booking, isError, isFetching, error, refetch } = useGetAdminBookingQuery(id);
  const gone = isFailure(error) && error.status === 404;
  const known = booking !== undefined || registration !== undefined;
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
      {known && <Sections registration={registration} booking={booking} />}
      {booking !== undefined ? (
        <Belongings booking={booking} />
      ) : isError ? (
        <Box mt={known ? "6" : "0"}>
          <FailureState
            message={gone ? strings.gone : strings.failed}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Box>
      ) : (
        <Box mt="6">
          <Hidden>
            <span role="status">{strings.loading}</span>
          </Hidden>
          <Skeleton height="12rem" />
        </Box>
      )}
    </Modal>
  );
}
