import { Box, chakra } from "@chakra-ui/react";
import { CircleDot, CreditCard, FileText, type LucideIcon, Mail, MessageCircle, Undo2 } from "lucide-react";
import { type TimelineEntry } from "../../../api/admin-api";
import { dayOf, secondOf } from "../parts/labels";
import { strings } from "./booking.strings";

const ICONS: Readonly<Record<TimelineEntry["kind"], LucideIcon>> = {
  event: CircleDot,
  payment: CreditCard,
  invoice: FileText,
  mail: Mail,
  whatsapp: MessageCircle,
  refund: Undo2,
};

/** Label of an event's actor; operators by name. */
export function actorLabel({ by, administrator }: Pick<TimelineEntry, "by" | "administrator">): string {
  if (administrator !== undefined) return administrator;
  const known: Readonly<Record<string, string>> = strings.by;
  return known[by] ?? by;
}

/** The history of a booking or an application, oldest first. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
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
