import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { ResendMailDto } from "@sakhi/domain/admin/resend-mail.dto";
import { Send } from "lucide-react";
import { useState } from "react";
import { type AdminMail, useResendMailMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { momentOf, type Tone } from "../parts/labels";
import { Chip, Nothing } from "../parts/panel";
import { useRight } from "../parts/session";
import { actionStrings as actions, strings } from "./booking.strings";
import { mailLabel } from "./mail-label";
import { rowStyle } from "./row-style";

const MAIL_TONES = { queued: "waiting", sending: "waiting", sent: "good", failed: "bad" } as const satisfies Record<
  AdminMail["state"],
  Tone
>;

function ResendDialog({ mail, onClose }: { readonly mail: AdminMail; readonly onClose: () => void }) {
  const [resend] = useResendMailMutation();
  const texts = actions.resend;
  return (
    <ActionDialog
      title={texts.title({ template: mailLabel(mail.template) })}
      dto={ResendMailDto}
      initial={{ to: "", reason: "" }}
      fields={({ to = "" }) => [
        {
          name: "to",
          label: texts.to,
          help: texts.toHelp({ address: mail.to }),
          optional: true,
          input: { type: "email", inputMode: "email", autoComplete: "off" },
        },
        ...(to.trim() === "" ? [] : [{ ...reasonField(), help: texts.reasonHelp }]),
      ]}
      consequence={({ to = "" }) =>
        to.trim() === ""
          ? (mail.state === "sent" ? texts.consequenceCopy : texts.consequence)({ address: mail.to })
          : texts.consequenceOther({ address: to.trim(), booked: mail.to })
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
export function Mails({ mails }: { readonly mails: readonly AdminMail[] }) {
  const canEdit = useRight("messages.change");
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
                  <strong>{mailLabel(template)}</strong>
                  <Chip tone={MAIL_TONES[state]}>{texts.state[state]}</Chip>
                  {copy && <span>({texts.copy})</span>}
                </Flex>
                <Box color="muted" overflowWrap="anywhere">
                  {`${texts.to({ address: to })} · ${momentOf(sentAt ?? createdAt)}${attempts > 1 ? ` · ${texts.attempts({ count: attempts })}` : ""}`}
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
                  aria-label={texts.resendLabel({ template: mailLabel(template) })}
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
