import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { readMeasure } from "@sakhi/domain/fields/numbers";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import {
  changesBetween,
  isUnchanged,
  type PlanChanges,
  conflictsOf,
  conflictText,
  movedLive,
} from "@sakhi/domain/plans/plan.changes";
import { PublishPlanDto } from "@sakhi/domain/plans/plan.dto";
import {
  type CountingOrder,
  type NewRow,
  nextNumber,
  renumbered,
  type RowDirection,
  rowOf,
} from "@sakhi/domain/plans/plan.editing";
import { type FileProblem, fileProblemText } from "@sakhi/domain/plans/plan.files";
import { type KnownPrices, type PriceChanges, pricesOf } from "@sakhi/domain/plans/plan.prices";
import { MAX_OFFSET, type Plan, type PlannedStall } from "@sakhi/domain/plans/plan.types";
import { type StallLook, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useCallback } from "react";
import {
  type DesignedPlan,
  useLazyGetPlanPublicationQuery,
  useListPlanPublicationsQuery,
  usePublishPlanMutation,
} from "../../../../api/admin-api";
import { StallPlan } from "../../../../shared/floor-plan/stall-plan";
import { Modal } from "../../../../ui/dialog";
import { CLOSE } from "../../../../ui/leave";
import { rupees } from "../../../../ui/money";
import { ActionDialog, reasonField } from "../../parts/action-dialog";
import { momentOf } from "../../parts/labels";
import { Loaded } from "../../parts/panel";
import { strings } from "./designer.strings";

/** The form of a row: its order is a choice in words. */
type RowValues = Omit<NewRow, "descending" | "direction" | "width" | "height"> & {
  readonly order: "up" | "down";
  readonly direction: RowDirection;
};

interface AddRowProps {
  readonly stalls: readonly PlannedStall[];
  readonly types: readonly { readonly key: string; readonly width: number; readonly height: number }[];
  readonly onAdd: (row: readonly PlannedStall[]) => void;
  readonly onClose: () => void;
}

const whole = (value: unknown, min: number, max: number, otherwise: number): number => {
  const read = readMeasure(String(value));
  return read === undefined ? otherwise : Math.min(max, Math.max(min, Math.round(read)));
};

/** A letter of stall numbers as it is typed; undefined for another text. */
const letterOf = (typed: string | undefined): string | undefined => {
  const letter = (typed ?? "").trim().toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : undefined;
};

/** The row that the form describes; values that are no numbers count as their smallest. */
function rowOfValues(values: Partial<RowValues>, types: AddRowProps["types"]): readonly PlannedStall[] {
  const type = types.find(({ key }) => key === values.type) ?? types[0];
  const letter = letterOf(values.letter);
  if (type === undefined || letter === undefined) return [];
  return rowOf({
    letter,
    first: whole(values.first, 1, 99_999, 1),
    count: whole(values.count, 0, 200, 0),
    descending: values.order === "down",
    direction: values.direction ?? "right",
    type: type.key,
    x: whole(values.x, -MAX_OFFSET, MAX_OFFSET, 0),
    y: whole(values.y, -MAX_OFFSET, MAX_OFFSET, 0),
    width: type.width,
    height: type.height,
    gap: whole(values.gap, 0, 100, 0),
  });
}

/** Adds a row of stalls: count, direction, numbering. */
export function AddRow({ stalls, types, onAdd, onClose }: AddRowProps) {
  const texts = strings.row;
  // Another letter begins with its own next number.
  const follow = useCallback(
    (name: string, values: Partial<RowValues>): Partial<RowValues> => {
      const changed = letterOf(values.letter);
      return name === "letter" && changed !== undefined ? { first: nextNumber(stalls, changed) } : {};
    },
    [stalls],
  );
  const letter = stalls.at(-1)?.number.charAt(0) || "A";
  const initial: RowValues = {
    ...{ letter, first: nextNumber(stalls, letter), count: 10, order: "up", direction: "right" },
    ...{ type: types.at(-1)?.key ?? "", x: 20, y: 20, gap: 0 },
  };
  return (
    <ActionDialog<RowValues>
      wide
      title={texts.title}
      initial={initial}
      follow={follow}
      fields={() => [
        { name: "letter", label: texts.letter, input: { maxLength: 1 } },
        { name: "first", label: texts.first, number: true },
        { name: "count", label: texts.count, number: true },
        { name: "order", label: texts.order, options: [["up", texts.up] as const, ["down", texts.down] as const] },
        { name: "direction", label: texts.direction, options: Object.entries(texts.directions) },
        { name: "type", label: texts.type, options: types.map(({ key }) => [key, stallTypeLabel(key)] as const) },
        { name: "x", label: texts.x, number: true },
        { name: "y", label: texts.y, number: true },
        { name: "gap", label: texts.gap, number: true },
      ]}
      consequence={(values) => {
        const row = rowOfValues(values, types);
        return texts.consequence(row[0]?.number ?? "", row.at(-1)?.number ?? "", row.length);
      }}
      texts={texts}
      run={(values) => {
        const row = rowOfValues(values, types);
        onAdd(row);
        return Promise.resolve(texts.done(row.length));
      }}
      onClose={onClose}
    />
  );
}

/** The form of new numbers. */
interface NumberValues {
  readonly letter: string;
  readonly first: number;
  readonly counting: "up" | "down";
  readonly order: CountingOrder;
}

interface RenumberProps<S extends PlannedStall> {
  /** All stalls of the drawing, and those that get new numbers. */
  readonly stalls: readonly S[];
  readonly chosen: readonly S[];
  readonly onRenumber: (stalls: readonly S[]) => void;
  readonly onClose: () => void;
}

/** Gives the chosen stalls new numbers. */
export function Renumber<S extends PlannedStall>({ stalls, chosen, onRenumber, onClose }: RenumberProps<S>) {
  const texts = strings.renumber;
  const others = new Set(stalls.filter((stall) => !chosen.includes(stall)).map(({ number }) => number));
  const letter = letterOf(chosen[0]?.number.charAt(0)) ?? "A";
  const used = chosen.filter(({ number }) => number.startsWith(letter)).map(({ number }) => Number(number.slice(1)));
  const smallest = Math.min(...used.filter((number) => number > 0));
  const stallsOf = (values: Partial<NumberValues>): readonly S[] => {
    const by = letterOf(values.letter);
    if (by === undefined) return [];
    const descending = values.counting === "down";
    // Counting down ends at 1 at the earliest.
    const first = whole(values.first, descending ? chosen.length : 1, 99_999, 1);
    return renumbered(chosen, { letter: by, first, descending, order: values.order ?? "rows" });
  };
  return (
    <ActionDialog<NumberValues>
      title={texts.title(chosen.length)}
      initial={{ letter, first: Number.isFinite(smallest) ? smallest : 1, counting: "up", order: "rows" }}
      fields={() => [
        { name: "letter", label: strings.row.letter, input: { maxLength: 1 } },
        { name: "first", label: strings.row.first, number: true },
        {
          name: "counting",
          label: strings.row.order,
          options: [["up", strings.row.up] as const, ["down", strings.row.down] as const],
        },
        { name: "order", label: texts.order, options: Object.entries(texts.orders) },
      ]}
      consequence={(values) => {
        const counted = stallsOf(values);
        const taken = counted.filter(({ number }) => others.has(number)).map(({ number }) => number);
        return texts.consequence(
          counted.map(({ number }, at) => `${chosen[at]?.number ?? ""} → ${number}`),
          taken,
        );
      }}
      texts={texts}
      run={(values) => {
        const counted = stallsOf(values);
        if (counted.length > 0) onRenumber(counted);
        return Promise.resolve(texts.done(counted.length));
      }}
      onClose={onClose}
    />
  );
}

/** What is wrong with a file that was chosen. */
export function ImportProblems({
  problems,
  onClose,
}: {
  readonly problems: readonly FileProblem[];
  readonly onClose: () => void;
}) {
  const texts = strings.imports;
  return (
    <Modal open toRead title={texts.title} onClose={onClose} footer={<Button onClick={onClose}>{CLOSE}</Button>}>
      <Text mb="2">{texts.lead}</Text>
      <chakra.ul listStyleType="disc" ps="5">
        {problems.map((problem, index) => (
          <chakra.li key={index} overflowWrap="anywhere">
            {fileProblemText(problem)}
          </chakra.li>
        ))}
      </chakra.ul>
    </Modal>
  );
}

/** Lists under names; empty ones are left out. Every entry is there: a long list scrolls. */
function DetailRows({ rows }: { readonly rows: readonly (readonly [string, readonly string[]])[] }) {
  const shown = rows.filter(([, entries]) => entries.length > 0);
  return shown.length === 0 ? null : (
    <chakra.dl display="grid" gap="2">
      {shown.map(([name, entries]) => (
        <Box key={name}>
          <chakra.dt fontWeight="600">{name}</chakra.dt>
          <chakra.dd overflowWrap="anywhere" maxHeight="12rem" overflowY="auto">
            {entries.join(", ")}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}

function Changes({ changes }: { readonly changes: PlanChanges }) {
  const texts = strings.compare;
  return (
    <DetailRows
      rows={[
        [`${texts.added} (${changes.added.length})`, changes.added],
        [`${texts.removed} (${changes.removed.length})`, changes.removed],
        [`${texts.moved} (${changes.moved.length})`, changes.moved],
        [
          `${texts.retyped} (${changes.retyped.length})`,
          changes.retyped.map(({ number, from, to }) => `${number}: ${stallTypeLabel(from)} → ${stallTypeLabel(to)}`),
        ],
        [
          `${texts.renumbered} (${changes.renumbered.length})`,
          changes.renumbered.map(({ from, to }) => `${from} → ${to}`),
        ],
        [texts.ground, changes.ground ? [texts.differ] : []],
      ]}
    />
  );
}

/** The prices as the domain calculates with them. */
function knownPrices({ published, removed, types }: DesignedPlan["prices"]): KnownPrices {
  const priced = (stalls: typeof published) =>
    stalls.map(({ price, ...stall }) => ({ ...stall, pricePaise: toPaise(price) ?? 0 }));
  return {
    published: priced(published),
    removed: priced(removed),
    types: new Map(types.map(({ type, price }) => [type, toPaise(price) ?? 0])),
  };
}

/** Every price that the publication changes, and own prices that stay though their stall is removed and added. */
function Prices({ changes: { kept, changed, gone } }: { readonly changes: PriceChanges }) {
  const texts = strings.compare.prices;
  const amount = (paise: number) => rupees(toRupees(paise));
  return (
    <DetailRows
      rows={[
        [
          `${texts.changed} (${changed.length})`,
          changed.map(({ number, former, fromPaise, toPaise: to }) =>
            texts.change(number, former, amount(fromPaise), amount(to)),
          ),
        ],
        [
          `${texts.gone} (${gone.length})`,
          gone.map(({ number, pricePaise }) => texts.of(number, number, amount(pricePaise))),
        ],
        [
          `${texts.kept} (${kept.length})`,
          kept.map(({ number, former, pricePaise }) => texts.of(number, former, amount(pricePaise))),
        ],
      ]}
    />
  );
}

/** What the draft changes, and what of that is refused. */
function Comparison({ designed, plan }: { readonly designed: DesignedPlan; readonly plan: Plan }) {
  const texts = strings.compare;
  const { publication } = designed;
  const changes = changesBetween(designed.published, plan);
  const refused = conflictsOf(changes, designed.live);
  const moves = movedLive(changes, designed.live);
  return (
    <Box display="grid" gap="3">
      <Text color="muted">
        {publication === undefined
          ? texts.never
          : texts.publication(publication.number, momentOf(publication.publishedAt), publication.publishedBy)}
      </Text>
      {isUnchanged(changes) ? <Text>{texts.unchanged}</Text> : <Changes changes={changes} />}
      <Prices changes={pricesOf(plan, knownPrices(designed.prices)).changes} />
      {moves.length > 0 && (
        <Box bg="sunk" borderRadius="card" p="3">
          <strong>{texts.moves(moves.length)}</strong>
          <Text overflowWrap="anywhere" maxHeight="12rem" overflowY="auto">
            {moves.map(({ number, state }) => texts.move(number, state)).join(", ")}
          </Text>
          <Text color="muted">{texts.untold}</Text>
        </Box>
      )}
      {refused.length > 0 && (
        <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
          <strong>{texts.refused}</strong>
          <chakra.ul listStyleType="disc" ps="5">
            {refused.map((conflict) => (
              <li key={`${conflict.change} ${conflict.number}`}>{conflictText(conflict)}</li>
            ))}
          </chakra.ul>
        </Box>
      )}
    </Box>
  );
}

interface PlanDialogProps {
  readonly designed: DesignedPlan;
  readonly plan: Plan;
  readonly onClose: () => void;
}

export function Compare({ designed, plan, onClose }: PlanDialogProps) {
  return (
    <Modal
      open
      toRead
      title={strings.compare.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{CLOSE}</Button>}
    >
      <Comparison designed={designed} plan={plan} />
    </Modal>
  );
}

interface PublishProps extends PlanDialogProps {
  readonly slug: string;
  readonly isOnSale: boolean;
  /** Saves what is drawn. @returns the draft's version */
  readonly save: () => Promise<number>;
  readonly onPublished: () => void;
}

/** Publishes the drawing, after it has been saved. */
export function Publish({ designed, plan, slug, isOnSale, save, onPublished, onClose }: PublishProps) {
  const texts = strings.publish;
  const [publish] = usePublishPlanMutation();
  return (
    <ActionDialog<PublishPlanDto>
      title={texts.title}
      lead={<Comparison designed={designed} plan={plan} />}
      dto={PublishPlanDto}
      initial={{ version: 0, reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => texts.consequence(isOnSale)}
      texts={texts}
      run={async ({ reason }) => {
        const version = await save();
        const { number } = await publish({ slug, publishPlanDto: { version, reason } }).unwrap();
        onPublished();
        return texts.done(number);
      }}
      onClose={onClose}
    />
  );
}

/** Copies the plan of a publication into the draft, where it is drawn, saved and published like any other. */
export function Earlier({
  slug,
  onCopy,
  onClose,
}: {
  readonly slug: string;
  /** @returns what was done, in words */
  readonly onCopy: (plan: Plan, number: number) => string;
  readonly onClose: () => void;
}) {
  const texts = strings.earlier;
  const query = useListPlanPublicationsQuery(slug, { refetchOnMountOrArgChange: true });
  const [read] = useLazyGetPlanPublicationQuery();
  const [newest, before] = query.currentData ?? [];
  if (newest === undefined) {
    return (
      <Modal open toRead title={texts.title} onClose={onClose} footer={<Button onClick={onClose}>{CLOSE}</Button>}>
        <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
          {() => <Text>{texts.none}</Text>}
        </Loaded>
      </Modal>
    );
  }
  return (
    <ActionDialog<{ readonly number: string }>
      title={texts.title}
      initial={{ number: String((before ?? newest).number) }}
      fields={() => [
        {
          name: "number",
          label: texts.number,
          options: (query.currentData ?? []).map(({ number, publishedAt, publishedBy, stalls }) => [
            String(number),
            texts.option(number, momentOf(publishedAt), publishedBy, stalls),
          ]),
        },
      ]}
      consequence={({ number }) => texts.consequence(Number(number))}
      texts={texts}
      run={async ({ number }) => onCopy(await read({ slug, number }).unwrap(), Number(number))}
      onClose={onClose}
    />
  );
}

/** The public plan of the drawing, as wide as a small phone. */
export function Preview({
  plan,
  looks,
  onClose,
}: {
  readonly plan: Plan;
  readonly looks: ReadonlyMap<string, StallLook>;
  readonly onClose: () => void;
}) {
  const texts = strings.preview;
  const stalls = plan.stalls.map(({ number, ...stall }) => ({
    ...stall,
    stallId: number,
    look: looks.get(stall.type),
  }));
  return (
    <Modal open toRead title={texts.title} onClose={onClose} footer={<Button onClick={onClose}>{CLOSE}</Button>}>
      <Box width="360px" maxWidth="100%" mx="auto" data-preview>
        <StallPlan
          stalls={stalls}
          ground={plan}
          label={texts.label(stalls.length)}
          statusOf={() => "Available"}
          nameOf={({ stallId, type }) => strings.stall(stallId, stallTypeLabel(type))}
          tipOf={({ stallId, type }) => `${stallId} · ${stallTypeLabel(type)}`}
          onChoose={() => undefined}
        />
      </Box>
    </Modal>
  );
}
