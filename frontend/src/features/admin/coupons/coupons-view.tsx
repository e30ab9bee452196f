import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { ALL_EVENTS } from "@sakhi/domain/fields/named-event.dto";
import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { PencilLine, Plus, Power } from "lucide-react";
import { useState } from "react";
import {
  type Coupon,
  useChangeCouponMutation,
  useCreateCouponMutation,
  useGetCouponsQuery,
} from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { ActionButtons, ActionDialog, type ActionField, reasonField, type SubjectProps } from "../parts/action-dialog";
import { useChosenEvent } from "../parts/chosen-event";
import { toFieldValue, momentOf, type Tone } from "../parts/labels";
import { Chip, Loaded, Panel, RefreshButton } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { strings } from "./coupons.strings";

const texts = strings.form;

/** Fields of a coupon besides its code. */
const TERMS: readonly ActionField<ChangeCouponDto>[] = [
  { name: "percentage", label: texts.percentage, number: true, input: { inputMode: "numeric" } },
  {
    name: "stallType",
    label: texts.stallType,
    optional: true,
    options: [["", strings.allStalls], ...STALL_TYPES.map((type) => [type, stallTypeLabel(type)] as const)],
  },
  {
    name: "maxUses",
    label: texts.maxUses,
    help: texts.maxUsesHelp,
    optional: true,
    number: true,
    input: { inputMode: "numeric" },
  },
  { name: "startsAt", label: texts.startsAt, help: texts.startsAtHelp, optional: true, moment: true },
  { name: "endsAt", label: texts.endsAt, help: texts.endsAtHelp, optional: true, moment: true },
];

/** Terms for the API: null means no limit. */
function termsOf({ percentage, active, reason, ...limits }: Omit<ChangeCouponDto, "version">) {
  const { startsAt = null, endsAt = null, maxUses = null, stallType = null } = limits;
  return { percentage, active, reason, startsAt, endsAt, maxUses, stallType };
}

/** A coupon's current terms, for the form. */
function formTerms({ percentage, active, startsAt, endsAt, maxUses, stallType, version }: Coupon) {
  return { percentage, active, startsAt, endsAt, maxUses, stallType, version, reason: "" };
}

function CreateCoupon({ onClose }: { readonly onClose: () => void }) {
  const event = useChosenEvent();
  const [create] = useCreateCouponMutation();
  const dialog = strings.createDialog;
  return (
    <ActionDialog<CreateCouponDto>
      wide
      title={dialog.title}
      dto={CreateCouponDto}
      initial={{ code: "", event: event?.slug ?? "", active: true, startsAt: "", endsAt: "", reason: "" }}
      fields={() => [
        {
          name: "code",
          label: texts.code,
          help: texts.codeHelp,
          input: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false, textTransform: "uppercase" },
        },
        {
          name: "event",
          label: texts.event,
          optional: true,
          options: [
            [event?.slug ?? "", event?.title ?? texts.currentEvent],
            [ALL_EVENTS, texts.allEvents],
          ],
        },
        ...(TERMS as readonly ActionField<CreateCouponDto>[]),
        reasonField(),
      ]}
      consequence={({ code = "", percentage }) =>
        dialog.consequence(
          readCouponCode(code),
          percentage === undefined || Number.isNaN(percentage) ? "" : String(percentage),
        )
      }
      texts={dialog}
      run={async (values) => {
        const limit = values.event === undefined ? {} : { event: values.event };
        await create({ ...termsOf(values), ...limit, code: values.code }).unwrap();
        return dialog.done(values.code);
      }}
      onClose={onClose}
    />
  );
}

/** Changes a coupon's terms, or only switches it on or off. */
function ChangeCoupon({ subject, switches, onClose }: SubjectProps<Coupon> & { readonly switches: boolean }) {
  const [change] = useChangeCouponMutation();
  // The coupon when the dialog opened: a refetch after an error must not turn the switch around.
  const [coupon] = useState(subject);
  const { code, active } = coupon;
  const dialog = switches ? (active ? strings.offDialog : strings.onDialog) : strings.changeDialog;
  return (
    <ActionDialog<ChangeCouponDto>
      wide={!switches}
      title={dialog.title(code)}
      danger={switches && active}
      dto={ChangeCouponDto}
      initial={formTerms(
        switches
          ? { ...coupon, active: !active }
          : { ...coupon, startsAt: toFieldValue(coupon.startsAt), endsAt: toFieldValue(coupon.endsAt) },
      )}
      fields={() => (switches ? [reasonField()] : [...TERMS, reasonField()])}
      consequence={() => dialog.consequence}
      texts={dialog}
      run={async (values) => {
        await change({ code, changeCouponDto: { ...termsOf(values), version: values.version } }).unwrap();
        return dialog.done(code);
      }}
      onClose={onClose}
    />
  );
}

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
      {startsAt !== undefined && <Box>{strings.from(momentOf(startsAt))}</Box>}
      {endsAt !== undefined && <Box>{strings.until(momentOf(endsAt))}</Box>}
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
        {event === undefined && <span data-sub>{strings.ofAllEvents}</span>}
      </>
    ),
  },
  { label: columns.period, wide: true, cell: Period },
  { label: columns.uses, number: true, cell: Uses },
  { label: columns.status, cell: ({ status }) => <Chip tone={TONES[status]}>{strings.statuses[status]}</Chip> },
];

const ChangeTerms = (props: SubjectProps<Coupon>) => <ChangeCoupon {...props} switches={false} />;
const Switch = (props: SubjectProps<Coupon>) => <ChangeCoupon {...props} switches />;

const ACTION_COLUMN: Column<Coupon> = {
  label: columns.actions,
  wide: true,
  cell: (coupon) => {
    const { code, active } = coupon;
    const change = { label: strings.change, accessibleName: strings.changeLabel(code) };
    const turn = active
      ? { label: strings.switchOff, accessibleName: strings.switchOffLabel(code) }
      : { label: strings.switchOn, accessibleName: strings.switchOnLabel(code) };
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
};

/** ?view=coupons: coupons and their use; operators create and change them. */
export function CouponsView() {
  const { canEdit } = useSession();
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
              columns={canEdit ? [...COLUMNS, ACTION_COLUMN] : COLUMNS}
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
