import { createParamDecorator, type ExecutionContext } from "@nestjs/common";
import { acceptedLanguage } from "@sakhi/domain/languages/accepted-language";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { FastifyRequest } from "fastify";

/** The language of the page that asks, as every call of a page sends it; English for other callers. */
export const PageLanguage = createParamDecorator((_: unknown, context: ExecutionContext): LanguageCode =>
  acceptedLanguage(context.switchToHttp().getRequest<FastifyRequest>().headers["accept-language"]),
);
