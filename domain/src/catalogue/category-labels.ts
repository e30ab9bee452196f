import labels from "../generated/messages/en/category-labels.js";
import { IS_ENGLISH } from "../generated/messages/en/language.js";

/** The names of categories that pages show, in the order of their labels; a spec compares them with the lists. */
const NAMES: readonly string[] = [
  "Apparel",
  "Food & Food Products",
  "Kitchen & Home Decor",
  "Wellness",
  "Arts & Crafts",
  "Beauty & Cosmetics",
  "Gifts",
  "Jewellery & Accessories",
  "Kids",
  "Crafts & Crochet",
  "Business Supplies",
  "Handloom Textiles",
  "Bags",
  "Eco Friendly",
  "Artisanal",
  "Ayurveda",
  "Footwear & Leather Products",
  "Stationery",
  "Sports & Dancewear",
  "Others",
  "Training",
  "Legal Consultancy",
  "Hospitality",
  "Veterinary",
  "Editorial Service",
  "Food",
  "Creative Services",
  "Financial Solutions",
  "Web Solutions",
  "Transport and Delivery",
  "Handicrafts",
  "Skilling",
  "Jewellery and Accessories",
  "Ecofriendly",
  "Ayurvedic",
  "Footwear",
  "Stationary",
  "Sportswear",
  "Wellness Services",
  "Editorial Services",
  "Food Services",
  "Transport & Delivery",
  "Foot wear & Leather Products",
  "Sports & Dance wear",
];

/**
 * A category's name in the language of this build, to be read: addresses, calls and forms have the English one. A name that is none of
 * ours, which a brand has written, stays as it is.
 */
export function categoryLabel(name: string): string {
  // Read here, so that the English build has neither list.
  return IS_ENGLISH ? name : ((labels.names as readonly string[])[NAMES.indexOf(name)] ?? name);
}
