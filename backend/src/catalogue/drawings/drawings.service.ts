import { Injectable } from "@nestjs/common";
import type { Category } from "@sakhi/domain/catalogue/categories";
import { logoOf, pictureOf } from "./drawing-addresses.js";

/** Addresses of the pictures we draw ourselves, for brands that gave none. */
@Injectable()
export class Drawings {
  /** @param key what makes this logo different from the category's others; letters, digits, hyphens */
  logo(category: Category, key: string): string {
    return logoOf(category, key);
  }

  /** @param key as of {@link logo} */
  picture(category: Category, key: string): string {
    return pictureOf(category, key);
  }
}
