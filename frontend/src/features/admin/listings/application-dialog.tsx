import { MODULE_OF_COMPANY_TYPE } from "@sakhi/domain/catalogue/categories";
import { brandPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex, Grid, Skeleton, Text } from "@chakra-ui/react";
import { ExternalLink, Store } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { isFailure } from "../../../api/failure";
import type { ApplicationDetails } from "../../../api/review-api";
import { useGetApplicationQuery } from "../../../api/review-api";
import { Modal } from "../../../ui/dialog";
import { Hidden } from "../../../ui/page";
import { FailureState } from "../../../ui/states";
import { useSession } from "../frame/session";
import { Nothing } from "../parts/panel";
import { ApplicationActions } from "./application-actions";
import { ApplicationFacts } from "./application-facts";
import {
  ApplicationDocuments,
  ApplicationMails,
  Orders,
  RefundLines,
  Timeline,
} from "./application-documents";
import { strings } from "./listings.strings";

const words = strings.dialog;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <chakra.section minWidth="0">
      <chakra.h3 textStyle="h3" mb="2">
        {title}
      </chakra.h3>
      {children}
    </chakra.section>
  );
}

const outward = {
  display: "inline-flex",
  alignItems: "center",
  gap: "2",
  minHeight: "tap",
  fontWeight: "600",
  color: "indigo.text",
  textDecoration: "underline",
} as const;

function Belongings({ application }: { readonly application: ApplicationDetails }) {
  const { timeline, orders, invoices, mails, refunds, temporalUrl, brand, state, companyType } = application;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5" mt="6">
      <Section title={words.timeline}>
        {timeline.length === 0 ? <Nothing>{words.noTimeline}</Nothing> : <Timeline events={timeline} />}
        {temporalUrl !== undefined && (
          <chakra.a href={temporalUrl} target="_blank" rel="noreferrer" {...outward}>
            {words.temporal}
            <ExternalLink size={16} aria-hidden />
          </chakra.a>
        )}
      </Section>
      <Grid gap="5" alignContent="start">
        {brand !== undefined && state === "live" && (
          <Box {...outward} css={{ "& a": { color: "inherit" } }}>
            <Store size={18} aria-hidden />
            <Link to={brandPath(MODULE_OF_COMPANY_TYPE[companyType], brand.brandName)}>{words.page}</Link>
          </Box>
        )}
        {orders.length > 0 && (
          <Section title={words.orders}>
            <Orders orders={orders} />
          </Section>
        )}
        <Section title={words.documents}>
          <ApplicationDocuments invoices={invoices} />
        </Section>
        {refunds.length > 0 && (
          <Section title={words.refunds}>
            <RefundLines refunds={refunds} />
          </Section>
        )}
        <Section title={words.mails}>
          <ApplicationMails mails={mails} />
        </Section>
      </Grid>
    </Grid>
  );
}

/** An application: what was handed in, what came of it, and what an operator can do. */
export function ApplicationDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { mayChange } = useSession();
  const { currentData: application, isError, isFetching, error, refetch } = useGetApplicationQuery(id);
  const gone = isFailure(error) && error.status === 404;
  return (
    <Modal
      open
      wide
      title={application?.brandName ?? words.application}
      onClose={onClose}
      footer={
        <Flex width="full" gap="3" wrap="wrap" justify="flex-end">
          {mayChange && application !== undefined && <ApplicationActions application={application} />}
          <Button variant="subtle" onClick={onClose}>
            {words.close}
          </Button>
        </Flex>
      }
    >
      {application !== undefined ? (
        <>
          {application.sameName !== undefined && application.state === "under_review" && (
            <Text bg="marigold.soft" borderRadius="card" px="4" py="2.5" mb="4">
              {words.sameName(application.sameName.brandName)}
            </Text>
          )}
          <ApplicationFacts application={application} />
          <Belongings application={application} />
        </>
      ) : isError ? (
        <FailureState
          message={gone ? words.gone : words.failed}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Hidden>
            <span role="status">{words.loading}</span>
          </Hidden>
          <Skeleton height="16rem" />
        </>
      )}
    </Modal>
  );
}
