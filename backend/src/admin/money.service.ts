import { Injectable, type StreamableFile } from "@nestjs/common";
import { isHers } from "@sakhi/domain/access/rights";
import type { MoneyQueryDto } from "@sakhi/domain/admin/queries.dto";
import {
  comparedDay,
  countdownCurve,
  type CountdownPoint,
  daysBetween,
  soldBefore,
} from "@sakhi/domain/events/countdown.rules";
import { editionTitle, eventDays } from "@sakhi/domain/events/event-facts";
import type { EventStatus } from "@sakhi/domain/events/event.states";
import { eventBefore } from "@sakhi/domain/events/overview.rules";
import type { FileColumn, FileFormat } from "@sakhi/domain/fields/cells";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { Administrator } from "../accounts/administrator.js";
import { EVENT_COLUMN, ExportsService } from "../accounts/exports.service.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { oneBatch } from "../platform/files/tables.js";
import type { EventMoneyResponse, MoneyOverviewResponse, MoneyResponse } from "./money.response.js";
import {
  ACCOUNTS_BY_EVENT,
  type AccountsSum,
  ARE_FEES_RECORDED,
  BOOKED_BY_EVENT,
  type BookedRow,
  type DayRow,
  FEES_BY_EVENT,
  type FeesRow,
  SALES_BY_DAY,
  WAITING_BY_EVENT,
  type WaitingRow,
} from "./money.sql.js";

/** Money of an event, or of what belongs to none. */
interface Money {
  readonly soldPaise: Paise;
  readonly refundedPaise: Paise;
  /** Undefined while fees are not recorded. */
  readonly feesPaise: Paise | undefined;
  /** What the provider has received and not paid out; undefined like the fees. */
  readonly notPaidOutPaise: Paise | undefined;
}

/** An event with its money. */
interface EventMoney extends Money {
  readonly slug: string;
  readonly title: string;
  readonly status: EventStatus;
  readonly days: { readonly start: string; readonly end: string };
  readonly stalls: number;
  /** Stalls that are sold now. */
  readonly sold: number;
  readonly waiting: number;
  readonly expectedPaise: Paise;
  readonly curve: readonly CountdownPoint[];
}

/** An event beside the one before it, so many days before the opening. */
interface Comparison {
  readonly before: EventMoney;
  readonly daysBefore: number;
  readonly own: Omit<CountdownPoint, "daysBefore">;
  readonly then: Omit<CountdownPoint, "daysBefore">;
}

/** A row of the file. */
type MoneyRow =
  | { readonly title: string; readonly money: Money; readonly event?: undefined }
  | {
      readonly title: string;
      readonly money: Money;
      readonly event: EventMoney;
      readonly today: string;
      readonly compared: Comparison | undefined;
    };

const netOf = ({ soldPaise, refundedPaise, feesPaise = 0 }: Money): Paise => soldPaise - refundedPaise - feesPaise;
const amount = (name: string, paise: (row: MoneyRow) => Paise | undefined, total?: true): FileColumn<MoneyRow> => ({
  ...{ name, ...(total === undefined ? {} : { total }) },
  cell: (row) => {
    const value = paise(row);
    return value === undefined ? undefined : { paise: value };
  },
});

const COLUMNS: readonly FileColumn<MoneyRow>[] = [
  { name: EVENT_COLUMN, cell: ({ title }) => title },
  { name: "Status", cell: ({ event }) => event?.status },
  { name: "First Day", cell: ({ event }) => (event === undefined ? undefined : { day: event.days.start }) },
  {
    name: "Days to Opening",
    cell: (row) => (row.event === undefined ? undefined : daysBetween(row.today, row.event.days.start)),
  },
  { name: "Stalls", cell: ({ event }) => event?.stalls },
  { name: "Stalls Sold", cell: ({ event }) => event?.sold },
  { name: "Waiting", cell: ({ event }) => event?.waiting },
  amount("Sold", ({ money }) => money.soldPaise, true),
  amount("Refunded", ({ money }) => money.refundedPaise, true),
  amount("Fees", ({ money }) => money.feesPaise, true),
  amount("Net", ({ money }) => netOf(money), true),
  amount("Not Yet Paid Out", ({ money }) => money.notPaidOutPaise, true),
  amount("Expected", ({ event }) => event?.expectedPaise, true),
  { name: "Compared With", cell: (row) => (row.event === undefined ? undefined : row.compared?.before.title) },
  { name: "Days Before", cell: (row) => (row.event === undefined ? undefined : row.compared?.daysBefore) },
  { name: "Stalls Then", cell: (row) => (row.event === undefined ? undefined : row.compared?.own.sold) },
  {
    name: "Stalls Then of the Event Before",
    cell: (row) => (row.event === undefined ? undefined : row.compared?.then.sold),
  },
  amount("Money Then", (row) => (row.event === undefined ? undefined : row.compared?.own.paise)),
  amount("Money Then of the Event Before", (row) => (row.event === undefined ? undefined : row.compared?.then.paise)),
];

/** The name of what belongs to no event. */
const LISTINGS = "Listings";

/** The money of all events, with a number of statements that does not depend on theirs. */
@Injectable()
export class MoneyService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly exports: ExportsService,
  ) {}

  /** @param query days of what was sold and refunded; all else is as of now */
  async overview(reader: Administrator, query: MoneyQueryDto): Promise<MoneyOverviewResponse> {
    const { events, listings, today } = await this.read(reader, query);
    return {
      events: events.map((event) => shownEvent(event, comparisonOf(event, events, today), today)),
      ...(listings === undefined ? {} : { listings: shown(listings) }),
      total: shown(totalOf([...events, ...(listings === undefined ? [] : [listings])])),
    };
  }

  /** The same as a file. @throws HttpError rate_limited while too many downloads are in progress */
  async exportFile(administrator: Administrator, query: MoneyQueryDto, format: FileFormat): Promise<StreamableFile> {
    const { events, listings, today } = await this.read(administrator, query);
    const rows: MoneyRow[] = [
      ...events.map((event) => ({
        ...{ title: event.title, money: event, event, today, compared: comparisonOf(event, events, today) },
      })),
      ...(listings === undefined ? [] : [{ title: LISTINGS, money: listings }]),
    ];
    return this.exports.table<MoneyRow>({
      ...{ administrator, action: "money_exported", subjectType: "registrations", what: "mela-money", format },
      ...{ event: undefined, period: { from: query.from, to: query.to }, columns: COLUMNS },
      rows: () => oneBatch(rows),
      count: rows.length,
    });
  }

  /** The listings are for people of all events; the others have their own events only. */
  private async read(
    reader: Administrator,
    { from, to }: MoneyQueryDto,
  ): Promise<{ readonly events: readonly EventMoney[]; readonly listings: Money | undefined; readonly today: string }> {
    const days = [from ?? null, to ?? null];
    const [stored, accounts, booked, waiting, sales, fees, [known]] = await Promise.all([
      this.database.transaction((tx) => this.eventFacts.withDrafts(tx)),
      this.database.query<AccountsSum>(ACCOUNTS_BY_EVENT, days),
      this.database.query<BookedRow>(BOOKED_BY_EVENT),
      this.database.query<WaitingRow>(WAITING_BY_EVENT),
      this.database.query<DayRow>(SALES_BY_DAY),
      this.database.query<FeesRow>(FEES_BY_EVENT, days),
      this.database.query<{ recorded: boolean }>(ARE_FEES_RECORDED),
    ]);
    const today = istDate(new Date());
    const money = (eventId: number | null): Money => {
      const found = accounts.find((row) => row.eventId === eventId);
      return {
        ...{ soldPaise: found?.soldPaise ?? 0, refundedPaise: found?.refundedPaise ?? 0 },
        ...feesOf(
          known?.recorded === true,
          fees.find((row) => row.eventId === eventId),
        ),
      };
    };
    const hers = stored.filter(({ slug }) => isHers(reader, slug));
    const events = hers.map(({ event, slug, status, stallCount }: StoredEvent): EventMoney => {
      const { start } = eventDays(event);
      const now = booked.find((row) => row.eventId === event.id);
      return {
        ...{ slug, title: editionTitle(event), status, days: eventDays(event), stalls: stallCount },
        ...{ sold: now?.soldStalls ?? 0, expectedPaise: now?.expectedPaise ?? 0 },
        waiting: waiting.find((row) => row.eventId === event.id)?.waiting ?? 0,
        curve: countdownCurve(
          sales.filter((row) => row.eventId === event.id),
          start,
        ),
        ...money(event.id),
      };
    });
    return {
      events: events.toSorted((a, b) => b.days.start.localeCompare(a.days.start)),
      listings: reader.events === null ? money(null) : undefined,
      today,
    };
  }
}

function comparisonOf(event: EventMoney, events: readonly EventMoney[], today: string): Comparison | undefined {
  const before = eventBefore(events, event);
  if (before === undefined) return undefined;
  const daysBefore = comparedDay(event.days.start, today);
  return {
    ...{ before, daysBefore },
    own: soldBefore(event.curve, daysBefore),
    then: soldBefore(before.curve, daysBefore),
  };
}

function feesOf(recorded: boolean, row: FeesRow | undefined): Pick<Money, "feesPaise" | "notPaidOutPaise"> {
  if (!recorded) return { feesPaise: undefined, notPaidOutPaise: undefined };
  return { feesPaise: row?.feesPaise ?? 0, notPaidOutPaise: row?.notPaidOutPaise ?? 0 };
}

function totalOf(all: readonly Money[]): Money {
  const sum = (paise: (money: Money) => Paise) => all.reduce((total, money) => total + paise(money), 0);
  const known = (paise: (money: Money) => Paise | undefined) =>
    all.some((money) => paise(money) === undefined) ? undefined : sum((money) => paise(money) ?? 0);
  return {
    soldPaise: sum(({ soldPaise }) => soldPaise),
    refundedPaise: sum(({ refundedPaise }) => refundedPaise),
    feesPaise: known(({ feesPaise }) => feesPaise),
    notPaidOutPaise: known(({ notPaidOutPaise }) => notPaidOutPaise),
  };
}

function shown(money: Money): Pick<MoneyResponse, keyof MoneyResponse> {
  const { soldPaise, refundedPaise, feesPaise, notPaidOutPaise } = money;
  return {
    ...{ sold: toRupees(soldPaise), refunded: toRupees(refundedPaise), net: toRupees(netOf(money)) },
    ...(feesPaise === undefined ? {} : { fees: toRupees(feesPaise) }),
    ...(notPaidOutPaise === undefined ? {} : { notPaidOut: toRupees(notPaidOutPaise) }),
  };
}

function shownEvent(event: EventMoney, compared: Comparison | undefined, today: string): EventMoneyResponse {
  const { slug, title, status, days, stalls, sold, waiting, expectedPaise, curve } = event;
  return {
    ...shown(event),
    ...{ slug, title, status, opening: days.start, daysToOpening: daysBetween(today, days.start) },
    ...{ stalls, soldStalls: sold, waiting, expected: toRupees(expectedPaise) },
    ...(compared === undefined
      ? {}
      : {
          compared: {
            ...{ event: compared.before.slug, title: compared.before.title, daysBefore: compared.daysBefore },
            ...{ sold: compared.own.sold, revenue: toRupees(compared.own.paise) },
            ...{ soldThen: compared.then.sold, revenueThen: toRupees(compared.then.paise) },
          },
        }),
    curve: curve.map(({ daysBefore, sold: by, paise }) => ({ daysBefore, sold: by, revenue: toRupees(paise) })),
  };
}
