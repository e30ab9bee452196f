import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { PencilLine, Plus, Power } from "lucide-react";
import { useState } from "react";
import type { Coupon } from "../../../api/review-api";
import { useGetCouponsQuery } from "../../../api/review-api";
import { EmptyState } from "../../../ui/states";
import { useSession } from "../frame/session";
import { Loaded } from "../parts/loaded";
import type { Tone } from "../parts/panel";
import { Chip, Panel } from "../parts/panel";
import { RefreshButton } from "../parts/refresh-button";
import { tableStyle } from "../parts/table-style";
import { momentOf } from "../parts/when";
import { ChangeCoupon, CreateCoupon, SwitchCoupon } from "./coupon-dialogs";
import { strings } from "./coupons.strings";

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
