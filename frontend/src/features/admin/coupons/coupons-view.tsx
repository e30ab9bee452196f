import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { PencilLine, Plus, Power } from "lucide-react";
import { useState } from "react";
import { type Coupon, useGetCouponsQuery } from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { ActionButtons, type SubjectProps } from "../parts/action-dialog";
import { useChosenEvent, useEventTitles } from "../parts/chosen-event";
import { exactMomentOf, type Tone } from "../parts/labels";
import { Chip, Loaded, Panel, RefreshButton } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { ChangeCoupon, CreateCoupon } from "./coupon-dialogs";
import { strings } from "./coupons.strings";

const TONES: Readonly<Record<Coupon["status"], Tone>> = {
  usable: "good",
  not_started: "waiting",
  ended: "plain",
  used_up: "plain",
  inactive: "bad",
};

function Period({ startsAt, endsAt }: Coupon) {
  if (startsAt === undefined && endsAt === undefined) return <>{strings.always}</>;
  return (
    <>
      {startsAt !== undefined && <Box>{strings.from(exactMomentOf(startsAt))}</Box>}
      {endsAt !== undefined && <Box>{strings.until(exactMomentOf(endsAt))}</Box>}
    </>
  );
}

/** Uses of a coupon, as a number and a bar. */
function Uses({ used, claimed, maxUses }: Coupon) {
  return (
    <>
      <span>{strings.uses(used, maxUses)}</span>
      {maxUses !== undefined && (
        <Box
          role="img"
          aria-label={strings.usesLabel(used, maxUses)}
          height="6px"
          maxWidth="7rem"
          borderRadius="full"
          bg="sunk"
          overflow="hidden"
          mt="1"
          ms={{ lg: "auto" }}
        >
          <Box height="full" bg="leaf.solid" width={`${Math.min(100, (used / maxUses) * 100)}%`} />
        </Box>
      )}
      {claimed > 0 && <span data-sub>{strings.claimed(claimed)}</span>}
    </>
  );
}

/** The event that a coupon is for; all coupons can be listed together. */
function CouponEvent({ event }: Pick<Coupon, "event">) {
  const titleOf = useEventTitles();
  return <span data-sub>{event === undefined ? strings.ofAllEvents : titleOf(event)}</span>;
}

const { columns } = strings;
const COLUMNS: readonly Column<Coupon>[] = [
  {
    label: columns.code,
    heads: true,
    cell: ({ code }) => (
      <chakra.span fontFamily="heading" fontWeight="700" fontSize="1.0625rem" letterSpacing="0.03em">
        {code}
      </chakra.span>
    ),
  },
  { label: columns.discount, number: true, cell: ({ percentage }) => strings.discount(percentage) },
  {
    label: columns.stalls,
    cell: ({ stallType, event }) => (
      <>
        <span>{stallType === undefined ? strings.allStalls : stallTypeLabel(stallType)}</span>
        <CouponEvent event={event} />
      </>
    ),
  },
  { label: columns.period, wide: true, cell: Period },
  { label: columns.uses, number: true, cell: Uses },
  { label: columns.status, cell: ({ status }) => <Chip tone={TONES[status]}>{strings.statuses[status]}</Chip> },
];

const ChangeTerms = (props: SubjectProps<Coupon>) => <ChangeCoupon {...props} switches={false} />;
const Switch = (props: SubjectProps<Coupon>) => <ChangeCoupon {...props} switches />;

/** @param isOfAll whether coupons of all events may be changed, which those with named events may not */
const actionColumn = (isOfAll: boolean): Column<Coupon> => ({
  label: columns.actions,
  pressed: true,
  wide: true,
  cell: (coupon) => {
    const { code, active } = coupon;
    const change = { label: strings.change, accessibleName: strings.changeLabel(code) };
    const turn = active
      ? { label: strings.switchOff, accessibleName: strings.switchOffLabel(code) }
      : { label: strings.switchOn, accessibleName: strings.switchOnLabel(code) };
    if (!isOfAll && coupon.event === undefined) return null;
    return (
      <Flex gap="2" wrap="wrap">
        <ActionButtons
          size="sm"
          subject={coupon}
          actions={[
            { ...change, Icon: PencilLine, Dialog: ChangeTerms },
            { ...turn, id: "switch", Icon: Power, Dialog: Switch },
          ]}
        />
      </Flex>
    );
  },
});

/** ?view=coupons: coupons and their use; operators create and change them. */
export function CouponsView() {
  const { canEdit, access } = useSession();
  const query = useGetCouponsQuery();
  const chosen = useChosenEvent();
  /** Whether a coupon holds for the chosen event. */
  const isValid = ({ event }: Coupon) => event === undefined || chosen === undefined || event === chosen.slug;
  const [creating, setCreating] = useState(false);
  return (
    <Panel
      title={strings.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <RefreshButton query={query} />
          {canEdit && (
            <Button size="sm" onClick={() => setCreating(true)}>
              <Plus aria-hidden />
              {strings.create}
            </Button>
          )}
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {(all) => {
          const coupons = all.filter(isValid);
          return coupons.length === 0 ? (
            <EmptyState title={strings.empty} level="h3">
              <Text color="muted">{strings.emptyText}</Text>
            </EmptyState>
          ) : (
            <RowsTable
              label={strings.table}
              columns={canEdit ? [...COLUMNS, actionColumn(access.events === null)] : COLUMNS}
              rows={coupons}
              keyOf={({ code }) => code}
            />
          );
        }}
      </Loaded>
      {creating && <CreateCoupon onClose={() => setCreating(false)} />}
    </Panel>
  );
}
