import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { hasRight, type Right } from "@sakhi/domain/access/rights";
import { Archive, CalendarClock, CalendarPlus, CalendarX, Copy, Eye, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type ManagedEvent,
  useListEventsQuery,
  usePublishEventMutation,
  useRemoveEventMutation,
} from "../../../api/admin-api";
import { ActionButtons, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { exactMomentOf, type Tone } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useRight, useSession } from "../parts/session";
import { ArchiveEvent, NotYet } from "./archive-event";
import { CreateEvent, Duplicate } from "./create-event";
import { CancelEvent } from "./event-cancellation";
import { strings as changeStrings } from "./event-changes.strings";
import { Reschedule } from "./event-reschedule";
import { strings } from "./event.strings";

const texts = strings.events;
const { columns } = texts;

const TONES: Readonly<Record<ManagedEvent["status"], Tone>> = {
  draft: "waiting",
  published: "good",
  archived: "plain",
  cancelled: "bad",
};

function Publish({ subject, onClose }: SubjectProps<ManagedEvent>) {
  const [publish] = usePublishEventMutation();
  const { title, slug, missing } = subject;
  const heading = texts.publish.dialog(title);
  if (missing.length > 0) {
    return <NotYet title={heading} lead={texts.publish.incomplete} problems={missing} onClose={onClose} />;
  }
  return (
    <ReasonDialog
      title={heading}
      consequence={texts.publish.ready}
      texts={texts.publish}
      run={async (reason) => {
        await publish({ slug, reasonDto: { reason } }).unwrap();
        return texts.publish.done(title);
      }}
      onClose={onClose}
    />
  );
}

function Remove({ subject: { title, slug }, onClose }: SubjectProps<ManagedEvent>) {
  const { get, put } = useAddress();
  const { data: events = [] } = useListEventsQuery();
  const [remove] = useRemoveEventMutation();
  return (
    <ReasonDialog
      danger
      title={texts.remove.dialog(title)}
      consequence={texts.remove.consequence}
      texts={texts.remove}
      run={async (reason) => {
        // The view must not ask for an event that is gone.
        const isShown = get("event") === slug;
        await remove({ slug, reasonDto: { reason } }).unwrap();
        if (isShown) put({ event: events.find(({ current }) => current)?.slug ?? "" }, { replace: true });
        return texts.remove.done(title);
      }}
      onClose={onClose}
    />
  );
}

function Sales({ status, stalls, salesOpenAt, salesCloseAt }: ManagedEvent) {
  if (stalls === 0 && status !== "draft") return <>{texts.announced}</>;
  return (
    <>
      {salesOpenAt !== undefined && <Box>{texts.opens(exactMomentOf(salesOpenAt))}</Box>}
      <Box>{salesCloseAt === undefined ? texts.noEnd : texts.closes(exactMomentOf(salesCloseAt))}</Box>
    </>
  );
}

const COLUMNS: readonly Column<ManagedEvent>[] = [
  {
    label: columns.event,
    heads: true,
    cell: ({ title, current }) => (
      <>
        <chakra.strong>{title}</chakra.strong>
        {current && <span data-sub>{texts.current}</span>}
      </>
    ),
  },
  { label: columns.days, cell: ({ dates }) => dates },
  { label: columns.sales, cell: Sales },
  {
    label: columns.sold,
    number: true,
    cell: ({ sold, stalls, unpaid }) => (
      <>
        <span>{texts.sold(sold, stalls)}</span>
        {unpaid > 0 && <span data-sub>{texts.unpaid(unpaid)}</span>}
      </>
    ),
  },
  { label: columns.status, cell: ({ status }) => <Chip tone={TONES[status]}>{texts.statuses[status]}</Chip> },
];

/** Actions that an operator has on an event. */
function actionsOf({ title, status }: ManagedEvent, may: (right: Right) => boolean) {
  const duplicate = { label: texts.duplicate.button, accessibleName: texts.duplicate.label(title), Icon: Copy };
  const publish = { label: texts.publish.button, accessibleName: texts.publish.label(title), Icon: Send };
  const archive = { label: texts.archive.button, accessibleName: texts.archive.label(title), Icon: Archive };
  const { reschedule: newDates, cancel: ended } = changeStrings;
  const reschedule = { label: newDates.button, accessibleName: newDates.label(title), Icon: CalendarClock };
  const cancel = { label: ended.button, accessibleName: ended.label(title), Icon: CalendarX };
  const remove = { label: texts.remove.button, accessibleName: texts.remove.label(title), Icon: Trash2 };
  return [
    ...(may("events.create") ? [{ ...duplicate, Dialog: Duplicate }] : []),
    ...(status === "draft" ? [{ ...publish, Dialog: Publish }] : []),
    ...(status === "published"
      ? [
          { ...reschedule, Dialog: Reschedule },
          { ...archive, Dialog: ArchiveEvent },
          ...(may("events.cancel") ? [{ ...cancel, Dialog: CancelEvent }] : []),
        ]
      : []),
    ...(status === "draft" ? [{ ...remove, Dialog: Remove }] : []),
  ];
}

function Actions({ event }: { readonly event: ManagedEvent }) {
  const { access, canEdit } = useSession();
  const { get, put } = useAddress();
  const slug = event.current ? "" : event.slug;
  return (
    <Flex gap="2" wrap="wrap">
      {get("event") !== slug && (
        <Button
          size="sm"
          variant="outline"
          aria-label={texts.showLabel(event.title)}
          onClick={() => put({ event: slug })}
        >
          <Eye aria-hidden />
          {texts.show}
        </Button>
      )}
      {canEdit && (
        <ActionButtons size="sm" subject={event} actions={actionsOf(event, (right) => hasRight(access, right))} />
      )}
    </Flex>
  );
}

const ACTION_COLUMN: Column<ManagedEvent> = {
  ...{ label: columns.actions, wide: true, pressed: true },
  cell: (event) => <Actions event={event} />,
};

/** All events with what was sold; operators create, duplicate, publish, archive and delete them. */
export function EventsPanel() {
  const creates = useRight("events.create");
  const query = useListEventsQuery();
  const [creating, setCreating] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        creates && (
          <Button size="sm" onClick={() => setCreating(true)}>
            <CalendarPlus aria-hidden />
            {texts.create.button}
          </Button>
        )
      }
    >
      <Text color="muted" mb="4">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(events) => (
          <RowsTable
            label={texts.table}
            columns={[...COLUMNS, ACTION_COLUMN]}
            rows={events}
            keyOf={({ slug }) => slug}
          />
        )}
      </Loaded>
      {creating && <CreateEvent title={texts.create.dialog} planOf="" onClose={() => setCreating(false)} />}
    </Panel>
  );
}
