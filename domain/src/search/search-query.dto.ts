import { Transform } from "class-transformer";
import { MaxLength, registerDecorator } from "class-validator";
import { IsPlainText } from "../catalogue/query-text.dto.js";
import { isSearchable, MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, searchLength, searchQuery } from "./search.rules.js";

/** Validates the length in code points, so that browser and server agree on emoji. */
function HasSearchLength(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: "hasSearchLength",
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === "string" && isSearchable(value),
        defaultMessage: ({ value }: { value: unknown } = { value: "" }) =>
          typeof value === "string" && searchLength(value) > MAX_SEARCH_LENGTH
            ? `Please search for at most ${MAX_SEARCH_LENGTH} characters`
            : `Please type at least ${MIN_SEARCH_LENGTH} characters to search`,
      },
    });
  };
}

/** A search query. */
export class SearchQueryDto {
  /** 2 to 200 characters; matched as a case-insensitive substring. */
  @Transform(({ value }: { value: unknown }) => (typeof value === "string" ? searchQuery(value) : value))
  @MaxLength(MAX_SEARCH_LENGTH, { message: `Please search for at most ${MAX_SEARCH_LENGTH} characters` })
  @IsPlainText("Please search for a text")
  @HasSearchLength()
  q!: string;
}
