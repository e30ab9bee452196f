import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import { SaleRecoveryService } from "./sale-recovery.service.js";

/** Resolution of a sale that a restored database does not have. */
@Injectable()
export class LostSaleResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly saleRecovery: SaleRecoveryService,
  ) {
    handlers.registerBefore({ recreate_sale: ({ issue, language }) => this.recreate(issue.subject, language) });
  }

  /** Creates the sale of an order again that is not in our records. @throws DomainError resolution_failed */
  private async recreate(orderId: string, language: LanguageCode): Promise<ResolutionResult> {
    const outcome = await this.saleRecovery.restoreOrder(orderId);
    const message = RESULTS[language].restored[outcome ?? "noSubject"];
    if (outcome !== "sold" && outcome !== "open" && outcome !== "refunding")
      throw new DomainError("resolution_failed", {}, message);
    return { resolved: true, message, after: { orderId, as: outcome } };
  }
}
