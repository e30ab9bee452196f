/** What the sender of an enquiry is told. */
export class EnquiryResponse {
  /** A sentence for the person. */
  message!: string;
}
