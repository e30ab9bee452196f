import { ago, type DatabaseRule } from "./rule.js";

/** Messages by WhatsApp (docs/decisions/0122). */
export const WHATSAPP_RULES: readonly DatabaseRule[] = [
  {
    name: "whatsapp-by-consent",
    description:
      "Every message by WhatsApp went to somebody who had agreed to it, about her own booking or application, and who had not ended it.",
    resolution: "Apologise to the person, and find out what sent it: only the rules of domain/src/whatsapp decide.",
    // A message that is being sent while its consent ends is still that of before.
    sql: () => `
      SELECT m.id::text AS id, format('%s: sent without a consent', m.template) AS detail
        FROM whatsapp_messages m JOIN whatsapp_consents c ON c.id = m.consent_id
       WHERE m.sent_at IS NOT NULL
         AND (c.given_at > m.created_at OR c.withdrawn_at < m.claimed_at
              OR c.subject_id IS DISTINCT FROM coalesce(m.booking_id, m.application_id))`,
  },
  {
    name: "whatsapp-messages-move",
    description: "A message by WhatsApp that is due is sent, or says why not.",
    resolution: "Is jobs running, with the settings WHATSAPP_…? Its log and the message's problem say why it waits.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT m.id::text, format('%s: due since %s', m.template, coalesce(m.due_at, m.created_at)) AS detail
        FROM whatsapp_messages m
       WHERE m.state IN ('queued', 'sending')
         AND greatest(m.due_at, m.claimed_at, m.created_at) < ${ago(graceSeconds + 4 * 3_600)}`,
  },
];
