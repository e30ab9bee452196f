import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { Database, type Tx } from "../platform/database/database.js";
import { ApplicationsRepository } from "./applications.repository.js";

/** The language of what an application's owner gets: her mails and papers. */
@Injectable()
export class ListingLanguagesService {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
  ) {}

  /** @returns the former one; undefined for an erased or unknown application */
  async change(tx: Tx, applicationId: string, language: LanguageCode): Promise<LanguageCode | undefined> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined || !(await this.applications.setLanguage(tx, applicationId, language)))
      return undefined;
    return application.language;
  }

  /** {@link change}, as its owner chooses. */
  async choose(applicationId: string, language: LanguageCode): Promise<void> {
    await this.database.transaction((tx) => this.change(tx, applicationId, language));
  }
}
