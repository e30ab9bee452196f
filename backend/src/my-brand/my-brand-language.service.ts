import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ListingLanguagesService } from "../listings/listing-languages.service.js";
import { LinkSessionsService } from "../mail/link-sessions.service.js";
import { RateLimits } from "../platform/http/rate-limits.js";

/** The language of an owner's mails and papers, as she chooses on her page. */
@Injectable()
export class MyBrandLanguageService {
  constructor(
    private readonly limits: RateLimits,
    private readonly linkSessions: LinkSessionsService,
    private readonly listingLanguages: ListingLanguagesService,
  ) {}

  /**
   * The language from now on.
   *
   * @throws DomainError brand_link_invalid
   * @throws HttpError rate_limited
   */
  async choose(token: string, language: LanguageCode): Promise<void> {
    const { subjectId: id } = await this.linkSessions.require("brand", token);
    await this.limits.use({ limit: "whatsapp_choices_per_subject", by: id });
    await this.listingLanguages.choose(id, language);
  }
}
