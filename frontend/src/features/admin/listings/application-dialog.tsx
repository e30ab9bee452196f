import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { partsInWords } from "@sakhi/domain/brands/page-gate.rules";
import { MODULE_OF_COMPANY_TYPE } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { paymentModeName } from "@sakhi/domain/payments/payment-mode-name";
import { brandPath, dashboardPath } from "@sakhi/domain/site/routes";
import { Store } from "lucide-react";
import { Link } from "react-router-dom";
import { type ApplicationDetails, useGetApplicationQuery } from "../../../api/admin-api";
import { isFailure } from "../../../api/failure";
import { rupees } from "../../../ui/money";
import { formatPhone } from "../../../ui/phone";
import { RelatedRecords } from "../booking/related-records";
import { dayOf, momentOf, type Tone } from "../parts/labels";
import { actionLink, Chip, type Fact, DetailRows, Loaded, momentIf, RecordDialog, Section } from "../parts/panel";
import { useSession } from "../parts/session";
import { ApplicationActions } from "./application-actions";
import { strings } from "./listings.strings";

export const STATE_TONES: Readonly<Record<ApplicationState, Tone>> = {
  submitted: "plain",
  paying: "plain",
  lapsed: "plain",
  under_review: "waiting",
  live: "good",
  expired: "plain",
  rejected: "bad",
  withdrawn: "bad",
  joined: "good",
};

const names = strings.dialog.facts;

const PAGE_TONES = {
  none: "plain",
  draft: "plain",
  sent: "waiting",
  returned: "plain",
  accepted: "good",
} as const satisfies Record<NonNullable<ApplicationDetails["page"]>["state"], Tone>;

/** How far the owner's page is, and what it lacks. */
function PageDetails({
  page,
  askedAt,
}: {
  readonly page: ApplicationDetails["page"];
  readonly askedAt: string | undefined;
}) {
  if (page === undefined) return null;
  const { state, lacks, changeId } = page;
  const facts: Fact[] = [
    [
      strings.page.state,
      <Chip key="state" tone={PAGE_TONES[state]}>
        {strings.page.states[state]}
      </Chip>,
    ],
    [strings.page.lacks, lacks.length === 0 ? undefined : partsInWords(lacks)],
    [strings.page.asked, momentIf(askedAt)],
  ];
  return (
    <Section title={strings.page.title}>
      <DetailRows facts={facts} minWidth="13rem" />
      {changeId !== undefined && (
        <Text mt="3">
          <Link to={dashboardPath({ view: "listings", change: changeId })}>{strings.page.review}</Link>
        </Text>
      )}
    </Section>
  );
}

/** The application's form and state. */
function ApplicationRows({ application }: { readonly application: ApplicationDetails }) {
  const { form, kind, state, liveFrom, liveUntil, reviewSince } = application;
  const yesNo = (yes: boolean) => (yes ? strings.dialog.yes : strings.dialog.no);
  const status: Fact[] = [
    [
      names.state,
      <Chip key="state" tone={STATE_TONES[state]}>
        {strings.states[state]}
      </Chip>,
    ],
    [names.kind, strings.kinds[kind]],
    [names.submitted, momentOf(application.createdAt)],
    [names.reviewSince, momentIf(state === "under_review" ? reviewSince : undefined)],
    [names.liveFrom, liveFrom === undefined ? undefined : dayOf(liveFrom)],
    [names.liveUntil, liveUntil === undefined ? undefined : dayOf(liveUntil)],
    [names.stall, application.booking?.stallId],
    [names.decision, application.decisionReason],
  ];
  const applicant: Fact[] = [
    [names.name, application.fullName],
    [names.email, application.email],
    [names.phone, formatPhone(application.phoneNumber)],
    [names.whatsapp, formatPhone(form.whatsappNumber)],
    [names.contact, formatPhone(form.whatsappBusinessContact)],
    [names.address, form.businessAddress],
  ];
  const business: Fact[] = [
    [names.company, strings.companies[application.companyType]],
    [names.category, categoryLabel(application.businessCategory)],
    [names.stage, strings.stage(form.businessStage)],
    [names.type, strings.type(form.businessType)],
    [names.gst, form.gstNumber],
    [names.document, form.govtDocument],
    [names.pan, form.panNumber],
    [names.website, form.websiteUrl],
    [names.instagram, form.instagramUrl],
    [names.facebook, form.facebookUrl],
    [names.linkedin, form.linkedinUrl],
    [names.group, form.whatsappGroupLink],
    [names.startup, yesNo(form.isStartup)],
    [names.popups, yesNo(form.interestedInPopups)],
    [names.events, strings.participation(form.previousParticipation)],
    [names.heard, strings.heard(form.hearAboutUs)],
  ];
  return (
    <Grid gap="5">
      <Section title={strings.dialog.application}>
        <DetailRows facts={status} minWidth="13rem" />
      </Section>
      <PageDetails page={application.page} askedAt={application.pageAskedAt} />
      <Section title={strings.dialog.applicant}>
        <DetailRows facts={applicant} minWidth="13rem" />
      </Section>
      <Section title={strings.dialog.business}>
        <DetailRows facts={business} minWidth="13rem" />
      </Section>
      <Section title={strings.dialog.story}>
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="text">
          {form.story}
        </chakra.p>
      </Section>
    </Grid>
  );
}

const line = {
  py: "2",
  textStyle: "small",
  overflowWrap: "anywhere",
  _notLast: { borderBottom: "1px dashed {colors.line}" },
} as const;

/** Payment orders, by year. */
function Orders({ orders }: { readonly orders: ApplicationDetails["orders"] }) {
  return (
    <chakra.ul>
      {orders.map((order) => (
        <chakra.li key={order.orderId} {...line}>
          <strong>{rupees(order.amount)}</strong>
          <span>{` ${strings.dialog.order(order.purpose, order.year, order.state)}${order.paymentMode === undefined ? "" : ` · ${paymentModeName(order.paymentMode)}`}`}</span>
          <Box color="muted">
            {`${momentOf(order.paidAt ?? order.createdAt)} · ${order.orderId}${order.transactionId === undefined ? "" : ` · ${order.transactionId}`}`}
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

const texts = strings.dialog;

/** What belongs to an application. */
function ApplicationRecords({ application }: { readonly application: ApplicationDetails }) {
  const { timeline, orders, brand, state, companyType } = application;
  return (
    <RelatedRecords
      {...application}
      timeline={timeline.map(({ what, note, ...event }) => ({
        ...event,
        ...{ kind: "event", sentence: strings.event(what) },
        ...(note === undefined ? {} : { reference: note }),
      }))}
      above={
        <>
          {brand !== undefined && state === "live" && (
            <Box {...actionLink} css={{ "& a": { color: "inherit" } }}>
              <Store size={18} aria-hidden />
              <Link to={brandPath(MODULE_OF_COMPANY_TYPE[companyType], brand.brandName)}>{texts.page}</Link>
            </Box>
          )}
          {orders.length > 0 && (
            <Section title={texts.orders}>
              <Orders orders={orders} />
            </Section>
          )}
        </>
      }
    />
  );
}

/** An application with its history, documents and the operator's actions. */
export function ApplicationDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { canEdit } = useSession();
  const query = useGetApplicationQuery(id);
  const { currentData: application, error } = query;
  const gone = isFailure(error) && error.status === 404;
  return (
    <RecordDialog
      title={application?.brandName ?? texts.application}
      actions={canEdit && application !== undefined && <ApplicationActions application={application} />}
      onClose={onClose}
    >
      <Loaded query={{ ...query, data: application }} loading={texts.loading} failed={gone ? texts.gone : texts.failed}>
        {(details) => (
          <>
            {details.sameName !== undefined && details.state === "under_review" && (
              <Text bg="marigold.soft" borderRadius="card" px="4" py="2.5" mb="4">
                {texts.sameName(details.sameName.brandName)}
              </Text>
            )}
            {details.looksLike !== undefined && details.state === "under_review" && (
              <Text bg="marigold.soft" borderRadius="card" px="4" py="2.5" mb="4">
                {texts.looksLike(details.looksLike.brandName)}
              </Text>
            )}
            <ApplicationRows application={details} />
            <ApplicationRecords application={details} />
          </>
        )}
      </Loaded>
    </RecordDialog>
  );
}
