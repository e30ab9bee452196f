import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { PRINT_KINDS, type PrintKind } from "@sakhi/domain/admin/prints";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-print";
import { printPath } from "@sakhi/domain/site/routes";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { ManagedEvent } from "../../../api/admin-api";
import { DownloadButton } from "./download";
import { RecordDialog } from "./panel";

const { kinds } = messages.print;

const strings = {
  ...messages.print,
  title: (event: string) => messages.print.title({ event: isolated(event) }),
  label: (title: string) => messages.print.label({ title }),
  done: (file: string) => ({ title: messages.print.done, description: file }),
  kinds: {
    "by-stall": kinds.byStall,
    "by-name": kinds.byName,
    "by-type": kinds.byType,
    "door-signs": kinds.doorSigns,
    "name-boards": kinds.nameBoards,
    plan: kinds.plan,
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
