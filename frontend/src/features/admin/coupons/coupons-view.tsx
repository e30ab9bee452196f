import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { PencilLine, Plus, Power } from "lucide-react";
import { useState } from "react";
import {
  type Coupon,
  useChangeCouponMutation,
  useCreateCouponMutation,
  useGetCouponsQuery,
} from "../../../api/review-api";
import { EmptyState } from "../../../ui/states";
import { ActionDialog, type ActionField, reasonField } from "../parts/action-dialog";
import { momentOf, type Tone } from "../parts/labels";
import { tableStyle } from "../parts/list-page";
import { Chip, Loaded, Panel, RefreshButton } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./coupons.strings";

/** A moment as a date and time field holds it, in India's time: 2026-12-01T00:00. */
function fieldMoment(at: string | undefined): string {
  if (at === undefined) return "";
  const india = new Date(Date.parse(at) + 5.5 * 3_600_000);
  return india.toISOString().slice(0, 16);
}

const words = strings.form;

/** What makes up a coupon besides its code. */
const TERMS: readonly ActionField<ChangeCouponDto>[] = [
  { name: "percentage", label: words.percentage, number: true, input: { inputMode: "numeric" } },
  {
    name: "stallType",
    label: words.stallType,
    optional: true,
    options: [["", strings.allStalls], ...STALL_TYPES.map((type) => [type, stallTypeLabel(type)] as const)],
  },
  {
    name: "maxUses",
    label: words.maxUses,
    help: words.maxUsesHelp,
    optional: true,
    number: true,
    input: { inputMode: "numeric" },
  },
  { name: "startsAt", label: words.startsAt, help: words.startsAtHelp, optional: true, moment: true },
  { name: "endsAt", label: words.endsAt, help: words.endsAtHelp, optional: true, moment: true },
];

/** The terms as they are sent: what is left out is no limit. */
function termsOf({ percentage, active, startsAt, endsAt, maxUses, stallType, reason }: ChangeCouponDto) {
  return {
    percentage,
    active,
    reason,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    maxUses: maxUses ?? null,
    stallType: stallType ?? null,
  };
}

/** A coupon's terms as they stand, for the form. */
function statusTerms(coupon: Coupon) {
  return {
    percentage: coupon.percentage,
    active: coupon.active,
    startsAt: fieldMoment(coupon.startsAt),
    endsAt: fieldMoment(coupon.endsAt),
    ...(coupon.maxUses === undefined ? {} : { maxUses: coupon.maxUses }),
    ...(coupon.stallType === undefined ? {} : { stallType: coupon.stallType }),
    reason: "",
  };
}

/** Makes a coupon. */
export function CreateCoupon({ onClose }: { readonly onClose: () => void }) {
  const [create] = useCreateCouponMutation();
  const dialog = strings.createDialog;
  return (
    <ActionDialog<CreateCouponDto>
      wide
      title={dialog.title}
      dto={CreateCouponDto}
      initial={{ code: "", active: true, startsAt: "", endsAt: "", reason: "" }}
      fields={() => [
        {
          name: "code",
          label: words.code,
          help: words.codeHelp,
          input: {
            autoComplete: "off",
            autoCapitalize: "characters",
            spellCheck: false,
            textTransform: "uppercase",
          },
        },
        ...(TERMS as readonly ActionField<CreateCouponDto>[]),
        reasonField(),
      ]}
      consequence={({ code = "", percentage }) =>
        dialog.consequence(
          code.trim().toUpperCase(),
          percentage === undefined || Number.isNaN(percentage) ? "" : String(percentage),
        )
      }
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await create({ ...termsOf(values), code: values.code }).unwrap();
        return dialog.done(values.code);
      }}
      onClose={onClose}
    />
  );
}

/** Changes a coupon's terms. */
export function ChangeCoupon({ coupon, onClose }: { readonly coupon: Coupon; readonly onClose: () => void }) {
  const [change] = useChangeCouponMutation();
  const dialog = strings.changeDialog;
  const { code } = coupon;
  return (
    <ActionDialog<ChangeCouponDto>
      wide
      title={dialog.title(code)}
      dto={ChangeCouponDto}
      initial={statusTerms(coupon)}
      fields={() => [...TERMS, reasonField()]}
      consequence={() => dialog.consequence}
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await change({ code, changeCouponDto: termsOf(values) }).unwrap();
        return dialog.done(code);
      }}
      onClose={onClose}
    />
  );
}

/** Switches a coupon off, or on again; nothing else of it changes. */
export function SwitchCoupon({ coupon, onClose }: { readonly coupon: Coupon; readonly onClose: () => void }) {
  const [change] = useChangeCouponMutation();
  const { code, active, percentage, startsAt, endsAt, maxUses, stallType } = coupon;
  const dialog = active ? strings.offDialog : strings.onDialog;
  return (
    <ActionDialog<ChangeCouponDto>
      title={dialog.title(code)}
      danger={active}
      dto={ChangeCouponDto}
      initial={{
        percentage,
        active: !active,
        reason: "",
        ...(startsAt === undefined ? {} : { startsAt }),
        ...(endsAt === undefined ? {} : { endsAt }),
        ...(maxUses === undefined ? {} : { maxUses }),
        ...(stallType === undefined ? {} : { stallType }),
      }}
      fields={() => [reasonField()]}
      consequence={() => dialog.consequence}
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await change({ code, changeCouponDto: termsOf(values) }).unwrap();
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

/** What an operator wants to do with which coupon. */
interface AccountRequest {
  readonly what: "change" | "switch";
  readonly coupon: Coupon;
}

function Period({ startsAt, endsAt }: Coupon) {
  if (startsAt === undefined && endsAt === undefined) return <>{strings.always}</>;
  return (
    <>
      {startsAt !== undefined && <Box>{strings.from(momentOf(startsAt))}</Box>}
      {endsAt !== undefined && <Box>{strings.until(momentOf(endsAt))}</Box>}
    </>
  );
}

/** How much of the limit is used, as a number and as a bar. */
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

function Row({
  coupon,
  onRequest,
}: {
  readonly coupon: Coupon;
  readonly onRequest: (request: AccountRequest) => void;
}) {
  const { mayChange } = useSession();
  const { columns } = strings;
  const { code, active } = coupon;
  return (
    <tr role="row" data-coupon={code}>
      <th role="rowheader" scope="row" data-label={columns.code}>
        <chakra.span fontFamily="heading" fontWeight="700" fontSize="1.0625rem" letterSpacing="0.03em">
          {code}
        </chakra.span>
      </th>
      <td role="cell" data-label={columns.discount} data-number>
        {strings.discount(coupon.percentage)}
      </td>
      <td role="cell" data-label={columns.stalls}>
        {coupon.stallType === undefined ? strings.allStalls : stallTypeLabel(coupon.stallType)}
      </td>
      <td role="cell" data-label={columns.period} data-wide>
        <Period {...coupon} />
      </td>
      <td role="cell" data-label={columns.uses} data-number>
        <Uses {...coupon} />
      </td>
      <td role="cell" data-label={columns.status}>
        <Chip tone={TONES[coupon.status]}>{strings.statuses[coupon.status]}</Chip>
      </td>
      {mayChange && (
        <td role="cell" data-label={columns.actions} data-wide>
          <Flex gap="2" wrap="wrap">
            <Button
              size="sm"
              variant="outline"
              aria-label={strings.changeLabel(code)}
              onClick={() => onRequest({ what: "change", coupon })}
            >
              <PencilLine aria-hidden />
              {strings.change}
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-label={active ? strings.switchOffLabel(code) : strings.switchOnLabel(code)}
              onClick={() => onRequest({ what: "switch", coupon })}
            >
              <Power aria-hidden />
              {active ? strings.switchOff : strings.switchOn}
            </Button>
          </Flex>
        </td>
      )}
    </tr>
  );
}

const couponTable = {
  ...tableStyle,
  "& tbody tr": {},
  "& tbody th": {
    fontWeight: "inherit",
    px: { lg: "0.625rem" },
    py: { lg: "0.625rem" },
    borderBottom: { lg: "1px solid {colors.line}" },
    gridColumn: { base: "1 / -1", lg: "auto" },
  },
} as const;

function CouponsTable({
  coupons,
  onRequest,
}: {
  readonly coupons: readonly Coupon[];
  readonly onRequest: (request: AccountRequest) => void;
}) {
  const { mayChange } = useSession();
  const { columns } = strings;
  const names = ["code", "discount", "stalls", "period", "uses", "status"] as const;
  const numbers: readonly string[] = ["discount", "uses"];
  return (
    <Box role="region" aria-label={strings.scroll} tabIndex={0} overflow={{ lg: "auto" }}>
      <chakra.table role="table" aria-label={strings.table} css={couponTable}>
        <thead role="rowgroup">
          <tr role="row">
            {names.map((name) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                data-number={numbers.includes(name) ? "" : undefined}
              >
                {columns[name]}
              </th>
            ))}
            {mayChange && (
              <th role="columnheader" scope="col">
                {columns.actions}
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {coupons.map((coupon) => (
            <Row key={coupon.code} coupon={coupon} onRequest={onRequest} />
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

/** ?view=coupons: every coupon with its use; operators make, change and switch them off. */
export function CouponsView() {
  const { mayChange } = useSession();
  const query = useGetCouponsQuery();
  const [creating, setCreating] = useState(false);
  const [request, setRequest] = useState<AccountRequest>();
  const createButton = mayChange && (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {strings.create}
    </Button>
  );
  return (
    <Panel
      title={strings.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <RefreshButton query={query} />
          {createButton}
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {(coupons) =>
          coupons.length === 0 ? (
            <EmptyState title={strings.empty} level="h3">
              <Text color="muted">{strings.emptyText}</Text>
            </EmptyState>
          ) : (
            <CouponsTable coupons={coupons} onRequest={setRequest} />
          )
        }
      </Loaded>
      {creating && <CreateCoupon onClose={() => setCreating(false)} />}
      {request?.what === "change" && (
        <ChangeCoupon coupon={request.coupon} onClose={() => setRequest(undefined)} />
      )}
      {request?.what === "switch" && (
        <SwitchCoupon coupon={request.coupon} onClose={() => setRequest(undefined)} />
      )}
    </Panel>
  );
}
