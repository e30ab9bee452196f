/** Formats a phone number with exactly one +91 prefix (readings, 17). */
export function formatPhone(phone: string): string {
  return `+91 ${phone.replaceAll(/\s/g, "").replace(/^(\+91|0091)/, "")}`;
}
