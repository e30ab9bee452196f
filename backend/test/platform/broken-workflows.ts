/** A booking's workflow with a mistake in its code: every workflow task of it fails. */
export async function stallBooking(): Promise<void> {
  await Promise.resolve();
  throw new TypeError("a mistake in the code");
}
