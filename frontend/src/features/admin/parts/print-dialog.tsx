import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { PRINT_KINDS, type PrintKind } from "@sakhi/domain/admin/prints";
import { isolated } from "@sakhi/domain/fields/isolation";
import { printPath } from "@sakhi/domain/site/routes";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { ManagedEvent } from "../../../api/admin-api";
import { DownloadButton } from "./download";
import { RecordDialog } from "./panel";

const strings = {
  open: "Print",
  title: (event: string) => `Print for ${isolated(event)}`,
  lead: "PDFs on A4, in every script, of the stalls that are sold at this moment, online or offline.",
  lists: "Lists are for your own people: they have names. Signs, boards and the plan hang on walls and have none.",
  none: "No stall is sold yet: only the plan has something on it.",
  download: "PDF",
  label: (title: string) => `Download the PDF: ${title}`,
  pending: "Drawing...",
  done: (file: string) => ({ title: "Downloaded", description: file }),
  failed: { title: "Not downloaded", description: "The PDF could not be made. Please try again in a moment." },
  kinds: {
    "by-stall": ["List by stall", "Stall, brand, name, type, missing papers, and a box to tick."],
    "by-name": ["List by name", "The same by the holder's name, for who does not know her stall."],
    "by-type": ["List by type", "The same for each type of stall, with its number."],
    "door-signs": [
      "Door signs",
      "A page for each stall: number and brand large, and a QR code to the brand's page if its owner shows the stall there.",
    ],
    "name-boards": ["Name boards", "Two to a page, to be cut: the brand large, with its stall."],
    plan: ["Plan for the wall", "The plan with all numbers, and the brands by their stalls."],
  } satisfies Record<PrintKind, readonly [title: string, text: string]>,
} as const;

type PrintedEvent = Pick<ManagedEvent, "slug" | "title" | "sold">;

function Kind({ slug, kind }: { readonly slug: string; readonly kind: PrintKind }) {
  const [title, text] = strings.kinds[kind];
  return (
    <chakra.li
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="4"
      py="3"
      borderTop="1px solid {colors.line}"
    >
      <Box minWidth="0">
        <chakra.strong display="block">{title}</chakra.strong>
        <Text textStyle="small" color="muted">
          {text}
        </Text>
      </Box>
      <Box flexShrink="0">
        <DownloadButton
          text={strings.download}
          label={strings.label(title)}
          pending={strings.pending}
          file={() => ({ address: printPath(slug, kind), name: `${kind}.pdf` })}
          done={strings.done}
          failed={strings.failed}
        />
      </Box>
    </chakra.li>
  );
}

/** What can be printed of an event. */
function PrintDialog({ event, onClose }: { readonly event: PrintedEvent; readonly onClose: () => void }) {
  return (
    <RecordDialog title={strings.title(event.title)} actions={null} onClose={onClose}>
      <Text>{event.sold === 0 ? strings.none : strings.lead}</Text>
      <Text color="muted" mt="1" mb="4">
        {strings.lists}
      </Text>
      <chakra.ul>
        {PRINT_KINDS.map((kind) => (
          <Kind key={kind} slug={event.slug} kind={kind} />
        ))}
      </chakra.ul>
    </RecordDialog>
  );
}

/** Opens what can be printed of an event: lists, signs and the plan. */
export function PrintButton({ event }: { readonly event: PrintedEvent | undefined }) {
  const [open, setOpen] = useState(false);
  if (event === undefined) return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Printer aria-hidden />
        <span>{strings.open}</span>
      </Button>
      {open && <PrintDialog event={event} onClose={() => setOpen(false)} />}
    </>
  );
}
