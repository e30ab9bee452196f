import { ago, type DatabaseRule } from "./rule.js";

/** Messages to holders (docs/decisions/0111). */
export const MESSAGE_RULES: readonly DatabaseRule[] = [
  {
    name: "message-once-each",
    description: "Every holder whose turn came in a message has exactly one mail of it, and nobody else has one.",
    resolution:
      "Without a mail: write to the holder by hand. A mail without its turn: find out what queued it; a message is queued by its turn only.",
    // Sending again makes a copy, with a key of its own.
    sql: () => `
      SELECT r.message_id::text AS id, format('booking %s: her turn came, and no mail was queued', r.booking_id) AS detail
        FROM message_recipients r
       WHERE r.state = 'mailed'
         AND NOT EXISTS (SELECT FROM mails m WHERE m.dedupe_key = 'message/' || r.message_id || '/' || r.booking_id)
      UNION ALL
      SELECT m.id::text, 'a message to a holder whose turn did not come' FROM mails m
       WHERE m.template = 'holder-message' AND m.booking_id IS NOT NULL AND m.copy_of IS NULL
         AND NOT EXISTS (SELECT FROM message_recipients r
                          WHERE m.dedupe_key = 'message/' || r.message_id || '/' || r.booking_id
                            AND r.booking_id = m.booking_id AND r.state = 'mailed')
      UNION ALL
      SELECT m.id::text, 'it is done, and somebody still waits for her turn' FROM messages m
       WHERE m.state = 'done'
         AND EXISTS (SELECT FROM message_recipients r WHERE r.message_id = m.id AND r.state = 'waiting')`,
  },
  {
    name: "message-files-there",
    description: "Every file of a message that is not ended belongs to its event and is there.",
    resolution: "Upload the file again under Messages, and choose it in the message. Find out what removed it.",
    sql: () => `
      SELECT m.id::text AS id, format('file %s is gone', file) AS detail
        FROM messages m CROSS JOIN unnest(m.file_ids) AS file
       WHERE m.ended_at IS NULL
         AND NOT EXISTS (SELECT FROM event_files f WHERE f.id = file AND f.event_id = m.event_id)`,
  },
  {
    name: "messages-move",
    description: "A message that is due goes out, and one that is being sent reaches holders until it is done.",
    resolution: "Is jobs running? Its log names the holder whose mail could not be queued.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT m.id::text, format('due since %s', coalesce(m.send_at, m.scheduled_at)) AS detail
        FROM messages m JOIN events e ON e.id = m.event_id
       WHERE m.state = 'waiting' AND m.timing IN ('now', 'at') AND e.status IN ('published', 'archived')
         AND coalesce(m.send_at, m.scheduled_at) < ${ago(graceSeconds)}
      UNION ALL
      SELECT m.id::text, 'it is being sent, and nobody was reached for an hour' FROM messages m
       WHERE m.state = 'sending' AND m.started_at < ${ago(graceSeconds + 3_600)}
         AND NOT EXISTS (SELECT FROM message_recipients r WHERE r.decided_at > ${ago(3_600)})`,
  },
];
