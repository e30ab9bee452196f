import { isolated } from "@sakhi/domain/fields/isolation";
import type { PlanChanges } from "@sakhi/domain/plans/plan.changes";
import type { FixtureKind } from "@sakhi/domain/plans/plan.types";

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const others = (count: number) => (count === 1 ? "" : ` and ${counted(count - 1, "other")}`);

/** Texts of the plan's designer. */
export const strings = {
  back: "Back to the floor plan",
  titleUnknown: "Plan",
  title: (event: string) => `Plan of ${isolated(event)}`,
  lead: "Visitors see nothing of the draft until you publish it.",
  loading: "Loading the plan",
  failed: "The plan could not be fetched.",
  readOnly: "You can look at the plan. Only an operator can draw it, while the event is not archived or cancelled.",
  keys: "Keys",
  keyList: [
    ["Arrow keys", "go to the next stall; move what is chosen by the grid"],
    ["Shift and arrow keys", "move what is chosen by one foot"],
    ["Ctrl and arrow keys", "go to the next stall, whatever is selected"],
    ["Space or Enter", "select or deselect"],
    ["Ctrl A, Escape", "select all, none"],
    ["Ctrl D, Delete", "duplicate, delete"],
    ["[ and ]", "turn by 15 degrees"],
    ["Ctrl Z, Ctrl Y", "undo, redo"],
  ],
  canvas: (stalls: number) =>
    `Drawing with ${counted(stalls, "stall")}. Arrow keys go between them, Space chooses, arrow keys then move.`,
  item: (name: string, x: number, y: number, isChosen: boolean) =>
    `${isolated(name)}, ${x} feet from the left, ${y} from the top${isChosen ? ", chosen" : ""}`,
  stall: (number: string, type: string) => `Stall ${number === "" ? "without a number" : number}, ${type}`,
  taken: (state: string) => `, ${state}`,
  kinds: { entrance: "Entrance", stage: "Stage", wall: "Wall", text: "Text", facility: "Facility" } satisfies Record<
    FixtureKind,
    string
  >,
  tools: {
    label: "Tools",
    undo: "Undo",
    redo: "Redo",
    row: "Add a row",
    fixture: "Add",
    duplicate: "Duplicate",
    renumber: "Renumber",
    remove: "Delete",
    turnLeft: "Turn left",
    turnRight: "Turn right",
    import: "Import",
    exportCsv: "Export CSV",
    exportJson: "Export JSON",
    preview: "Preview at 360 px",
    compare: "Compare",
    earlier: "Earlier plans",
    publish: "Publish the plan",
    grid: "Grid",
    gridOf: (feet: number) => counted(feet, "foot", "feet"),
    zoom: "Zoom",
    outlines: "Show what is published",
  },
  align: {
    left: "Align left",
    centre: "Align centres",
    right: "Align right",
    top: "Align top",
    middle: "Align middles",
    bottom: "Align bottom",
    x: "Space evenly across",
    y: "Space evenly down",
  },
  panel: {
    none: "Nothing is chosen",
    area: "Area",
    many: (count: number) => `${count} chosen`,
    width: "Width in feet",
    height: "Depth in feet",
    x: "From the left, in feet",
    y: "From the top, in feet",
    turn: "Turn in degrees",
    number: "Number",
    type: "Type",
    kind: "Kind",
    text: "Text",
    mixed: "Different",
    goTo: "Go to",
    choose: "Choose...",
    apply: "Apply",
    types: "Types and prices",
    wholeNumber: (min: number, max: number, step: number) =>
      `A whole number from ${min} to ${max}${step === 1 ? "" : `, in steps of ${step}`}`,
  },
  problems: {
    title: "Problems",
    none: "No problems.",
    count: (errors: number, warnings: number) =>
      [errors > 0 ? `${counted(errors, "problem")} to solve` : "", warnings > 0 ? counted(warnings, "warning") : ""]
        .filter((text) => text !== "")
        .join(", "),
    error: "To solve",
    warning: "Warning",
    more: (count: number) => `and ${count} more`,
  },
  saving: {
    saved: (time: string) => `The draft is saved (${time})`,
    unsaved: "Changes are being saved...",
    same: "The draft is what is published",
    failed: "The draft is not saved. We will try again.",
    changed:
      "Somebody else has saved or published this plan in the meantime. Yours is not saved. Undo brings back the one you do not choose.",
    keepMine: "Keep my plan",
    loadTheirs: "Load theirs",
  },
  leaving: {
    title: "Your plan is not saved",
    text: "What you have drawn since it was last saved is lost if you leave now.",
    leave: "Leave without saving",
  },
  said: {
    chosen: (names: readonly string[]) =>
      names.length === 0
        ? "Nothing chosen"
        : names.length > 3
          ? `${names.length} chosen`
          : `${names.join(", ")} chosen`,
    // With a place: the same words twice are not announced again.
    moved: (name: string, count: number, x: number, y: number) =>
      `${isolated(name)}${others(count)} moved, to ${x} feet from the left, ${y} from the top`,
    added: (count: number) => `${count} added`,
    deleted: (count: number) => `${count} deleted`,
    duplicated: (count: number) => `${count} duplicated`,
    changed: "Changed",
    turned: (name: string, count: number, degrees: number) =>
      `${isolated(name)}${others(count)} turned, to ${degrees} degrees`,
    loaded: "Their plan is loaded. Undo brings yours back.",
    kept: "Your plan is kept. Undo brings theirs back.",
    aligned: "Aligned",
    undone: "Undone",
    redone: "Redone",
    nothingToUndo: "Nothing to undo",
    nothingToRedo: "Nothing to redo",
    restored: (number: number) => `Publication ${number} is in the draft. Undo brings the former one back.`,
    imported: (stalls: number) => `${counted(stalls, "stall")} imported. Undo brings the former plan back.`,
    taken: (names: readonly string[]) =>
      `${names.slice(0, 5).join(", ")}${names.length > 5 ? " and others" : ""} ${names.length === 1 ? "has" : "have"} bookings: a publication without ${names.length === 1 ? "it" : "them"} will be refused.`,
  },
  row: {
    title: "Add a row of stalls",
    letter: "Letter",
    first: "First number",
    count: "Number of stalls",
    order: "Numbers",
    up: "Count up",
    down: "Count down",
    direction: "Direction",
    directions: { right: "To the right", left: "To the left", down: "Down", up: "Up" },
    type: "Type",
    x: "First stall, feet from the left",
    y: "First stall, feet from the top",
    gap: "Feet between two stalls",
    consequence: (first: string, last: string, count: number) =>
      count === 0 ? "No stall is added." : `${counted(count, "stall")} from ${first} to ${last} are added and chosen.`,
    confirm: "Add the row",
    pending: "Adding...",
    done: (count: number) => `${counted(count, "stall")} added`,
  },
  renumber: {
    title: (count: number) => `Renumber ${counted(count, "stall")}`,
    order: "Counted",
    orders: { rows: "Along rows, from the left", columns: "Down columns, from the top" },
    consequence: (changes: readonly string[], taken: readonly string[]) =>
      changes.length === 0
        ? "Nothing is renumbered: the letter is one from A to Z."
        : `${changes.slice(0, 40).join(", ")}${changes.length > 40 ? " …" : ""}.${
            taken.length === 0 ? "" : ` Other stalls have ${taken.slice(0, 20).join(", ")} already.`
          }`,
    confirm: "Renumber",
    pending: "Renumbering...",
    done: (count: number) => `${counted(count, "stall")} renumbered`,
  },
  imports: {
    title: "This file can't be read",
    lead: "Nothing was changed. Please correct the file:",
    unknown: "The file could not be opened.",
  },
  compare: {
    title: "The draft and what is published",
    unchanged: "The draft is already what is published.",
    never: "No plan is published yet.",
    publication: (number: number, moment: string, by: string | undefined) =>
      `Published as number ${number}, ${moment}${by === undefined ? "" : `, by ${isolated(by)}`}`,
    added: "Added",
    removed: "Removed",
    moved: "Moved",
    retyped: "Another type",
    renumbered: "Another number",
    ground: "Area or fixtures",
    differ: "They differ.",
    prices: {
      changed: "Another price",
      change: (number: string, former: string, from: string, to: string) =>
        `${former === number ? number : `${former} → ${number}`}: ${from} → ${to}`,
      kept: "A price of their own, which stays",
      gone: "A price of their own, which no stall has now",
      of: (number: string, former: string, price: string) =>
        `${former === number ? number : `${former} → ${number}`}: ${price}`,
    },
    moves: (count: number) =>
      count === 1 ? "A stall with a booking has moved:" : `${count} stalls with bookings have moved:`,
    move: (number: string, state: string) => `${number} (${state === "sold" ? "sold" : "being booked"})`,
    untold: "Nobody writes to their holders: let them know where their stall is now.",
    refused: "These keep it from being published:",
    count: ({ added, removed, moved, retyped, renumbered }: PlanChanges) =>
      counted(added.length + removed.length + moved.length + retyped.length + renumbered.length, "change"),
  },
  earlier: {
    title: "Copy an earlier plan into the draft",
    number: "Publication",
    option: (number: number, moment: string, by: string | undefined, stalls: number) =>
      `${number}: ${moment}${by === undefined ? "" : `, by ${isolated(by)}`}, ${counted(stalls, "stall")}`,
    loading: "Loading the publications",
    failed: "The publications could not be fetched.",
    none: "No plan is published yet.",
    consequence: (number: number) =>
      `The draft becomes that of publication ${number}. Visitors see nothing of it until you publish it again. Undo brings your draft back.`,
    confirm: "Copy into the draft",
    pending: "Copying...",
  },
  preview: { title: "The plan on a phone", label: (count: number) => `Preview with ${counted(count, "stall")}` },
  publish: {
    title: "Publish the plan",
    consequence: (isOnSale: boolean) =>
      isOnSale
        ? "Visitors see this plan at once, and can reserve its stalls while sales are open, at the prices above. Holders of stalls that have moved are not notified."
        : "This becomes the plan of the event. Visitors see it once the event is published.",
    confirm: "Publish the plan",
    pending: "Publishing...",
    done: (number: number) => `The plan is published as number ${number}`,
    blocked: "Solve the problems first",
  },
} as const;
