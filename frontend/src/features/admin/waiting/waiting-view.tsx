import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { WaitingSettingsDto } from "@sakhi/domain/waiting/waiting.dto";
import { PencilLine, Undo2, UserMinus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  useChangeWaitingSettingsMutation,
  useGetWaitingListQuery,
  useStepWaitingPlaceMutation,
  type WaitingListResponse,
  type WaitingPersonResponse,
} from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { stallAddress } from "../addresses";
import { ActionButtons, ActionDialog, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { useEventSlug } from "../parts/chosen-event";
import { momentOf } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { strings } from "./waiting.strings";

type Person = WaitingPersonResponse;
const OPEN: readonly Person["state"][] = ["waiting", "offered", "taken"];
/** How often the list is read again, in ms: offers are made and end automatically. */
const POLL_MS = 30_000;

/** ?view=waiting: who waits for stalls of the event, and what became of others. */
export function WaitingView() {
  const slug = useEventSlug();
  const { canEdit } = useSession();
  const query = useGetWaitingListQuery(slug, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  return (
    <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
      {(list) => <WaitingList slug={slug} list={list} canEdit={canEdit} />}
    </Loaded>
  );
}

interface ListProps {
  readonly slug: string;
  readonly list: WaitingListResponse;
  readonly canEdit: boolean;
}

function WaitingList({ slug, list: { offerHours, places }, canEdit }: ListProps) {
  const [changing, setChanging] = useState(false);
  const open = places.filter(({ state }) => OPEN.includes(state));
  const ended = places.filter(({ state }) => !OPEN.includes(state));
  const waiting = open.filter(({ state }) => state === "waiting").length;
  const columns = columnsOf(slug);
  const actions: Column<Person> = {
    ...{ label: strings.columns.actions, wide: true, pressed: true },
    cell: (person) => (
      <Flex gap="2" wrap="wrap">
        <ActionButtons size="sm" subject={person} actions={actionsOf(person)} />
      </Flex>
    ),
  };
  return (
    <Flex direction="column" gap="5">
      <Panel title={strings.title}>
        <Text color="muted" mb="4">
          {strings.lead}
        </Text>
        <Flex gap="3" wrap="wrap" align="center">
          <Text>{strings.settings(offerHours)}</Text>
          {canEdit && (
            <Button size="sm" variant="outline" data-unprinted onClick={() => setChanging(true)}>
              <PencilLine aria-hidden />
              <span>{strings.change}</span>
            </Button>
          )}
        </Flex>
        <Box mt="5">
          {open.length === 0 ? (
            <EmptyState title={strings.none}>
              <Text>{strings.noneText}</Text>
            </EmptyState>
          ) : (
            <>
              <Text fontWeight="600" mb="3">
                {strings.open(waiting, open.length - waiting)}
              </Text>
              <RowsTable
                label={strings.table}
                rows={open}
                keyOf={({ id }) => id}
                columns={canEdit ? [...columns, actions] : columns}
              />
            </>
          )}
        </Box>
      </Panel>
      {ended.length > 0 && (
        <Panel title={strings.ended}>
          <RowsTable label={strings.endedTable} rows={ended} keyOf={({ id }) => id} columns={columns.slice(1)} />
        </Panel>
      )}
      {changing && <ChangeHours slug={slug} offerHours={offerHours} onClose={() => setChanging(false)} />}
    </Flex>
  );
}

function columnsOf(slug: string): readonly Column<Person>[] {
  const { columns } = strings;
  return [
    { label: columns.place, number: true, cell: ({ place }) => place ?? "" },
    { label: columns.name, heads: true, cell: ({ fullName }) => fullName },
    { label: columns.type, cell: ({ stallType }) => stallTypeLabel(stallType) },
    {
      ...{ label: columns.contact, wide: true },
      cell: ({ email, phoneNumber }) => (
        <>
          <chakra.span display="block">{email}</chakra.span>
          <span>{phoneNumber}</span>
        </>
      ),
    },
    {
      ...{ label: columns.state, wide: true },
      cell: ({ state, confirmed, endedAt }) => {
        const [label, tone] = strings.states[state];
        return (
          <>
            <Chip tone={tone}>{label}</Chip>
            {state === "waiting" && !confirmed && <span data-sub>{strings.unconfirmed}</span>}
            {endedAt !== undefined && <span data-sub>{momentOf(endedAt)}</span>}
          </>
        );
      },
    },
    {
      label: columns.stall,
      cell: ({ stallId, offerUntil }) =>
        stallId === undefined ? (
          ""
        ) : (
          <>
            <Link to={stallAddress(stallId, slug)}>{stallId}</Link>
            {offerUntil !== undefined && <span data-sub>{strings.until(momentOf(offerUntil))}</span>}
          </>
        ),
    },
    { label: columns.joined, cell: ({ joinedAt }) => momentOf(joinedAt) },
  ];
}

function actionsOf({ state, stallId = "", fullName }: Person) {
  const { reclaim, remove } = strings;
  const back = {
    ...{ label: reclaim.button, accessibleName: reclaim.label(stallId, fullName), Icon: Undo2, Dialog: Reclaim },
  };
  const off = { label: remove.button, accessibleName: remove.label(fullName), Icon: UserMinus, Dialog: Remove };
  return state === "offered" ? [back, off] : [off];
}

function Reclaim({ subject: { id, stallId = "" }, onClose }: SubjectProps<Person>) {
  const [step] = useStepWaitingPlaceMutation();
  const texts = strings.reclaim;
  return (
    <ReasonDialog
      danger
      title={texts.title(stallId)}
      consequence={texts.consequence}
      texts={texts}
      run={async (reason) => {
        await step({ id, waitingStepDto: { step: "reclaim", reason } }).unwrap();
        return texts.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

function Remove({ subject: { id, fullName }, onClose }: SubjectProps<Person>) {
  const [step] = useStepWaitingPlaceMutation();
  const texts = strings.remove;
  return (
    <ReasonDialog
      danger
      title={texts.title(fullName)}
      consequence={texts.consequence}
      texts={texts}
      run={async (reason) => {
        await step({ id, waitingStepDto: { step: "remove", reason } }).unwrap();
        return texts.done;
      }}
      onClose={onClose}
    />
  );
}

interface HoursProps {
  readonly slug: string;
  readonly offerHours: number;
  readonly onClose: () => void;
}

function ChangeHours({ slug, offerHours, onClose }: HoursProps) {
  const [change] = useChangeWaitingSettingsMutation();
  return (
    <ActionDialog<WaitingSettingsDto>
      title={strings.changeTitle}
      dto={WaitingSettingsDto}
      initial={{ offerHours }}
      fields={() => [
        {
          ...{ name: "offerHours", label: strings.field, help: strings.fieldHelp, number: true },
          input: { inputMode: "numeric" },
        },
      ]}
      consequence={() => strings.changeConsequence}
      texts={strings}
      run={async (waitingSettingsDto) => {
        await change({ slug, waitingSettingsDto }).unwrap();
        return strings.saved;
      }}
      onClose={onClose}
    />
  );
}
