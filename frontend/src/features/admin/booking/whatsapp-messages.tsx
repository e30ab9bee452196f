import { Box, chakra, Flex } from "@chakra-ui/react";
import { WHATSAPP_TEXTS } from "@sakhi/domain/whatsapp/whatsapp.templates";
import type { WhatsappMessage } from "../../../api/admin-api";
import { momentOf, type Tone } from "../parts/labels";
import { Chip } from "../parts/panel";
import { strings } from "./booking.strings";
import { rowStyle } from "./row-style";

const TONES = {
  ...{ queued: "waiting", sending: "waiting", sent: "waiting", delivered: "good", read: "good" },
  ...{ failed: "bad", skipped: "plain" },
} as const satisfies Record<WhatsappMessage["state"], Tone>;

/** The messages by WhatsApp about a booking, which go beside its mails. */
export function WhatsappMessages({ messages }: { readonly messages: readonly WhatsappMessage[] }) {
  const texts = strings.whatsapp;
  return (
    <chakra.ul>
      {messages.map(({ id, template, state, attempts, problem, createdAt, sentAt, deliveredAt, readAt }) => (
        <chakra.li key={id} css={rowStyle}>
          <Box textStyle="small" minWidth="0" flex="1 1 12rem">
            <Flex gap="2" align="center" wrap="wrap">
              <strong>{WHATSAPP_TEXTS[template].label}</strong>
              <Chip tone={TONES[state]}>{texts.state[state]}</Chip>
            </Flex>
            <Box color="muted">
              {`${momentOf(readAt ?? deliveredAt ?? sentAt ?? createdAt)}${attempts > 1 ? ` · ${strings.mails.attempts({ count: attempts })}` : ""}`}
            </Box>
            {problem !== undefined && (
              <Box color={state === "skipped" ? "muted" : "alarm.text"} overflowWrap="anywhere">
                {problem}
              </Box>
            )}
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
