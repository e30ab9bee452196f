/** What visitors and operators of a chaos run do, and how often. */

/** Kinds of visitors, with their weights. */
const VISITORS = {
  buys: 40,
  leaves: 10,
  neverPays: 7,
  failsFirst: 6,
  paysLate: 10,
  paysWrongAmount: 4,
  paysTwice: 4,
  bankIsSlow: 5,
  manyTabs: 6,
  listsBrand: 14,
  joins: 3,
  waits: 10,
  moves: 12,
  buysSeveral: 12,
};

/** Actions of an operator, with their weights. */
const ACTIONS = {
  cancel: 30,
  review: 22,
  issues: 8,
  move: 8,
  correct: 6,
  correctListing: 3,
  extend: 5,
  release: 4,
  block: 4,
  unblock: 5,
  sell: 4,
  price: 2,
  withdraw: 1,
  coupon: 2,
  message: 3,
  waiting: 4,
  moveSale: 10,
  withdrawMove: 2,
};

/** The event of which one type is nearly sold out from the beginning, so that people wait for it. */
export const FULL_EVENT = "the-third-mela";
export const FULL_TYPE = "Premium";
/** Its stalls that are still for sale. */
export const LEFT_OF_FULL_TYPE = 3;

export type VisitorKind = keyof typeof VISITORS;
export type OperatorAction = keyof typeof ACTIONS;

/** The demand for stalls in a chaos run. */
export interface Demand {
  /** What calls name the events by that are visited: nothing for the current one, else their slugs. */
  readonly events: readonly string[];
  readonly visitors: Readonly<Record<VisitorKind, number>>;
  readonly actions: Readonly<Record<OperatorAction, number>>;
  /** Concurrent visitors. */
  readonly concurrent: number;
  /** Whether operators make room when an event is nearly sold out, so that visitors find stalls until the end. */
  readonly makesRoom: boolean;
  /** Whether every stall of these events must be sold in the end. */
  readonly sellsOut: boolean;
}

/** Every event on sale, and stalls that never run out. Fewer visitors in the one-minute run of `npm test`. */
export const usualDemand = (minutes: number): Demand => ({
  events: ["", "the-second-mela", "the-third-mela"],
  visitors: VISITORS,
  actions: ACTIONS,
  concurrent: minutes > 1 ? 26 : 14,
  makesRoom: true,
  sellsOut: false,
});

/** Two events with the same stall numbers, wanted by more visitors than they have stalls. Nothing that is sold becomes free again. */
export const SELL_OUT: Demand = {
  events: ["", "the-second-mela"],
  visitors: { ...VISITORS, buys: 120, listsBrand: 3, joins: 1, waits: 0, moves: 0 },
  actions: { ...ACTIONS, cancel: 0, block: 0, unblock: 30, release: 1, waiting: 0, moveSale: 0, withdrawMove: 0 },
  concurrent: 26,
  makesRoom: false,
  sellsOut: true,
};
