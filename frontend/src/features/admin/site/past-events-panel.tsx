import { Button, Flex, Text } from "@chakra-ui/react";
import { SHOWCASE_KINDS } from "@sakhi/domain/brands/curation.rules";
import { AddShowcaseEventDto, ChangeShowcaseEventDto } from "@sakhi/domain/brands/showcase.dto";
import { PencilLine, Plus, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import {
  type ShowcaseEvent,
  useAddShowcaseEventMutation,
  useChangeShowcaseEventMutation,
  useListShowcaseEventsQuery,
  useRemoveShowcaseEventMutation,
  useRestoreShowcaseEventMutation,
} from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import {
  ActionButtons,
  ActionDialog,
  type ActionField,
  ReasonDialog,
  reasonField,
  type SubjectProps,
} from "../parts/action-dialog";
import { Chip, Loaded, Panel, RefreshButton } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { strings } from "./site.strings";

const texts = strings.events;
const { labels } = texts;
const off = { autoComplete: "off" } as const;

/** Fields of an event besides the reason. */
const FIELDS: readonly ActionField<AddShowcaseEventDto>[] = [
  { name: "kind", label: labels.kind, options: SHOWCASE_KINDS.map((kind) => [kind, texts.kinds[kind]] as const) },
  { name: "title", label: labels.title, input: off },
  { name: "awardedBy", label: labels.awardedBy, help: texts.byHelp, input: off },
  { name: "dateText", label: labels.dateText, help: texts.dateHelp, input: off },
  { name: "heldOn", label: labels.heldOn, input: { type: "date", max: "9999-12-31" } },
  { name: "timeText", label: labels.timeText, optional: true, input: off },
  { name: "venue", label: labels.venue, optional: true, input: off },
  { name: "description", label: labels.description, optional: true, lines: 4 },
];

function AddEvent({ onClose }: { readonly onClose: () => void }) {
  const [add] = useAddShowcaseEventMutation();
  return (
    <ActionDialog<AddShowcaseEventDto>
      title={texts.addTitle}
      wide
      dto={AddShowcaseEventDto}
      initial={{
        ...{ kind: "sales_fair", title: "", awardedBy: "", dateText: "", heldOn: "" },
        ...{ timeText: "", venue: "", description: "", reason: "" },
      }}
      fields={() => [...FIELDS, reasonField()]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (values) => {
        await add(values).unwrap();
        return texts.added(values.title);
      }}
      onClose={onClose}
    />
  );
}

function ChangeEvent({ subject, onClose }: SubjectProps<ShowcaseEvent>) {
  const [change] = useChangeShowcaseEventMutation();
  const [seen] = useState(subject);
  const { id, kind, title, awardedBy, dateText, heldOn, timeText = "", venue = "", description, version } = seen;
  return (
    <ActionDialog<ChangeShowcaseEventDto>
      title={texts.changeTitle(title)}
      wide
      dto={ChangeShowcaseEventDto}
      initial={{ kind, title, awardedBy, dateText, heldOn, timeText, venue, description, version, reason: "" }}
      fields={() => [...(FIELDS as readonly ActionField<ChangeShowcaseEventDto>[]), reasonField()]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (changeShowcaseEventDto) => {
        await change({ id, changeShowcaseEventDto }).unwrap();
        return texts.done(changeShowcaseEventDto.title);
      }}
      onClose={onClose}
    />
  );
}

function RemoveEvent({ subject: { id, title }, onClose }: SubjectProps<ShowcaseEvent>) {
  const [remove] = useRemoveShowcaseEventMutation();
  return (
    <ReasonDialog
      title={texts.removeTitle(title)}
      danger
      consequence={texts.removeConsequence}
      texts={{ confirm: texts.confirmRemove, pending: texts.pending }}
      run={async (reason) => {
        await remove({ id, reasonDto: { reason } }).unwrap();
        return texts.isRemoved(title);
      }}
      onClose={onClose}
    />
  );
}

function RestoreEvent({ subject: { id, title }, onClose }: SubjectProps<ShowcaseEvent>) {
  const [restore] = useRestoreShowcaseEventMutation();
  return (
    <ReasonDialog
      title={texts.restoreTitle(title)}
      consequence={texts.restoreConsequence}
      texts={{ confirm: texts.confirmRestore, pending: texts.pending }}
      run={async (reason) => {
        await restore({ id, reasonDto: { reason } }).unwrap();
        return texts.isRestored(title);
      }}
      onClose={onClose}
    />
  );
}

const { columns } = texts;
const COLUMNS: readonly Column<ShowcaseEvent>[] = [
  { label: columns.title, heads: true, cell: ({ title }) => <strong>{title}</strong> },
  { label: columns.kind, cell: ({ kind }) => texts.kinds[kind] },
  { label: columns.date, cell: ({ dateText }) => dateText },
  { label: columns.by, cell: ({ awardedBy }) => awardedBy },
  {
    label: columns.state,
    cell: ({ removedAt }) =>
      removedAt === undefined ? <Chip tone="good">{texts.shown}</Chip> : <Chip tone="bad">{texts.removed}</Chip>,
  },
];

const ACTION_COLUMN: Column<ShowcaseEvent> = {
  label: columns.actions,
  pressed: true,
  wide: true,
  cell: (event) => {
    const { title, removedAt } = event;
    const remove = {
      ...{ id: "remove", label: texts.remove, accessibleName: texts.removeLabel(title) },
      ...{ Icon: Trash2, Dialog: RemoveEvent },
    };
    const undo = {
      ...{ id: "remove", label: texts.undo, accessibleName: texts.undoLabel(title) },
      ...{ Icon: Undo2, Dialog: RestoreEvent },
    };
    const change = {
      ...{ label: texts.change, accessibleName: texts.changeLabel(title) },
      ...{ Icon: PencilLine, Dialog: ChangeEvent },
    };
    return (
      <Flex gap="2" wrap="wrap">
        <ActionButtons size="sm" subject={event} actions={removedAt === undefined ? [change, remove] : [undo]} />
      </Flex>
    );
  },
};

/** Fairs, pop-ups and awards of the past. */
export function PastEventsPanel() {
  const { canEdit } = useSession();
  const query = useListShowcaseEventsQuery();
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <RefreshButton query={query} />
          {canEdit && (
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {texts.add}
            </Button>
          )}
        </Flex>
      }
    >
      <Text color="muted" mb="4" maxWidth="text">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(events) =>
          events.length === 0 ? (
            <EmptyState title={texts.empty} level="h3">
              <Text color="muted">{texts.emptyText}</Text>
            </EmptyState>
          ) : (
            <RowsTable
              label={texts.table}
              columns={canEdit ? [...COLUMNS, ACTION_COLUMN] : COLUMNS}
              rows={events}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      {adding && <AddEvent onClose={() => setAdding(false)} />}
    </Panel>
  );
}
