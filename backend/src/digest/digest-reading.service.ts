import { Injectable } from "@nestjs/common";
import type { Access } from "@sakhi/domain/access/rights";
import {
  type AlertKind,
  allowedAlerts,
  allowedKinds,
  type DigestFigure,
  type DigestKind,
  digestKind,
  type DigestWindow,
  type SeenEvents,
} from "@sakhi/domain/digest/digest.kinds";
import { ALERT_AGE_MS } from "@sakhi/domain/digest/digest.rules";
import { endAlertDue, endsSoon } from "@sakhi/domain/digest/ending.rules";
import { editionTitle } from "@sakhi/domain/events/event-facts";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { salesEnd, salesWindow } from "@sakhi/domain/events/sales.rules";
import { FIRST_LANGUAGE } from "@sakhi/domain/languages/language-paths";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { seenEvents } from "../accounts/administrator.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { HIGH_ISSUE_KINDS, type IssueKind } from "../issues/issues.types.js";
import { issueWords } from "../issues/issues.words.js";
import type { MailData } from "../mail/mail.types.js";
import { rows, type Tx } from "../platform/database/database.js";
import { ALERTING_ISSUES, type FigureRow, figuresStatement } from "./digest.sql.js";

/** Who is notified of something. */
export interface DigestReader extends Pick<Access, "role"> {
  readonly id: string;
  /** Null for all events. */
  readonly eventIds: readonly number[] | null;
}

/** Something to alert a person to, once. */
export interface Alert {
  /** Names it forever. */
  readonly subject: string;
  readonly line: MailData["administrator-alert"]["lines"][number];
}

/** An event whose sales end. */
interface EndingEvent {
  readonly event: StoredEvent;
  readonly end: Date;
}

/** Reads what a digest or an alert says to a person, and nothing beyond what she sees. */
@Injectable()
export class DigestReadingService {
  constructor(private readonly eventFacts: EventFactsService) {}

  /** All figures of the kinds that a person chose and may be notified of; which are said, `digestFigures` decides. */
  async figures(
    tx: Tx,
    reader: DigestReader,
    chosen: readonly DigestKind[],
    { from, until }: DigestWindow,
  ): Promise<readonly DigestFigure[]> {
    const seen = seenEvents(reader);
    const kinds = allowedKinds(chosen, reader.role, seen);
    const statement = figuresStatement(kinds);
    const events = await this.eventFacts.withDrafts(tx);
    const found =
      statement === undefined
        ? []
        : await rows<FigureRow>(tx, statement, { from, until, events: seen === "all" ? null : [...seen] });
    const named = (eventId: number | null): DigestFigure["event"] => {
      const event = events.find((each) => each.event.id === eventId);
      return event === undefined ? null : nameOf(event);
    };
    const read = found.map(({ kind, eventId, happened, now, paise, at }): DigestFigure => ({
      ...{ kind, event: named(eventId), happened },
      ...(now === null ? {} : { now }),
      ...(paise === null ? {} : { paise }),
      ...(at === null ? {} : { at: at.toISOString() }),
    }));
    if (!kinds.includes("sales_ending")) return read;
    const ending = endingEvents(events, seen).filter(({ end }) => endsSoon(end, until));
    return [
      ...read,
      ...ending.map(({ event, end }): DigestFigure => ({
        ...{ kind: "sales_ending", event: nameOf(event), happened: 0, at: end.toISOString() },
      })),
    ];
  }

  /** What a person is to be alerted to. @param since what came before is no alert */
  async alerts(
    tx: Tx,
    reader: DigestReader,
    chosen: readonly AlertKind[],
    { since, now }: { readonly since: Date; readonly now: Date },
  ): Promise<readonly Alert[]> {
    const seen = seenEvents(reader);
    const allowed = allowedAlerts(chosen, reader.role, seen);
    if (allowed.length === 0) return [];
    const events = await this.eventFacts.withDrafts(tx);
    const issues = allowed.includes("high_issue") ? await this.issues(tx, reader, { since, now }) : [];
    const ending = allowed.includes("sales_ending")
      ? endingEvents(events, seen).filter(({ end }) => endAlertDue(end, now))
      : [];
    const said = new Set(
      (
        await rows<{ subject: string }>(
          tx,
          "SELECT subject FROM administrator_alerts WHERE administrator_id = :id AND subject LIKE 'sales_ending/%'",
          { id: reader.id },
        )
      ).map(({ subject }) => subject),
    );
    return [
      ...issues.map(({ id, kind, eventId }): Alert => ({
        subject: `issue/${id}`,
        line: {
          title: issueWords(kind, FIRST_LANGUAGE).title,
          about: titleOf(events, eventId),
          path: dashboardPath({ view: "issues" }),
        },
      })),
      ...ending
        .map(({ event, end }): Alert => ({
          subject: `sales_ending/${event.event.id}/${end.toISOString()}`,
          line: {
            title: `Sales end soon: ${indianMoment(end, "minute")}`,
            about: editionTitle(event.event),
            path: dashboardPath({ view: "event", event: event.slug }),
          },
        }))
        .filter(({ subject }) => !said.has(subject)),
    ];
  }

  private issues(
    tx: Tx,
    reader: DigestReader,
    { since, now }: { readonly since: Date; readonly now: Date },
  ): Promise<{ id: string; kind: IssueKind; eventId: number | null }[]> {
    const seen = seenEvents(reader);
    return rows(tx, ALERTING_ISSUES, {
      since: new Date(Math.max(since.getTime(), now.getTime() - ALERT_AGE_MS)),
      kinds: [...HIGH_ISSUE_KINDS],
      events: seen === "all" ? null : [...seen],
      administratorId: reader.id,
    });
  }
}

const nameOf = ({ slug, event }: StoredEvent): NonNullable<DigestFigure["event"]> => ({
  ...{ slug, title: editionTitle(event) },
});

const titleOf = (events: readonly StoredEvent[], id: number | null): string | undefined => {
  const found = events.find(({ event }) => event.id === id);
  return found === undefined ? undefined : editionTitle(found.event);
};

/** Published events that a person sees, with the end of their sales. */
function endingEvents(events: readonly StoredEvent[], seen: SeenEvents): readonly EndingEvent[] {
  return events
    .filter(
      ({ event, status, hasStalls }) =>
        status === "published" && hasStalls && (seen === "all" || seen.includes(event.id)),
    )
    .map((event) => ({ event, end: salesEnd(salesWindow(event.event)) }));
}

/** The lines of a digest's mail, by event: the site's first. */
export function linesOf(
  figures: readonly DigestFigure[],
  window: DigestWindow,
): MailData["administrator-digest"]["groups"] {
  const titles = [...new Set(figures.map(({ event }) => event?.title ?? null))].toSorted(
    (a, b) => Number(a !== null) - Number(b !== null),
  );
  return titles.map((title) => ({
    ...(title === null ? {} : { event: title }),
    lines: figures
      .filter(({ event }) => (event?.title ?? null) === title)
      .map((figure) => {
        const { line, path } = digestKind(figure.kind);
        return { text: line(figure, window), path: path(figure, window) };
      }),
  }));
}
