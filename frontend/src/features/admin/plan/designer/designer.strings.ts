import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-plan-designer";
import type { FixtureKind } from "@sakhi/domain/plans/plan.types";

const { keyList, tools, panel, problems, saving, said, row, renumber, compare, earlier, preview, publish } = messages;

/** Most stalls with bookings that are named. */
const MOST_NAMED = 5;

const takenText = (names: readonly string[]) =>
  names.length > MOST_NAMED
    ? said.takenOthers({ stalls: names.slice(0, MOST_NAMED).join(", ") })
    : said.taken({ stalls: names.join(", "), count: names.length });

/** Most changes of numbers that are listed, and most numbers that others have. */
const [MOST_CHANGES, MOST_TAKEN] = [40, 20];

/** Texts of the plan's designer. */
export const strings = {
  ...messages,
  title: (event: string) => messages.title({ event: isolated(event) }),
  keyList: [
    keyList.arrows,
    keyList.shiftArrows,
    keyList.ctrlArrows,
    keyList.select,
    keyList.selectAll,
    keyList.copies,
    keyList.turn,
    keyList.undo,
  ],
  canvas: (stalls: number) => messages.canvas({ stalls }),
  item: (name: string, x: number, y: number, isChosen: boolean) =>
    messages.item({ name: isolated(name), x, y, isChosen }),
  stall: (number: string, type: string) =>
    number === "" ? messages.stallUnnumbered({ type }) : messages.stall({ number, type }),
  taken: (state: BookingState) => `, ${messages.booked[state]}`,
  kinds: messages.kinds satisfies Record<FixtureKind, string>,
  tools: { ...tools, gridOf: (feet: number) => tools.gridOf({ feet }) },
  panel: {
    ...panel,
    many: (count: number) => panel.many({ count }),
    wholeNumber: (min: number, max: number, step: number) =>
      step === 1 ? panel.wholeNumber({ min, max }) : panel.inSteps({ min, max, step }),
  },
  problems: {
    ...problems,
    count: (errors: number, warnings: number) =>
      [
        ...(errors > 0 ? [problems.toSolve({ count: errors })] : []),
        ...(warnings > 0 ? [problems.warnings({ count: warnings })] : []),
      ].join(", "),
    more: (count: number) => problems.more({ count }),
  },
  saving: { ...saving, saved: (time: string) => saving.saved({ time }) },
  said: {
    ...said,
    chosen: (names: readonly string[]) => {
      if (names.length === 0) return said.noneChosen;
      return names.length > 3
        ? said.manyChosen({ count: names.length })
        : said.namesChosen({ names: names.join(", ") });
    },
    // With a place: the same words twice are not announced again.
    moved: (name: string, count: number, x: number, y: number) =>
      count === 1
        ? said.moved({ name: isolated(name), x, y })
        : said.movedOthers({ name: isolated(name), others: count - 1, x, y }),
    added: (count: number) => said.added({ count }),
    deleted: (count: number) => said.deleted({ count }),
    deletedTaken: (count: number, names: readonly string[]) =>
      said.deletedTaken({ deleted: said.deleted({ count }), taken: takenText(names) }),
    duplicated: (count: number) => said.duplicated({ count }),
    turned: (name: string, count: number, degrees: number) =>
      count === 1
        ? said.turned({ name: isolated(name), degrees })
        : said.turnedOthers({ name: isolated(name), others: count - 1, degrees }),
    restored: (number: number) => said.restored({ number }),
    imported: (stalls: number) => said.imported({ stalls }),
    taken: takenText,
  },
  row: {
    ...row,
    consequence: (first: string, last: string, count: number) =>
      count === 0 ? row.nothing : row.consequence({ first, last, count }),
    done: (count: number) => row.done({ count }),
  },
  renumber: {
    ...renumber,
    title: (count: number) => renumber.title({ count }),
    consequence: (changes: readonly string[], taken: readonly string[]) => {
      if (changes.length === 0) return renumber.nothing;
      const more = changes.length > MOST_CHANGES ? " …" : "";
      const change = renumber.consequence({ changes: `${changes.slice(0, MOST_CHANGES).join(", ")}${more}` });
      if (taken.length === 0) return change;
      return `${change} ${renumber.taken({ numbers: taken.slice(0, MOST_TAKEN).join(", ") })}`;
    },
    done: (count: number) => renumber.done({ count }),
  },
  compare: {
    ...compare,
    publication: (number: number, moment: string, by: string | undefined) =>
      by === undefined
        ? compare.publication({ number, moment })
        : compare.publicationBy({ number, moment, name: isolated(by) }),
    prices: {
      ...compare.prices,
      change: (number: string, former: string, from: string, to: string) =>
        `${former === number ? number : `${former} → ${number}`}: ${from} → ${to}`,
      of: (number: string, former: string, price: string) =>
        `${former === number ? number : `${former} → ${number}`}: ${price}`,
    },
    moves: (count: number) => compare.moves({ count }),
    move: (number: string, state: string) =>
      state === "sold" ? compare.movedSold({ number }) : compare.movedBooking({ number }),
  },
  earlier: {
    ...earlier,
    option: (number: number, moment: string, by: string | undefined, stalls: number) =>
      by === undefined
        ? earlier.option({ number, moment, stalls })
        : earlier.optionBy({ number, moment, name: isolated(by), stalls }),
    consequence: (number: number) => earlier.consequence({ number }),
  },
  preview: { ...preview, label: (count: number) => preview.label({ count }) },
  publish: {
    ...publish,
    consequence: (isOnSale: boolean) => (isOnSale ? publish.onSale : publish.consequence),
    done: (number: number) => publish.done({ number }),
  },
} as const;
