import { gstinState } from "./gstin.js";
import { type GstStateCode, isGstStateCode } from "./gst-states.js";

/** What we sell: a stall at the Mela, or a year's listing on the site. */
export type InvoiceProduct = "stall" | "listing";

/** Where the event is held and where the seller is registered; two-digit GST codes from the settings. */
interface SupplyStates {
  readonly eventStateCode: string;
  readonly sellerStateCode: string;
}

/** Where a supply counts as made, and whether the buyer is taken as registered. */
interface PlaceOfSupply {
  readonly stateCode: GstStateCode;
  /** The buyer's valid GSTIN; undefined means invoiced as unregistered. */
  readonly gstin: string | undefined;
  /** A number was given but is not a valid GSTIN: warn the buyer, who cannot claim the tax with this invoice. */
  readonly gstNumberInvalid: boolean;
}

/**
 * Place of supply (IGST Act section 12). A registered buyer: the state of the
 * GSTIN. Otherwise: for a stall the state where the event is held (s. 12(7)), for a listing the seller's: s. 12(2) has an
 * address on record come first, but of an address no form asks the state, and a PIN code alone does not decide it.
 *
 * @throws RangeError when a state in the settings does not exist
 */
export function placeOfSupply(
  product: InvoiceProduct,
  gstNumber: string | undefined,
  states: SupplyStates,
): PlaceOfSupply {
  const given = gstNumber?.trim().toUpperCase() ?? "";
  const registeredIn = gstinState(given);
  if (registeredIn !== undefined) return { stateCode: registeredIn, gstin: given, gstNumberInvalid: false };
  const code = product === "stall" ? states.eventStateCode : states.sellerStateCode;
  if (!isGstStateCode(code)) throw new RangeError(`There is no state with the GST code ${code}.`);
  return { stateCode: code, gstin: undefined, gstNumberInvalid: given !== "" };
}
