/** A temporary problem, which BullMQ retries with its backoff. The message has no personal data. */
export class WhatsappPostponed extends Error {
  override readonly name = "WhatsappPostponed";
}
