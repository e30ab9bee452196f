import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { NameOf } from "@sakhi/domain/fields/names";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { borrowsOurName, type OurNames } from "./our-names.js";

const MESSAGE = "Please use a name of your own: this one reads as if it were ours";

/** How long our names are kept in memory, in ms: they change a few times a year. */
const KEPT_MS = 30_000;

/** Names that visitors typed, by the field of their form. */
export type TypedNames = Readonly<Record<string, readonly [of: NameOf, name: string | null | undefined]>>;

/** Keeps visitors from borrowing the names of the site, the organisation and its events. Operators may use them. */
@Injectable()
export class OurNamesService {
  private known: { readonly names: OurNames; readonly at: number } | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** @throws DomainError invalid_request, with the fields whose names can be taken for ours */
  async assertNotBorrowed(typed: TypedNames): Promise<void> {
    const fields = await this.borrowed(typed);
    if (Object.keys(fields).length > 0) throw new DomainError("invalid_request", { fields }, MESSAGE);
  }

  /** The message for each field whose name can be taken for ours. */
  async borrowed(typed: TypedNames): Promise<Record<string, string[]>> {
    const ours = await this.names();
    const found = Object.entries(typed).filter(([, [of, name]]) => name && borrowsOurName(name, of, ours));
    return Object.fromEntries(found.map(([field]) => [field, [MESSAGE]]));
  }

  private async names(): Promise<OurNames> {
    if (this.known !== undefined && performance.now() - this.known.at < KEPT_MS) return this.known.names;
    const rows = await this.database.query<{ name: string; isEvent: boolean }>(
      `SELECT name, false AS "isEvent" FROM organisation UNION SELECT name, true FROM events`,
    );
    const names = {
      sites: [this.config.siteName, ...rows.filter(({ isEvent }) => !isEvent).map(({ name }) => name)],
      events: rows.filter(({ isEvent }) => isEvent).map(({ name }) => name),
    };
    this.known = { names, at: performance.now() };
    return names;
  }
}
