import { Box, Button, chakra, Flex, Grid } from "@chakra-ui/react";
import { ResendMailDto } from "@sakhi/domain/admin/resend-mail.dto";
import { invoicePdfPath } from "@sakhi/domain/site/routes";
import { CircleDot, CreditCard, FileText, type LucideIcon, Mail, Send, Undo2 } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import {
  type AdminInvoice,
  type AdminMail,
  type AdminRefundResponse,
  type TimelineEntry,
  useResendMailMutation,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { DownloadButton } from "../parts/download";
import { dayOf, momentOf, secondOf, humanize, type Tone } from "../parts/labels";
import { Chip, Nothing, Section, ToolLink } from "../parts/panel";
import { useSession } from "../parts/session";
import { actionStrings as actions, strings } from "./booking.strings";

const ICONS: Readonly<Record<TimelineEntry["kind"], LucideIcon>> = {
  event: CircleDot,
  payment: CreditCard,
  invoice: FileText,
  mail: Mail,
  refund: Undo2,
};

/** Label of an event's actor; operators by name. */
export function actorLabel({ by, administrator }: Pick<TimelineEntry, "by" | "administrator">): string {
  if (administrator !== undefined) return administrator;
  const known: Readonly<Record<string, string>> = strings.by;
  return known[by] ?? by;
}

/** The history of a booking or an application, oldest first. */
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
                <time dateTime={entry.at}>{`${dayOf(entry.at)}, ${secondOf(entry.at)}`}</time>
                <span>{` · ${actorLabel(entry)}${entry.reference === undefined ? "" : ` · ${entry.reference}`}`}</span>
              </Box>
              {entry.reason !== undefined && <Box overflowWrap="anywhere">{`“${entry.reason}”`}</Box>}
            </Box>
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}

const rowStyle = {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "center",
  gap: "0.5rem",
  py: "0.5rem",
  _notLast: { borderBottom: "1px dashed {colors.line}" },
} as const;

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
            <span>{` · ${kind === "credit_note" ? texts.credit_note : texts.invoice}`}</span>
            <Box color="muted">{`${momentOf(issuedAt)} · ${rupees(amount)}`}</Box>
          </Box>
          <DownloadButton
            text={texts.download}
            pending={texts.downloading}
            label={texts.label(number)}
            file={() => ({ address: invoicePdfPath(id), name: `${number.replaceAll("/", "-")}.pdf` })}
            done={texts.done}
            failed={texts.failed}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

const MAIL_TONES = { queued: "waiting", sending: "waiting", sent: "good", failed: "bad" } as const satisfies Record<
  AdminMail["state"],
  Tone
>;

function ResendDialog({ mail, onClose }: { readonly mail: AdminMail; readonly onClose: () => void }) {
  const [resend] = useResendMailMutation();
  const texts = actions.resend;
  return (
    <ActionDialog
      title={texts.title(humanize(mail.template))}
      dto={ResendMailDto}
      initial={{ to: "", reason: "" }}
      fields={({ to = "" }) => [
        {
          name: "to",
          label: texts.to,
          help: texts.toHelp(mail.to),
          optional: true,
          input: { type: "email", inputMode: "email", autoComplete: "off" },
        },
        ...(to.trim() === "" ? [] : [{ ...reasonField(), help: texts.reasonHelp }]),
      ]}
      consequence={({ to = "" }) =>
        to.trim() === ""
          ? texts.consequence(mail.to, mail.state === "sent")
          : texts.consequenceOther(to.trim(), mail.to)
      }
      texts={texts}
      run={async ({ to, reason }) => {
        const elsewhere = to === undefined || to === "" ? {} : { to, reason };
        const { message } = await resend({ id: mail.id, resendMailDto: elsewhere }).unwrap();
        return message;
      }}
      onClose={onClose}
    />
  );
}

/** The mails about a booking; an operator can send each again. */
function Mails({ mails }: { readonly mails: readonly AdminMail[] }) {
  const { canEdit } = useSession();
  const [chosen, setChosen] = useState<AdminMail>();
  const texts = strings.mails;
  if (mails.length === 0) return <Nothing>{texts.none}</Nothing>;
  return (
    <>
      <chakra.ul>
        {mails.map((mail) => {
          const { id, template, to, state, attempts, lastError, createdAt, sentAt, copy } = mail;
          return (
            <chakra.li key={id} css={rowStyle}>
              <Box textStyle="small" minWidth="0" flex="1 1 12rem">
                <Flex gap="2" align="center" wrap="wrap">
                  <strong>{humanize(template)}</strong>
                  <Chip tone={MAIL_TONES[state]}>{texts.state[state]}</Chip>
                  {copy && <span>({texts.copy})</span>}
                </Flex>
                <Box color="muted" overflowWrap="anywhere">
                  {`${texts.to(to)} · ${momentOf(sentAt ?? createdAt)}${attempts > 1 ? ` · ${texts.attempts(attempts)}` : ""}`}
                </Box>
                {lastError !== undefined && state !== "sent" && (
                  <Box color="alarm.text" overflowWrap="anywhere">
                    {lastError}
                  </Box>
                )}
              </Box>
              {canEdit && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={texts.resendLabel(humanize(template))}
                  onClick={() => setChosen(mail)}
                >
                  <Send aria-hidden />
                  {texts.resend}
                </Button>
              )}
            </chakra.li>
          );
        })}
      </chakra.ul>
      {chosen !== undefined && <ResendDialog mail={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function refundState(state: AdminRefundResponse["state"], byHand: boolean): string {
  if (byHand && state === "pending") return strings.refunds.owed;
  return byHand && state === "succeeded" ? strings.refunds.byHand : humanize(state).toLowerCase();
}

/** Refunds of a booking or an application. */
function Refunds({ refunds }: { readonly refunds: readonly AdminRefundResponse[] }) {
  return (
    <chakra.ul>
      {refunds.map(({ id, amount, state, reason, createdAt, endedAt, providerStatus, bankReference, byHand }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small">
            <strong>{strings.refunds.line(amount, refundState(state, byHand))}</strong>
            <Box color="muted">
              {[
                momentOf(endedAt ?? createdAt),
                humanize(reason),
                ...(providerStatus === undefined ? [] : [providerStatus]),
                ...(bankReference === undefined
                  ? []
                  : [strings.refunds[byHand ? "reference" : "bankReference"](bankReference)]),
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
