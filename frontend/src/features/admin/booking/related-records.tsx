import { Box, chakra, Grid } from "@chakra-ui/react";
import { invoicePdfPath } from "@sakhi/domain/site/routes";
import { type ReactElement, type ReactNode } from "react";
import {
  type AdminInvoice,
  type AdminMail,
  type AdminRefundResponse,
  type WhatsappMessage,
  type TimelineEntry,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { DownloadButton } from "../parts/download";
import { momentOf } from "../parts/labels";
import { Nothing, Section, ToolLink } from "../parts/panel";
import { strings } from "./booking.strings";
import { Mails } from "./mails";
import { rowStyle } from "./row-style";
import { Timeline } from "./timeline";
import { WhatsappMessages } from "./whatsapp-messages";

/** Invoices and credit notes, each with its PDF. */
function Documents({ invoices }: { readonly invoices: readonly AdminInvoice[] }) {
  const texts = strings.documents;
  if (invoices.length === 0) return <Nothing>{texts.none}</Nothing>;
  return (
    <chakra.ul>
      {invoices.map(({ id, number, kind, issuedAt, amount }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small" minWidth="0">
            <strong>{number}</strong>
            <span>{` · ${texts[kind]}`}</span>
            <Box color="muted">{`${momentOf(issuedAt)} · ${rupees(amount)}`}</Box>
          </Box>
          <DownloadButton
            text={texts.download}
            pending={texts.downloading}
            label={texts.label({ number })}
            file={() => ({ address: invoicePdfPath(id), name: `${number.replaceAll("/", "-")}.pdf` })}
            done={texts.done}
            failed={texts.failed}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

function refundState(state: AdminRefundResponse["state"], byHand: boolean): string {
  if (byHand && state === "pending") return strings.refunds.owed;
  return byHand && state === "succeeded" ? strings.refunds.byHand : strings.refunds.states[state];
}

/** Refunds of a booking or an application. */
function Refunds({ refunds }: { readonly refunds: readonly AdminRefundResponse[] }) {
  return (
    <chakra.ul>
      {refunds.map(({ id, amount, state, reason, createdAt, endedAt, providerStatus, bankReference, byHand }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small">
            <strong>{`${rupees(amount)}, ${refundState(state, byHand)}`}</strong>
            <Box color="muted">
              {[
                momentOf(endedAt ?? createdAt),
                strings.refunds.reasons[reason],
                ...(providerStatus === undefined ? [] : [providerStatus]),
                ...(bankReference === undefined
                  ? []
                  : [strings.refunds[byHand ? "reference" : "bankReference"]({ text: bankReference })]),
              ].join(" · ")}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

interface RelatedRecordsProps {
  readonly timeline: readonly TimelineEntry[];
  readonly temporalUrl?: string | undefined;
  /** Rendered before the documents. */
  readonly above?: ReactNode;
  readonly invoices: readonly AdminInvoice[];
  readonly mails: readonly AdminMail[];
  /** Of a booking. */
  readonly whatsapp?: readonly WhatsappMessage[];
  readonly refunds: readonly AdminRefundResponse[];
  /** Rendered at the end. */
  readonly children?: ReactElement | false;
}

/** What belongs to a booking or to an application. */
export function RelatedRecords({
  timeline,
  temporalUrl,
  above,
  invoices,
  mails,
  whatsapp = [],
  refunds,
  children,
}: RelatedRecordsProps) {
  const { sections } = strings;
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }} columnGap="8" rowGap="5" mt="6">
      <Section title={sections.timeline}>
        {timeline.length === 0 ? <Nothing>{strings.noTimeline}</Nothing> : <Timeline entries={timeline} />}
        {temporalUrl !== undefined && <ToolLink href={temporalUrl}>{strings.temporal}</ToolLink>}
      </Section>
      <Grid gap="5" alignContent="start">
        {above}
        <Section title={sections.documents}>
          <Documents invoices={invoices} />
        </Section>
        <Section title={sections.mails}>
          <Mails mails={mails} />
        </Section>
        {whatsapp.length > 0 && (
          <Section title={sections.whatsapp}>
            <WhatsappMessages messages={whatsapp} />
          </Section>
        )}
        {refunds.length > 0 && (
          <Section title={sections.refunds}>
            <Refunds refunds={refunds} />
          </Section>
        )}
        {children}
      </Grid>
    </Grid>
  );
}
