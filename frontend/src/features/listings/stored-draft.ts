import { clearStallPayer } from "../../shared/stall-payer";
import { readStored, removeStored, storeValue } from "../../ui/stored-values";

// Apart from the form, because the payment pages need only this and not the DTO.

const KEY = "join.draft";
/** Increment when the meaning of a field changes: drafts of other versions are ignored. */
const VERSION = 1;

/** The values of this tab's draft, if there is one. */
export function storedDraft(): Record<string, unknown> | undefined {
  // Earlier versions stored the draft here, permanently.
  removeStored("localStorage", KEY);
  const { version, values } = readStored("sessionStorage", KEY) ?? {};
  if (version !== VERSION || typeof values !== "object" || values === null) return undefined;
  return values as Record<string, unknown>;
}

/** Stores a draft's values for this tab. */
export const storeDraft = (values: object): void => storeValue("sessionStorage", KEY, { version: VERSION, values });

/** Removes the draft once every field is empty again; keeps the stall's payer. */
export const clearDraft = (): void => removeStored("sessionStorage", KEY);

/** Removes the draft and the stall's payer that prefilled it: submitted, paid for, or discarded. */
export function clearForm(): void {
  clearDraft();
  clearStallPayer();
}

/** Marks the current draft as what this order pays for. Any later change of the form removes the mark. */
export function markDraftOrder(orderId: string): void {
  const draft = readStored("sessionStorage", KEY);
  if (draft !== undefined) storeValue("sessionStorage", KEY, { ...draft, orderId });
}

/** Removes the draft if this order paid for it. */
export function clearDraftOf(orderId: string): void {
  if (readStored("sessionStorage", KEY)?.["orderId"] === orderId) clearForm();
}
