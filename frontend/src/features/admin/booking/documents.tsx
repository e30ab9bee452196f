import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { ResendMailDto } from "@sakhi/domain/admin/resend-mail.dto";
import { invoicePdfPath } from "@sakhi/domain/site/routes";
import { Send } from "lucide-react";
import { useState } from "react";
import {
  type AdminInvoice,
  type AdminMail,
  type AdminRefundResponse,
  useResendMailMutation,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionDialog } from "../parts/action-dialog";
import { DownloadButton } from "../parts/download";
import { momentOf, humanize, type Tone } from "../parts/labels";
import { Chip, Nothing } from "../parts/panel";
import { useSession } from "../parts/session";
import { actionStrings as actions, strings } from "./booking.strings";

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
export function Documents({ invoices }: { readonly invoices: readonly AdminInvoice[] }) {
  const texts = strings.documents;
  if (invoices.length === 0) return <Nothing>{texts.none}</Nothing>;
  return (
    <chakra.ul>
      {invoices.map(({ id, number, kind, issuedAt, amount }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small" minWidth="0">
            <strong>{number}</strong> · {kind === "credit_note" ? texts.credit_note : texts.invoice}
            <Box color="muted">
              {momentOf(issuedAt)} · {rupees(amount)}
            </Box>
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
      initial={{ to: "" }}
      fields={() => [
        {
          name: "to",
          label: texts.to,
          help: texts.toHelp(mail.to),
          optional: true,
          input: { type: "email", inputMode: "email", autoComplete: "off" },
        },
      ]}
      consequence={({ to = "" }) => texts.consequence(to.trim() === "" ? mail.to : to, mail.state === "sent")}
      texts={texts}
      run={async ({ to }) => {
        const { message } = await resend({ id: mail.id, resendMailDto: { to: to || undefined } }).unwrap();
        return message;
      }}
      onClose={onClose}
    />
  );
}

/** The mails about a booking; an operator can send each again. */
export function Mails({ mails }: { readonly mails: readonly AdminMail[] }) {
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
                  {texts.to(to)} · {momentOf(sentAt ?? createdAt)}
                  {attempts > 1 ? ` · ${texts.attempts(attempts)}` : ""}
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

/** Refunds of a booking or an application. */
export function Refunds({ refunds }: { readonly refunds: readonly AdminRefundResponse[] }) {
  return (
    <chakra.ul>
      {refunds.map(({ id, amount, state, reason, createdAt, endedAt, providerStatus, bankReference }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small">
            <strong>{strings.refunds.line(amount, humanize(state).toLowerCase())}</strong>
            <Box color="muted">
              {momentOf(endedAt ?? createdAt)} · {humanize(reason)}
              {providerStatus === undefined ? "" : ` · ${providerStatus}`}
              {bankReference === undefined ? "" : ` · bank reference ${bankReference}`}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
