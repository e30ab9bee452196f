import { readGstNumber } from "../fields/identifiers.js";
import { type GstStateCode, isGstStateCode } from "./gst-states.js";
import { gstinState } from "./gstin.js";

/** What is sold: a stall at the Mela, or a one-year listing on the site. */
export type InvoiceProduct = "stall" | "listing";

/** States of the event and of the seller's registration; two-digit GST codes. */
interface SupplyStates {
  readonly eventStateCode: string;
  readonly sellerStateCode: string;
}

/** The place of supply, and whether the buyer is invoiced as registered. */
interface PlaceOfSupply {
  readonly stateCode: GstStateCode;
  /** The buyer's valid GSTIN; undefined means invoiced as unregistered. */
  readonly gstin: string | undefined;
  /** The given number is not a valid GSTIN: warn the buyer, who cannot claim input tax credit with this invoice. */
  readonly gstNumberInvalid: boolean;
}

/**
 * Place of supply (IGST Act section 12). Registered buyers: the state of the GSTIN. Others: for a stall the event's state
 * (s. 12(7)), for a listing the seller's. By s. 12(2) a buyer's address on record would come first, but no form asks for
 * its state, and a PIN code alone does not determine it.
 *
 * @throws RangeError for an unknown state code
 */
export function placeOfSupply(
  product: InvoiceProduct,
  gstNumber: string | undefined,
  states: SupplyStates,
): PlaceOfSupply {
  const given = readGstNumber(gstNumber ?? "");
  const registeredIn = gstinState(given);
  if (registeredIn !== undefined) return { stateCode: registeredIn, gstin: given, gstNumberInvalid: false };
  const code = product === "stall" ? states.eventStateCode : states.sellerStateCode;
  if (!isGstStateCode(code)) throw new RangeError(`There is no state with the GST code ${code}.`);
  return { stateCode: code, gstin: undefined, gstNumberInvalid: given !== "" };
}
