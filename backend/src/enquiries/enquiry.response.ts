/** The response to the sender of an enquiry. */
export class EnquiryResponse {
  /** A sentence for the person. */
  message!: string;
}
